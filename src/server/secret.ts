import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#kernel/base/config.ts';
import { openDatabase } from '#kernel/data/database.ts';
import { secretFits } from '#kernel/keys/key-ring.ts';
import { readSecret, secretInFile } from '#kernel/keys/secret-file.ts';
import { StartError } from './start-error.ts';

const secretPath = ({ dataDir }: Config): string => join(dataDir, 'secret');

/** PM_SECRET, or the secret in the data directory, which the first start creates. */
export async function deploymentSecret(config: Config): Promise<string> {
  if (config.secret) return config.secret;
  const { secret } = await secretInFile(secretPath(config), () => randomBytes(32).toString('hex'));
  return secret;
}

/**
 * Compares the secret with the database before anything is written.
 *
 * @throws StartError if the database has keys that the secret does not open
 */
export async function assertSecretFits(config: Config, databaseUrl: string): Promise<void> {
  const path = secretPath(config);
  const secret = config.secret ?? (await readSecret(path));
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    if ((await secretFits(db, secret)) !== false) return;
    // The secret is being replaced, so the start reseals everything.
    if (config.previousSecret !== null && (await secretFits(db, config.previousSecret)) !== false) return;
  } catch {
    // The migration runs next and reports problems of the database in one line.
    return;
  } finally {
    await db.close();
  }
  if (secret === null)
    throw new StartError(
      `The secret of this database is missing. Set PM_SECRET, or restore the file ${path} from a backup.`,
    );
  const source = config.secret ? 'PM_SECRET' : `The secret in ${path}`;
  throw new StartError(`${source} is not the secret with which this database was created.`);
}
