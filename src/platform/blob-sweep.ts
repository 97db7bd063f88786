import type { MaintenanceContext, MaintenanceTask } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { listBlobReferences } from '#kernel/data/blob-references.ts';
import { countBlobs, findBlobIds, sweepBlobs } from './repository.ts';

/** Younger blobs may be staged for a row that is not committed yet. */
const GRACE = DAY;
const BATCH = 500;

/**
 * Deletes blobs that no row refers to, then stored objects without a blob. If the process dies between the two, the
 * next run finds the remaining objects.
 */
export const blobSweep: MaintenanceTask = {
  name: 'blob_sweep',
  daily: true,
  async run(context) {
    const before = after(context.services.clock.now(), -GRACE);
    const blobs = await sweepRows(context, before);
    const objects = await sweepObjects(context, before);
    context.services.log.info({ blobs, objects }, 'deleted unreferenced blobs');
  },
};

async function sweepRows({ services, signal, progress }: MaintenanceContext, before: Date): Promise<number> {
  const { db, blobs } = services;
  const references = await listBlobReferences(db);
  const total = await countBlobs(db, before);
  let [beyond, done, swept]: [string | null, number, number] = ['', 0, 0];
  while (beyond !== null && !signal.aborted) {
    const page = await sweepBlobs(db, references, { beyond, before, take: BATCH });
    await Promise.all(page.object_keys.map((key) => blobs.delete(key)));
    [beyond, done, swept] = [page.last, done + page.seen, swept + page.swept];
    await progress(done, Math.max(done, total));
  }
  return swept;
}

async function sweepObjects({ services, signal }: MaintenanceContext, before: Date): Promise<number> {
  let swept = 0;
  let batch: string[] = [];
  const sweepBatch = async () => {
    const known = await findBlobIds(services.db, batch.map(blobIdOf));
    const unknown = batch.filter((key) => !known.has(blobIdOf(key)) || isPartial(key));
    await Promise.all(unknown.map((key) => services.blobs.delete(key)));
    swept += unknown.length;
    batch = [];
  };
  for await (const key of services.blobs.listOlder(before)) {
    if (signal.aborted) return swept;
    if (KEY_OF_BLOB.test(key)) batch.push(key);
    if (batch.length === BATCH) await sweepBatch();
  }
  await sweepBatch();
  return swept;
}

/** The keys that `kernel/blobs.ts` creates; a crash leaves a `.partial` object. Other objects are not touched. */
const KEY_OF_BLOB = /^[0-9A-Z]{2}\/[0-9A-Z]{2}\/([0-9A-HJKMNP-TV-Z]{26})(\.partial)?$/;
const blobIdOf = (key: string): string => KEY_OF_BLOB.exec(key)![1]!;
const isPartial = (key: string): boolean => key.endsWith('.partial');
