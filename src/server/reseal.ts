import type { Database } from '#kernel/data/database.ts';
import { deriveKey, open, seal } from '#kernel/keys/sealing.ts';
import { lockSealed, type SealedColumn, type SealedValue, sealedColumns } from './reseal-repository.ts';
import { StartError } from './start-error.ts';

/**
 * Reseals all values that were sealed with the previous PM_SECRET with the current one, in one transaction. Values that
 * the current secret opens stay unchanged, so it can run at every start.
 * @returns the number of changed values
 * @throws StartError if neither secret opens a value
 */
export async function reseal(db: Database, previous: string, present: string): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSealed(tx);
    let count = 0;
    for (const column of sealedColumns) {
      const stored = await tx.rows<SealedValue>(column.read);
      const changed = stored.flatMap(({ context, value }) => {
        const plain = openWithPrevious(column, context, value, previous, present);
        return plain ? [{ context, value: seal(deriveKey(present, column.use), plain, context) }] : [];
      });
      if (changed.length > 0) await tx.run(column.write(changed));
      count += changed.length;
    }
    return count;
  });
}

/** Null if the current secret opens the value. */
function openWithPrevious(
  { name, use }: SealedColumn,
  context: string,
  value: Buffer,
  previous: string,
  present: string,
): Buffer | null {
  const plain = open(deriveKey(previous, use), value, context);
  if (plain || open(deriveKey(present, use), value, context)) return plain;
  throw new StartError(`Neither PM_SECRET nor PM_PREVIOUS_SECRET can decrypt the values in ${name}.`);
}
