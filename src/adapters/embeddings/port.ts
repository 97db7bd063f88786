/** Turns texts into vectors whose directions tell what they are about. */
export type Embeddings = {
  /** Vectors of different models cannot be compared. */
  model: string;
  /** One vector of length 1 for each text, in order. @throws whatever keeps it from answering */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** The service takes no such text; others it may take. */
export class TextRefused extends Error {}

/** The vector in the same direction with length 1; all zeros stay. @throws on numbers that are none */
export function normalized(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  if (!Number.isFinite(length)) throw new Error('The embedding has numbers that are none.');
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
}
