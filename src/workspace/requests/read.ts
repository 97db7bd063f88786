import { MINUTE } from '#kernel/base/clock.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { type Call, callerIdOf, unpackCalls } from './packed.ts';
import { findSlots, type LogFilter, type Span } from './repository.ts';
import { beginOf, SLOT_SECONDS, slotOf } from './slots.ts';

/** No request takes longer than this; a call that waits for mail ends earlier. */
const LONGEST = 10 * MINUTE;

/** The number of slots that are read at once. */
const SLOTS = 20;

export type CallFilter = LogFilter & { after: number; before: number };
/** The start of a page: the time and the id of the last call on the previous page. */
export type Position = readonly [at: number, requestId: string];

const isMatch = (
  call: Call,
  { callers = [], status_class, code, route, after, before }: CallFilter,
): boolean =>
  callers.every((caller) => callerIdOf(call) === caller) &&
  (status_class === undefined || Math.floor(call.status / 100) === status_class) &&
  (code === undefined || call.code === code) &&
  (route === undefined || call.route === route) &&
  call.at > after &&
  call.at < before;

const newestFirst = (one: Call, other: Call): number =>
  other.at - one.at || (one.request_id < other.request_id ? 1 : -1);

const isBeyond = ({ at, request_id }: Call, [lastAt, lastId]: Position): boolean =>
  at < lastAt || (at === lastAt && request_id < lastId);

/** Calls of a workspace, newest first. The database skips slots without matching calls. */
export async function listCalls(
  db: Queryable,
  tenantId: string,
  filter: CallFilter,
  { beyond, take }: { beyond: Position | null; take: number },
): Promise<Call[]> {
  const from = slotOf(filter.after);
  let to = slotOf(Math.min(filter.before, beyond?.[0] ?? filter.before));
  const found: Call[] = [];
  while (found.length < take && to >= from) {
    const rows = await findSlots(db, tenantId, { from, to }, filter, SLOTS);
    const calls = (await Promise.all(rows.map((row) => unpackCalls(row.calls)))).flat();
    const matching = calls.filter((call) => isMatch(call, filter) && (!beyond || isBeyond(call, beyond)));
    found.push(...matching.sort(newestFirst).slice(0, take - found.length));
    const last = rows.at(-1);
    if (!last) break;
    to = last.slot - SLOT_SECONDS;
  }
  return found;
}

/** The call whose response had this id; null if it is unknown or belongs to another workspace. */
export async function findCall(db: Queryable, tenantId: string, requestId: string): Promise<Call | null> {
  const begun = beginOf(requestId);
  if (begun === null) return null;
  const span: Span = { from: slotOf(begun), to: slotOf(begun + LONGEST) };
  const rows = await findSlots(db, tenantId, span, {}, Number.MAX_SAFE_INTEGER);
  for (const row of rows.toReversed()) {
    const call = (await unpackCalls(row.calls)).find(({ request_id }) => request_id === requestId);
    if (call) return call;
  }
  return null;
}
