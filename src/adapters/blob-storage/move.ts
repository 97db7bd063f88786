import { atMost } from '#kernel/base/at-most.ts';
import { type BlobStorage, ObjectMissing, PARTIAL } from '#kernel/ports/blob-storage.ts';

/** The number of objects that are moved at the same time; at most one part of each is in memory. */
const AT_ONCE = 8;

export type Moved = { moved: number; bytes: number; there: number; gone: number };

/**
 * Moves every complete object from one place to the other, while processes that read from both keep running
 * (`twoPlaces`). An object is deleted from its old place only after the new place has confirmed it with the same size.
 * It can be run again, also after a kill, and then continues. @param keep also leaves the objects in the old place
 */
export async function moveBlobs(
  from: BlobStorage,
  to: BlobStorage,
  { keep = false, signal }: { keep?: boolean; signal?: AbortSignal } = {},
): Promise<Moved> {
  const moved: Moved = { moved: 0, bytes: 0, there: 0, gone: 0 };
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const inTurn = atMost(AT_ONCE);
  const now = new Date();
  for await (const key of from.listOlder(now)) {
    if (signal?.aborted || failures.length > 0) break;
    if (key.endsWith(PARTIAL) || !key.includes('/')) continue;
    const work = inTurn(() => moveOne(from, to, { key, keep, moved }))
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(work));
    running.add(work);
    if (running.size >= 2 * AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return moved;
}

async function moveOne(
  from: BlobStorage,
  to: BlobStorage,
  { key, keep, moved }: { key: string; keep: boolean; moved: Moved },
): Promise<void> {
  const [here, there] = await Promise.all([from.size(key), to.size(key)]);
  if (here === null) {
    moved.gone += 1;
    return;
  }
  if (there === here) {
    moved.there += 1;
  } else {
    try {
      await to.put(key, await from.stream(key));
    } catch (error) {
      // The object was deleted after it was listed.
      if (!(error instanceof ObjectMissing)) throw error;
      moved.gone += 1;
      return;
    }
    if ((await to.size(key)) !== here) throw new Error(`${key} did not arrive whole. Nothing was deleted.`);
    moved.moved += 1;
    moved.bytes += here;
  }
  if (!keep) await from.delete(key);
}
