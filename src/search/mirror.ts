import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { OtherDimensions, type SearchIndex } from '#kernel/ports/search-index.ts';
import type { PartMonitor } from '#kernel/threads/supervise.ts';
import { type Keeper, keepUp, nothingToKeep, type Pace } from './keep-up.ts';
import {
  deleteNotes,
  ensureMirror,
  forgetMirror,
  hasWork,
  type Mirror,
  readIdsAfter,
  readMirrored,
  readNotes,
  saveMirror,
  takeMirror,
} from './repository/mirror.ts';
import { dimensionsOf } from './semantic/embedder.ts';
import { toNumbers } from './semantic/vectors.ts';

const MOST_AT_ONCE = 100;
const PACE: Pace = {
  interval: SECOND / 4,
  longestWait: MINUTE / 2,
  trouble: 'could not update Meilisearch; retrying',
};
/**
 * The time limit for waiting inside a transaction: a reindex waits for its row, at most as long as a statement may
 * take (30 s).
 */
const PATIENCE = 15 * SECOND;
/** How often to check whether the index was lost. A write recreates a lost index, but without settings. */
const LOOK_AGAIN = 5 * SECOND;

/**
 * Keeps the external engine up to date. Triggers note changes in the same transaction; the notes are deleted when the
 * engine has confirmed them. While the engine is unreachable, the notes wait and Postgres answers searches. One
 * process at a time does this work. Without an external engine nothing is noted.
 */
export async function startMirror(services: Services, monitor?: PartMonitor): Promise<Keeper> {
  const { searchIndex: index, db } = services;
  if (!index) {
    await forgetMirror(db);
    return nothingToKeep;
  }
  await ensureMirror(db);
  const seen: Seen = { madeAt: null, at: 0, atOnce: MOST_AT_ONCE };
  return keepUp(
    services,
    PACE,
    async (stop) => {
      try {
        const more = await mirrorBatch({ services, index, seen, signal: within(stop) });
        seen.atOnce = Math.min(seen.atOnce * 2, MOST_AT_ONCE);
        return more;
      } catch (error) {
        seen.madeAt = null;
        seen.atOnce = Math.ceil(seen.atOnce / 2);
        throw error;
      }
    },
    monitor,
  );
}

const within = (stop: AbortSignal): AbortSignal => AbortSignal.any([stop, AbortSignal.timeout(PATIENCE)]);

/**
 * The state of the external index as this process last saw it. Batches become smaller when the engine is too slow for
 * them.
 */
type Seen = { madeAt: string | null; at: number; atOnce: number };
type Work = { services: Services; index: SearchIndex; seen: Seen; signal: AbortSignal };

/**
 * Sends some changes to the external engine. If it is killed, it sends them again.
 * @returns whether there may be more
 */
async function mirrorBatch(work: Work): Promise<boolean> {
  const { services, seen } = work;
  const now = services.clock.now().getTime();
  const isDue = seen.madeAt === null || now - seen.at > LOOK_AGAIN;
  // Taking the row writes to the disk, so this is not done four times a second without need.
  if (!isDue && !(await hasWork(services.db))) return false;
  return services.db.transaction(async (tx) => {
    const { index, signal } = work;
    const mirror = await takeMirror(tx);
    if (!mirror) return false;
    if (isDue) {
      const madeAt = await index.madeAt(mirror.uid);
      if (madeAt === null || madeAt !== seen.madeAt) seen.madeAt = await index.open(mirror.uid, signal);
      seen.at = now;
    }
    if (mirror.made_at !== seen.madeAt) {
      Object.assign(mirror, { made_at: seen.madeAt, filled_to: '', complete: false, sweep_at: null });
      await saveMirror(tx, mirror);
    }
    try {
      return await goOn(tx, work, mirror);
    } catch (error) {
      if (!(error instanceof OtherDimensions)) throw error;
      await index.drop(mirror.uid, signal);
      seen.madeAt = null;
      return true;
    }
  });
}

async function goOn(tx: Transaction, work: Work, mirror: Mirror): Promise<boolean> {
  const { index, seen, signal } = work;
  const notes = await readNotes(tx, seen.atOnce);
  if (mirror.sweep_at !== null && (notes[0]?.id ?? Number.POSITIVE_INFINITY) > mirror.sweep_at) {
    await index.sweep(mirror.uid, mirror.generation, signal);
    await saveMirror(tx, { ...mirror, sweep_at: null });
    return true;
  }
  if (notes.length > 0) {
    await sendChanges(tx, work, mirror, [...new Set(notes.map(({ message_id }) => message_id))]);
    await deleteNotes(
      tx,
      notes.map(({ id }) => id),
    );
    return notes.length === seen.atOnce;
  }
  if (mirror.filled_to === null) return false;
  const ids = await readIdsAfter(tx, mirror.filled_to, seen.atOnce);
  if (ids.length > 0) await sendChanges(tx, work, mirror, ids);
  const isFull = ids.length < seen.atOnce;
  const filled_to = isFull ? null : ids.at(-1)!;
  await saveMirror(tx, { ...mirror, filled_to, complete: mirror.complete || isFull });
  return true;
}

async function sendChanges(
  tx: Transaction,
  { services: { embeddings }, index, signal }: Work,
  { uid, generation }: Mirror,
  messageIds: readonly string[],
): Promise<void> {
  const rows = await readMirrored(tx, messageIds, { generation, model: embeddings?.model ?? null });
  const present = new Set(rows.map(({ id }) => id));
  const documents = rows.map((row) => ({ ...row, vector: row.vector && toNumbers(row.vector) }));
  const gone = messageIds.filter((id) => !present.has(id));
  await index.write(uid, { documents, gone, dimensions: embeddings && dimensionsOf(embeddings) }, signal);
}
