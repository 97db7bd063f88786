import { decodeTime } from 'ulid';

/** How many seconds of calls are read together. Rows of one slot are merged, so a list is in order over all processes. */
export const SLOT_SECONDS = 10;

const MS = 1_000;

export const slotOf = (at: number): number => {
  const seconds = Math.floor(at / MS);
  return seconds - (seconds % SLOT_SECONDS);
};

/** When a request began, by its id; null when it is no id of ours. */
export function beginOf(requestId: string): number | null {
  try {
    return decodeTime(requestId.replace(/^req_/, ''));
  } catch {
    return null;
  }
}
