import type { Metrics } from '#kernel/base/metrics.ts';
import { countCalls } from '#kernel/operation/model-calls.ts';
import type { Embeddings } from '#kernel/ports/embeddings.ts';

/** Embeddings whose calls are counted and timed. */
export function measuredEmbeddings(embeddings: Embeddings, metrics: Metrics): Embeddings {
  const counted = countCalls({ metrics }, 'embedding');
  return { ...embeddings, embed: (texts, signal) => counted(() => embeddings.embed(texts, signal)) };
}
