import { DAY, MINUTE } from '#kernel/base/clock.ts';
import { createBatchers } from '#kernel/data/batcher.ts';
import type { Database } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertReads, type ModelRead } from './model-reads-repository.ts';

/** How long reads are kept: the longest time for which the guard needs them. */
export const READS_KEPT = 2 * DAY;
/** A repeated read within this time is not written again. */
const REPEAT = 5 * MINUTE;
/** The maximum number of pairs of key and message that this process remembers. */
const MOST_REMEMBERED = 20_000;
const MAX_BATCH = 200;

const write = createBatchers<Database, ModelRead[], null>(async (db, batch) => {
  await insertReads(db, batch.flat());
  return batch.map(() => null);
}, MAX_BATCH);

type Recorder = { remembered: Map<string, number>; pending: Set<Promise<unknown>> };
const recorders = new WeakMap<Database, Recorder>();
const recorderOf = (db: Database): Recorder => {
  const recorder = recorders.get(db) ?? { remembered: new Map(), pending: new Set() };
  recorders.set(db, recorder);
  return recorder;
};

type Read = Pick<ModelRead, 'message_id' | 'identity_id'>;

/**
 * Records that a key has read messages, for the guard of outgoing mail. The response does not wait for this. Concurrent
 * reads share one statement, and reading a message again within minutes costs nothing. Reads by people are not recorded.
 */
export function recordReads(services: Services, actor: Actor, reads: readonly Read[]): void {
  const { key_id } = actor;
  if (key_id === null || reads.length === 0) return;
  const { remembered, pending } = recorderOf(services.db);
  const now = services.clock.now();
  const fresh = reads.filter(({ message_id }) => {
    const pair = `${key_id} ${message_id}`;
    const last = remembered.get(pair);
    if (last !== undefined && now.getTime() - last < REPEAT) return false;
    remembered.delete(pair);
    remembered.set(pair, now.getTime());
    return true;
  });
  if (fresh.length === 0) return;
  for (const pair of remembered.keys()) {
    if (remembered.size <= MOST_REMEMBERED) break;
    remembered.delete(pair);
  }
  const rows = fresh.map(({ message_id, identity_id }) => ({
    key_id,
    message_id,
    identity_id,
    read_at: now.toISOString(),
  }));
  const writing = write(services.db, rows)
    .catch((error: unknown) => {
      for (const { message_id } of fresh) remembered.delete(`${key_id} ${message_id}`);
      services.log.warn(
        { err: error },
        'could not record what an API key read; the guard does not know of these reads',
      );
    })
    .finally(() => pending.delete(writing));
  pending.add(writing);
}

/** Waits until all reads of this process so far are stored. */
export const readsRecorded = async (db: Database): Promise<void> => {
  await Promise.all(recorders.get(db)?.pending ?? []);
};
