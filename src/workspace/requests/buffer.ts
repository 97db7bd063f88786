import { type Clock, SECOND } from '#kernel/base/clock.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { Metrics } from '#kernel/base/metrics.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Database } from '#kernel/data/database.ts';
import { acrossTenants } from '#kernel/data/tenant-scope.ts';
import type { LoggedCall, RequestLog } from '#kernel/operation/request-log.ts';
import { callerIdOf, packCalls } from './packed.ts';
import { insertLogs, type LogRow } from './repository.ts';
import { slotOf } from './slots.ts';

const FLUSH_EVERY = 5 * SECOND;
/** The maximum number of calls that wait, about 5 MB. Further calls are dropped and counted. */
const MAX_WAITING = 20_000;
/** The maximum number of calls in a row, so that a row is read quickly. */
const MAX_PER_ROW = 5_000;

/**
 * Collects calls in memory and writes them periodically, in one statement with a packed row for each workspace and
 * slot. While the database does not respond, calls wait and are dropped when the buffer is full, so the log never slows
 * down the calls that it records.
 */
export function createRequestLog(
  db: Database,
  { clock, log, metrics }: { clock: Clock; log: Logger; metrics: Metrics },
): RequestLog & { close(): Promise<void> } {
  let waiting: LoggedCall[] = [];
  let writing: Promise<void> | null = null;
  const drop = (many: number): void => {
    for (let n = 0; n < many; n += 1) metrics.count('proofmail_request_log_dropped_total', {});
  };
  const add = (call: LoggedCall): void => {
    if (waiting.length >= MAX_WAITING) drop(1);
    else waiting.push(call);
  };
  const write = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const calls = waiting;
    waiting = [];
    try {
      await insertLogs(db, await rowsOf(calls, clock.now()));
    } catch (error) {
      log.warn({ err: error, calls: calls.length }, 'could not write the request log; retrying');
      const kept = calls.slice(0, Math.max(0, MAX_WAITING - waiting.length));
      drop(calls.length - kept.length);
      waiting = kept.concat(waiting);
    }
  };
  const flush = async (): Promise<void> => {
    // Calls that arrived during another flush are written by this one.
    await writing;
    // A tenant's request may trigger the flush, which writes the calls of all tenants.
    writing ??= acrossTenants(write).finally(() => {
      writing = null;
    });
    await writing;
  };
  const timer = setInterval(flush, FLUSH_EVERY).unref();
  return {
    add,
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

function rowsOf(calls: readonly LoggedCall[], now: Date): Promise<LogRow[]> {
  const groups = new Map<string, LoggedCall[]>();
  for (const call of calls) {
    const key = `${call.tenant_id} ${slotOf(call.at)}`;
    const group = groups.get(key);
    if (!group) groups.set(key, [call]);
    else if (group.length < MAX_PER_ROW) group.push(call);
    else {
      groups.set(`${key} ${newUlid()}`, group);
      groups.set(key, [call]);
    }
  }
  return Promise.all([...groups.values()].map((group) => rowOf(group, now)));
}

const rowOf = async (calls: readonly LoggedCall[], now: Date): Promise<LogRow> => ({
  id: newUlid(),
  tenant_id: calls[0]!.tenant_id,
  slot: slotOf(calls[0]!.at),
  many: calls.length,
  classes: distinct(calls.map(({ status }) => Math.floor(status / 100))),
  codes: distinct(calls.flatMap(({ code }) => code ?? [])),
  routes: distinct(calls.map(({ route }) => route)),
  key_ids: distinct(calls.map(callerIdOf)),
  calls: await packCalls(calls),
  created_at: now.toISOString(),
});
