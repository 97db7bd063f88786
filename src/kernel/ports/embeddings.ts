/** Embeds texts: vectors that point in similar directions have similar meanings. */
export type Embeddings = {
  /** Vectors of different models cannot be compared. */
  model: string;
  /** The batch size that suits this model. */
  batch: number;
  /** Why it cannot embed anything at the moment, as a sentence for people; null when it can. */
  lacks(): string | null;
  /** One vector of length 1 for each text, in order. @throws TextRefused, or the error that prevented an answer */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** The model refuses one of these texts; it may accept the others. */
export class TextRefused extends Error {}

/**
 * Scales the vector to length 1; a zero vector is returned unchanged.
 * @throws TextRefused if a component is not a finite number
 */
export function normalized(values: ArrayLike<number>): Float32Array {
  if (values.length === 0) throw new Error('The embedding is empty.');
  const length = Math.hypot(...Array.from(values));
  if (!Number.isFinite(length)) throw new TextRefused('The embedding has numbers that are none.');
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
}
