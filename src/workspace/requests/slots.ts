import { decodeTime } from 'ulid';

/**
 * The length of a slot in seconds. Calls of one slot are read together and merged, so that a list is in order over all
 * processes.
 */
export const SLOT_SECONDS = 10;

const MS = 1_000;

export const slotOf = (at: number): number => {
  const seconds = Math.floor(at / MS);
  return seconds - (seconds % SLOT_SECONDS);
};

/** The time when a request began, from its id; null if the id is not one of ours. */
export function beginOf(requestId: string): number | null {
  try {
    return decodeTime(requestId.replace(/^req_/, ''));
  } catch {
    return null;
  }
}
