import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { migrate } from '#server/postgres/migrate.ts';

const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };

/** The ways to interrupt a database. */
export const interruptions = ['terminate', 'kill -9', 'restart', 'crash', 'refuse'] as const;
export type Interruption = (typeof interruptions)[number];

export type FaultyPostgres = {
  url: string;
  /** Interrupts the database. Resolves when it accepts connections again. */
  interrupt(kind: Interruption): Promise<void>;
  /** Runs statements as superuser on a separate connection. */
  administer(...statements: string[]): Promise<pg.QueryResult>;
  close(): Promise<void>;
};

/** A separate migrated cluster that tests may restart and kill. Its address stays the same. */
export async function startFaultyPostgres(): Promise<FaultyPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'proofmail-faults-'));
  // mkdtemp creates the folder with mode 0700. If root starts Postgres, it runs as another account, which needs access.
  await chmod(dataDir, 0o711);
  // This cluster is durable, unlike that of other tests, because a crash must not lose committed data.
  const start = () => startEmbeddedPostgres({ dataDir, log });
  let postgres: EmbeddedPostgres = await start();
  const { url } = postgres;
  await migrate(url);

  const administer = async (...statements: string[]) => {
    // It connects to another database, because it must get in while the tested one refuses connections.
    const client = new pg.Client({ connectionString: url.replace('/proofmail?', '/postgres?') });
    await client.connect();
    try {
      let result: pg.QueryResult | undefined;
      for (const statement of statements) result = await client.query(statement);
      return result!;
    } finally {
      await client.end();
    }
  };
  const answers = async (): Promise<void> => {
    for (;;) {
      const answered = await administer('select 1').catch(() => null);
      if (answered) return;
      await delay(50);
    }
  };
  const terminateAll = `
    select pg_terminate_backend(pid) from pg_stat_activity where datname = 'proofmail' and pid <> pg_backend_pid()`;
  const kinds: Record<Interruption, () => Promise<unknown>> = {
    terminate: () => administer(terminateAll),
    'kill -9': async () => {
      const { rows } = await administer(`
        select pid from pg_stat_activity where datname = 'proofmail' order by random() limit 1`);
      if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
      // Postgres then ends all other backends too, and recovers.
      await delay(200);
    },
    restart: async () => {
      await postgres.stop();
      postgres = await start();
    },
    crash: async () => {
      const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
      const ended = postgres.lost;
      process.kill(Number(pid), 'SIGQUIT');
      await ended;
      postgres = await start();
    },
    refuse: async () => {
      await administer('alter database proofmail allow_connections false', terminateAll);
      await delay(2_000);
      await administer('alter database proofmail allow_connections true');
    },
  };
  return {
    url,
    administer,
    interrupt: async (kind) => {
      await kinds[kind]();
      await answers();
    },
    close: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
