import { type Config, platformKeyPath } from '#kernel/base/config.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { usualPermissions } from '#kernel/catalogue/permissions.ts';
import type { Database } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import { secretInFile } from '#kernel/keys/secret-file.ts';
import { findBySecretHashes, insertKey } from './repository.ts';
import { hashSecret, newSecret, prefixOf, SECRET_FORM } from './secret.ts';

/** The place of the platform key, and its secret if it was just created. */
export type BootstrapKey = { path: string | null; secret: string | null };

/**
 * The platform key of the first start (decisions.md, PM_BOOTSTRAP_KEY): the given secret, or a generated one that is
 * written to the data directory before the database knows it, so that a crash in between loses nothing. A revoked key
 * stays revoked.
 */
export async function ensureBootstrapKey(db: Database, config: Config): Promise<BootstrapKey> {
  if (config.bootstrapKey) {
    await register(db, config.bootstrapKey);
    return { path: null, secret: null };
  }
  const path = platformKeyPath(config);
  const { secret } = await secretInFile(path, () => newSecret('live'));
  if (!SECRET_FORM.test(secret))
    throw new Error(`${path} does not contain an API key. Delete the file to get a new one.`);
  const isNew = await register(db, secret);
  return { path, secret: isNew ? secret : null };
}

/** Registers the key under a lock, so that processes that start together find each other's key. */
const register = (db: Database, secret: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockNames(tx, 'api-keys', ['bootstrap']);
    const hash = hashSecret(secret);
    if ((await findBySecretHashes(tx, [hash])).length > 0) return false;
    await insertKey(tx, {
      identity_ids: [],
      tools: [],
      id: newId('key'),
      name: 'Platform key of the first start',
      level: 'platform',
      mode: secret.startsWith('pmk_test_') ? 'test' : 'live',
      partner_id: null,
      tenant_id: null,
      identity_id: null,
      permissions: usualPermissions('platform'),
      expires_at: null,
      secret_hash: hash,
      allowed_cidrs: [],
      prefix: prefixOf(secret),
      created_by_key_id: null,
      mcp_view: null,
      created_by_user_id: null,
    });
    return true;
  });
