import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { recordEvents } from '#events/index.ts';
import type { Services } from '#kernel/operation/services.ts';
import { keyRevoked } from './events.ts';
import { revokeBuried } from './repository.ts';

/**
 * Ids of keys that were permanently removed from the published set, one per line, in the data directory, so that a
 * restored database does not bring them back.
 */
const FILE = 'revoked-keys';
const AT_ONCE = 5_000;
const KID = /^[\w-]{43}$/;

/**
 * Records revoked keys before the transaction that revokes them commits. If the commit fails, they are revoked at the
 * next start, as the caller requested.
 */
export async function buryKeys({ config }: Pick<Services, 'config'>, kids: readonly string[]): Promise<void> {
  if (kids.length === 0) return;
  const file = await open(join(config.dataDir, FILE), 'a', 0o600);
  try {
    // Begins with a line break, because an earlier write may have been cut off within a line.
    await file.appendFile(`\n${kids.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Revokes the keys that the file lists as revoked and the database does not, for example after a restore from a backup.
 * @returns the number of keys
 */
export async function revokeBuriedKeys(services: Services): Promise<number> {
  let revoked = 0;
  let batch: string[] = [];
  for await (const kid of buriedIn(services)) {
    batch.push(kid);
    if (batch.length < AT_ONCE) continue;
    revoked += await revokeAll(services, batch);
    batch = [];
  }
  return revoked + (batch.length > 0 ? await revokeAll(services, batch) : 0);
}

const revokeAll = (services: Services, kids: readonly string[]): Promise<number> =>
  services.db.transaction(async (tx) => {
    const keys = await revokeBuried(tx, kids, services.clock.now());
    await recordEvents(tx, services, keys.map(keyRevoked));
    return keys.length;
  });

async function* buriedIn({ config }: Services): AsyncGenerator<string> {
  const file = await open(join(config.dataDir, FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return;
  for await (const line of file.readLines()) if (KID.test(line)) yield line;
}
