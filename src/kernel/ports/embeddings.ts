/** Turns texts into vectors whose directions tell what they are about. */
export type Embeddings = {
  /** Vectors of different models cannot be compared. */
  model: string;
  /** How many texts to give at once, where there are many. */
  batch: number;
  /** What keeps it from embedding anything for now, as a sentence for people; null when nothing is known of. */
  lacks(): string | null;
  /** One vector of length 1 for each text, in order. @throws TextRefused, and whatever keeps it from answering */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** One of the texts is none for this model; others may be. */
export class TextRefused extends Error {}

/** The vector in the same direction with length 1; all zeros stay. @throws TextRefused on numbers that are none */
export function normalized(values: ArrayLike<number>): Float32Array {
  if (values.length === 0) throw new Error('The embedding is empty.');
  const length = Math.hypot(...Array.from(values));
  if (!Number.isFinite(length)) throw new TextRefused('The embedding has numbers that are none.');
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
}
