import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';
import { findLauncher, type Launcher, postgresEnvironment } from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { createCluster, databaseName, passwordFile, roleName } from './postgres-cluster.ts';
import { stopOrphanedPostgres } from './postgres-orphan.ts';

export type EmbeddedPostgresOptions = {
  /** Directory that holds the cluster as `postgres/`; created by the caller. */
  dataDir: string;
  log: Pick<Logger, 'debug' | 'warn' | 'error'>;
  /** Trades durability for speed (fsync off), for temporary test clusters. */
  throwaway?: boolean;
  /** The memory settings: for a small machine, unless it is a dedicated machine. */
  size?: keyof typeof memorySettings;
  /** More settings, as `name=value`; a bench uses them to load statement statistics. */
  settings?: readonly string[];
};

export type EmbeddedPostgres = {
  /** Connection string for `pg`, including the password. */
  url: string;
  /** Shuts the server down cleanly (checkpoint, then exit). Safe to call twice. */
  stop(): Promise<void>;
  /** Resolves with a reason when the server ends without `stop()`; otherwise never. */
  lost: Promise<string>;
};

type Endpoint = { settings: string[]; urlFor(password: string): string };

const socketPort = 5432;
// sockaddr_un.sun_path without the terminating NUL.
const socketPathLimit = process.platform === 'darwin' ? 103 : 107;
const stopTimeoutMs = 60_000;
const survivorWaitMs = 250;
const maxStartAttempts = 120;

const baseSettings = [
  'checkpoint_timeout=15min',
  'random_page_cost=1.1',
  'jit=off',
  // Most reads come from memory, so worker processes for asynchronous reads would only cost memory here.
  'io_method=sync',
  'max_parallel_workers_per_gather=0',
  'timezone=UTC',
  'log_destination=stderr',
  'logging_collector=off',
  'log_line_prefix=',
  // Errors reach the client, which logs them with the request. Statements and row values (the DETAIL of a
  // violated constraint) can contain mail, which must never be logged.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
];
/** On a small machine, the system's file cache is more useful than a second copy in Postgres' buffers. */
const memorySettings = {
  // Merging the index of words uses all the memory that maintenance may have, and the connection keeps it.
  small: [
    'shared_buffers=64MB',
    'effective_cache_size=512MB',
    'max_wal_size=1GB',
    'maintenance_work_mem=16MB',
  ],
  large: ['shared_buffers=1GB', 'effective_cache_size=3GB', 'max_wal_size=4GB', 'maintenance_work_mem=256MB'],
};
const durableSettings = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'max_connections=60'];
const throwawaySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum_naptime=1h',
  'max_connections=300',
];

// The subshell never outlives us: when our process dies, in whatever way, the pipe on its stdin ends and the
// server gets the signal for a clean shutdown. `exec` keeps the pid, and the double fork prevents the guard
// from being an unexpected child of the server. A line on the pipe means "already stopped".
const guardedExec = [
  'exec 3<&0 </dev/null',
  '( ( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 & )',
  'exec "$@" 3<&-',
].join('\n');

