import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createApiHandler } from '#api/rest/web.ts';
import { loadConfig } from '#kernel/base/config.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { migrate } from '#server/postgres/migrate.ts';
import { createServices, type OpenServices } from '#server/services.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

// Runs the program in a separate process, for tests that kill it.

const root = resolve(import.meta.dirname, '../..');

/** The role `web` starts the console, which must have been built. */
export const consoleIsBuilt = existsSync(join(root, '.next/BUILD_ID'));

export type Program = {
  pid: number;
  /** Kills the program with SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for a clean end. */
  stop(): Promise<void>;
};

const STARTS = 5;

/**
 * Starts the program as `npm start` does, with only these variables; resolves when it is ready. If it ends before
 * that, it is started again, as a supervisor would: on a busy machine its database may not respond in time.
 * @param tree the folder with the program's files, if it is not this repository
 */
export async function startProgram(env: Record<string, string | undefined>, tree = root): Promise<Program> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryStart(env, tree);
    } catch (error) {
      if (attempt === STARTS) throw error;
    }
  }
}

async function tryStart(env: Record<string, string | undefined>, tree: string): Promise<Program> {
  const child = spawn(process.execPath, [join(tree, 'src/server/main.ts')], {
    // The program ends when the channel closes, which means that this process has ended.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PM_LOG_LEVEL: 'fatal',
      // Saves half of the CPU of a start. A clean end writes the cache, and later starts read it.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/program'),
      ...env,
    },
  });
  const end = (signal: NodeJS.Signals) => ended(child, signal);
  await new Promise<void>((done, fail) => {
    child.stdout!.on('data', (text) => String(text).includes('ready in') && done());
    child.once('exit', (code) => fail(new Error(`The program ended with ${code}.`)));
  });
  return { pid: child.pid!, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** Calls the API with the deployment's first key. */
type Post = <T = Record<string, string>>(path: string, body: unknown) => Promise<T>;

/** A data directory with the embedded database in it, used by only one program. */
export type ProgramHome = {
  dataDir: string;
  /** Does work on the database while the program is stopped. */
  offline<T>(work: (services: OpenServices, post: Post) => Promise<T>): Promise<T>;
  remove(): void;
};

export function makeProgramHome(env: Record<string, string> = {}): ProgramHome {
  const base = makeTemporaryFolder();
  const dataDir = join(base, 'data');
  // If root starts Postgres, it runs as another account, which needs access.
  mkdirSync(dataDir, { mode: 0o711 });
  const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
  return {
    dataDir,
    async offline(work) {
      const postgres = await startEmbeddedPostgres({ dataDir, log });
      try {
        await migrate(postgres.url);
        const config = loadConfig({ PM_DATA_DIR: dataDir, PM_LOG_LEVEL: 'silent', ...env });
        const services = await createServices(config, { databaseUrl: postgres.url });
        try {
          return await work(services, poster(services));
        } finally {
          await services.close();
        }
      } finally {
        await postgres.stop();
      }
    },
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

function poster(services: OpenServices): Post {
  const handle = createApiHandler(services);
  return async <T>(path: string, body: unknown) => {
    const headers = {
      authorization: `Bearer ${services.bootstrapKey.secret}`,
      'content-type': 'application/json',
    };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await handle(new Request(`http://localhost:3000${path}`, request));
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}
