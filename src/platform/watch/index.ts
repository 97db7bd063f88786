import type { Services } from '#kernel/operation/services.ts';
import { watchCertificate } from './certificate.ts';
import { watchDeadLetters } from './dead-letters.ts';
import { watchKeys } from './keys.ts';
import { watchQuarantine } from './quarantine.ts';
import { watchWebhooks } from './webhooks.ts';

const watches: readonly ((services: Services) => Promise<void>)[] = [
  watchDeadLetters,
  watchWebhooks,
  watchQuarantine,
  watchKeys,
  watchCertificate,
];

/**
 * Finds conditions that people must be notified of and that no change in the program reports, because they last or
 * approach. Each notice has a name, and each reader gets a name only once, so a second run, or one after a kill, sends
 * only the rest. A watch that fails does not stop the others.
 * @returns whether all have run; false if the process stops
 */
export async function watch(services: Services, signal: AbortSignal): Promise<boolean> {
  const failed: unknown[] = [];
  for (const look of watches) {
    if (signal.aborted) return false;
    await look(services).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} of ${watches.length} watches failed`);
  return true;
}