/**
 * Starts the PostgreSQL 18 of the npm packages, and creates the cluster the first time.
 * It listens on a Unix socket inside the cluster directory (0700), or on a free port of 127.0.0.1 when that path is
 * too long for a socket. Both need a random password (scram-sha-256) that is stored in the cluster. A server that a
 * killed instance left running is stopped first. The caller holds the instance lock.
 * @throws StartError if this machine or directory does not allow it, with instructions
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries();
  const dataDir = realpathSync(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const launcher = await findLauncher(binaries, dataDir, clusterDir);
  if (await isMissing(clusterDir)) {
    await createCluster({ binaries, launcher, dataDir, clusterDir, sync: !options.throwaway });
  } else {
    await assertUsable(clusterDir, launcher);
    if (await stopOrphanedPostgres(clusterDir))
      options.log.warn('stopped the embedded Postgres of an instance that was killed');
  }
  const password = (await readFile(passwordFile(clusterDir), 'utf8')).trim();
  return startServer({ ...options, binaries, launcher, clusterDir, password });
}

async function isMissing(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) === null;
}

async function assertUsable(clusterDir: string, launcher: Launcher): Promise<void> {
  const owner = (await stat(clusterDir)).uid;
  const needed = launcher.account?.uid ?? process.getuid?.();
  if (owner !== needed) {
    throw new StartError(
      `${clusterDir} belongs to the account ${owner}. Start Proofmail as that account, or as root.`,
    );
  }
  const version = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const available = /\) (\d+)/.exec(launcher.version)?.[1];
  if (version !== available) {
    throw new StartError(
      `${clusterDir} was written by PostgreSQL ${version || '(unknown)'}, but this Proofmail contains ${available}. ` +
        'Start the Proofmail release that wrote it, or move the data with pg_dump.',
    );
  }
}

type ServerOptions = EmbeddedPostgresOptions & {
  binaries: PostgresBinaries;
  launcher: Launcher;
  clusterDir: string;
  password: string;
};

async function startServer(options: ServerOptions): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt++) {
    const endpoint = await chooseEndpoint(options.clusterDir);
    const server = spawnServer(options, endpoint);
    const failure = await server.ready;
    if (failure === null) {
      return { url: endpoint.urlFor(options.password), stop: server.stop, lost: server.lost };
    }
    if (attempt >= maxStartAttempts || !isTemporary(failure)) {
      throw new StartError(`Postgres did not start: ${failure}`);
    }
    await delay(survivorWaitMs);
  }
}

// A backend of a killed server may finish its statement before it notices; a free port may be taken by another.
function isTemporary(failure: string): boolean {
  return /pre-existing shared memory block|could not (bind|create any TCP\/IP sockets)/.test(failure);
}

async function chooseEndpoint(clusterDir: string): Promise<Endpoint> {
  const socketPath = join(clusterDir, `.s.PGSQL.${socketPort}`);
  if (Buffer.byteLength(socketPath) <= socketPathLimit) {
    return {
      settings: [
        'listen_addresses=',
        `unix_socket_directories=${quoteListItem(clusterDir)}`,
        `port=${socketPort}`,
      ],
      urlFor: (password) =>
        `${urlPrefix(password)}@localhost/${databaseName}?host=${encodeURIComponent(clusterDir)}`,
    };
  }
  const port = await freePort();
  return {
    settings: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`],
    urlFor: (password) => `${urlPrefix(password)}@127.0.0.1:${port}/${databaseName}`,
  };
}

function urlPrefix(password: string): string {
  return `postgresql://${roleName}:${password}`;
}

function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

type Server = { ready: Promise<string | null>; stop(): Promise<void>; lost: Promise<string> };

function spawnServer(options: ServerOptions, endpoint: Endpoint): Server {
  const child = spawnGuarded(options, endpoint);
  let stopping = false;
  const messages: string[] = [];
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      child.stdin?.end('stopped\n');
      resolve(messages.at(-1) ?? `it ended with ${signal ?? `code ${code}`}`);
    });
  });
  const ready = new Promise<string | null>((resolve) => {
    exited.then(resolve);
    createInterface({ input: child.stderr! }).on('line', (line) => {
      if (line.includes('database system is ready to accept connections')) resolve(null);
      if (/^(FATAL|PANIC)/.test(line)) messages.push(line);
      forwardLogLine(options.log, line, stopping);
    });
  });
  const lost = new Promise<string>((resolve) => {
    exited.then((reason) => stopping || resolve(reason));
  });
  const stop = async () => {
    stopping = true;
    await stopServer(child, exited);
  };
  return { ready, stop, lost };
}

function spawnGuarded(options: ServerOptions, endpoint: Endpoint): ChildProcess {
  const { launcher, binaries, clusterDir } = options;
  const settings = [
    ...baseSettings,
    ...memorySettings[options.size ?? 'small'],
    ...(options.throwaway ? throwawaySettings : durableSettings),
    ...(options.settings ?? []),
  ];
  const { file, args, account } = launcher.invocation('/bin/sh', [
    '-c',
    guardedExec,
    'sh',
    binaries.postgres,
    '-D',
    clusterDir,
    ...[...settings, ...endpoint.settings].flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(file, args, {
    ...account,
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A separate session, so that Ctrl-C reaches only us. We stop the server after the last job has finished.
    detached: true,
  });
  // The guard process may have ended before it gets our last message.
  child.stdin?.on('error', () => undefined);
  return child;
}

async function stopServer(child: ChildProcess, exited: Promise<string>): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, then a checkpoint.
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
  await exited;
  clearTimeout(timer);
}

function forwardLogLine(log: EmbeddedPostgresOptions['log'], line: string, stopping: boolean): void {
  const message = `postgres: ${line}`;
  if (line.startsWith('PANIC')) log.error(message);
  else if (line.startsWith('FATAL') && !stopping) log.warn(message);
  else log.debug(message);
}
