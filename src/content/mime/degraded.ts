import { parseMessage } from './parse-message.ts';
import { toStorable } from './storable.ts';
import type { ProcessedMessage } from './types.ts';
import { unverifiedAuthentication } from './unprocessed.ts';

/** Bytes of the header that are read: this runs on the main thread. */
const DEGRADED_BYTES = 64 * 1024;

/** The remains of a message that the database refuses: its header fields, shortened, and no content. */
export function degradedMessage(raw: Uint8Array): ProcessedMessage {
  const parsed = parseMessage(raw.subarray(0, DEGRADED_BYTES), { headersOnly: true });
  const authentication = unverifiedAuthentication('message could not be processed');
  const degraded = {
    parsed: { ...parsed, headers: [] },
    inspections: [],
    authentication,
    reading: null,
    readMs: 0,
  };
  return toStorable(degraded);
}
