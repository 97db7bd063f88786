import { OtherDimensions, type SearchIndex } from '#adapters/search-index/port.ts';
import { MINUTE, SECOND } from '#kernel/clock.ts';
import type { Transaction } from '#kernel/database.ts';
import type { Services } from '#kernel/services.ts';
import {
  deleteNotes,
  ensureMirror,
  forgetMirror,
  type Mirror,
  readIdsAfter,
  readMirrored,
  readNotes,
  saveMirror,
  takeMirror,
} from './repository/mirror.ts';
import { toNumbers } from './semantic/vectors.ts';

const BATCH = 200;
const POLL_INTERVAL = SECOND / 4;
const LONGEST_WAIT = MINUTE / 2;
/** An index may be lost: looked at so often, because a write makes a lost one anew, without settings. */
const LOOK_AGAIN = 5 * SECOND;

export type MirrorKeeper = { close(): Promise<void> };

/**
 * Keeps the index beside the database like the one in it. Triggers note what changed, in the same transaction; the notes
 * are taken away when the index has confirmed it. While it can't be reached they wait, and searches go to Postgres. One
 * process at a time works on it. Without such an index nothing is noted.
 */
export async function startMirror(services: Services): Promise<MirrorKeeper> {
  const { searchIndex: index, db } = services;
  if (!index) {
    await forgetMirror(db);
    return { close: async () => {} };
  }
  await ensureMirror(db);
  const stop = new AbortController();
  const running = loop(services, index, stop.signal);
  return {
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

async function loop(services: Services, index: SearchIndex, stop: AbortSignal): Promise<void> {
  let wait: number = POLL_INTERVAL;
  const opened: Opened = { madeAt: null, seen: 0 };
  while (!stop.aborted) {
    try {
      while (!stop.aborted && (await mirrorBatch(services, index, opened)) !== 'idle');
      wait = POLL_INTERVAL;
    } catch (error) {
      opened.madeAt = null;
      if (stop.aborted) return;
      services.log.warn({ detail: String(error).slice(0, 300) }, 'Meilisearch is behind; trying again');
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    await slept(wait, stop);
  }
}

type Opened = { madeAt: string | null; seen: number };

/** Tells the index of some changes. Killed anywhere, it tells them again. */
const mirrorBatch = (services: Services, index: SearchIndex, opened: Opened): Promise<'idle' | 'more'> =>
  services.db.transaction(async (tx) => {
    const mirror = await takeMirror(tx);
    if (!mirror) return 'idle';
    const now = services.clock.now().getTime();
    if (opened.madeAt === null || now - opened.seen > LOOK_AGAIN) {
      const madeAt = await index.madeAt(mirror.uid);
      if (madeAt === null || madeAt !== opened.madeAt) opened.madeAt = await index.open(mirror.uid);
      opened.seen = now;
    }
    if (mirror.made_at !== opened.madeAt) {
      Object.assign(mirror, { made_at: opened.madeAt, filled_to: '', complete: false, sweep_at: null });
      await saveMirror(tx, mirror);
    }
    try {
      return await goOn(tx, services, index, mirror);
    } catch (error) {
      if (!(error instanceof OtherDimensions)) throw error;
      await index.drop(mirror.uid);
      opened.madeAt = null;
      return 'more';
    }
  });

async function goOn(
  tx: Transaction,
  services: Services,
  index: SearchIndex,
  mirror: Mirror,
): Promise<'idle' | 'more'> {
  const notes = await readNotes(tx, BATCH);
  if (mirror.sweep_at !== null && (notes[0]?.id ?? Number.POSITIVE_INFINITY) > mirror.sweep_at) {
    await index.sweep(mirror.uid, mirror.generation);
    await saveMirror(tx, { ...mirror, sweep_at: null });
    return 'more';
  }
  if (notes.length > 0) {
    await tell(tx, services, index, mirror, [...new Set(notes.map(({ message_id }) => message_id))]);
    await deleteNotes(
      tx,
      notes.map(({ id }) => id),
    );
    return notes.length === BATCH ? 'more' : 'idle';
  }
  if (mirror.filled_to === null) return 'idle';
  const ids = await readIdsAfter(tx, mirror.filled_to, BATCH);
  if (ids.length > 0) await tell(tx, services, index, mirror, ids);
  const isFull = ids.length < BATCH;
  const filled_to = isFull ? null : ids.at(-1)!;
  await saveMirror(tx, { ...mirror, filled_to, complete: mirror.complete || isFull });
  return 'more';
}

async function tell(
  tx: Transaction,
  { embeddings }: Services,
  index: SearchIndex,
  { uid, generation }: Mirror,
  messageIds: readonly string[],
): Promise<void> {
  const rows = await readMirrored(tx, messageIds, { generation, model: embeddings?.model ?? null });
  const present = new Set(rows.map(({ id }) => id));
  const documents = rows.map((row) => ({ ...row, vector: row.vector && toNumbers(row.vector) }));
  const gone = messageIds.filter((id) => !present.has(id));
  await index.write(uid, documents, gone);
}

const slept = (milliseconds: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stop.addEventListener('abort', end);
    if (stop.aborted) end();
  });
