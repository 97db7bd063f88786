import { secondsSince } from '#kernel/base/metrics.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { SearchRequest } from './schema.ts';

/** Measures the time of a search for the metrics, even if it fails; of a streamed answer, until the stream begins. */
export async function measured<T>(
  { metrics }: Pick<Services, 'metrics'>,
  { mode }: Pick<SearchRequest, 'mode'>,
  search: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  try {
    return await search();
  } finally {
    metrics.observe('proofmail_search_duration_seconds', { mode }, secondsSince(begun));
  }
}
