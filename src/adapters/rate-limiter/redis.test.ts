import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redisRateLimiter } from './redis.ts';

// Rate limits that several processes share in Redis (spec 8.1). Requests continue without it.

const redisServer = [
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
].find((path) => existsSync(path));

type LogLine = { level: number; msg: string };

function recordingLog() {
  const lines: LogLine[] = [];
  const log = pino(
    { level: 'info' },
    { write: (text: string) => void lines.push(JSON.parse(text) as LogLine) },
  );
  return { log, warnings: () => lines.filter((line) => line.level === 40), lines };
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('It did not happen within 10 seconds.');
    await sleep(20);
  }
}

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function open(port: number, log = recordingLog().log) {
  const limiter = redisRateLimiter(`redis://127.0.0.1:${port}`, log);
  closing.push(() => limiter.close());
  return limiter;
}

describe.skipIf(!redisServer)('with a redis-server', () => {
  let port: number;
  let folder: string;
  let server: ChildProcess;

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    server = spawn(redisServer!, options, { stdio: 'ignore' });
    await until(() => answers(port));
  }

  async function stop(): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proofmail-redis-'));
    port = await freePort();
    await start();
  });

  afterAll(async () => {
    if (server.exitCode === null && server.signalCode === null) await stop();
    await rm(folder, { recursive: true });
  });

  it('shares the counts of two processes, apart for each bucket and holder', async () => {
    const { log, warnings } = recordingLog();
    const [one, other] = [open(port, log), open(port, log)];
    const taken = [];
    for (let turn = 0; turn < 4; turn += 1)
      taken.push(await (turn % 2 ? one : other).consume('search', 'key_a', 3));
    expect(taken.map((state) => state.allowed)).toEqual([true, true, true, false]);
    expect(taken[3]!.resetSeconds).toBeGreaterThanOrEqual(1);
    expect(taken[3]!.resetSeconds).toBeLessThanOrEqual(60);
    expect((await one.consume('search', 'key_b', 3)).allowed).toBe(true);
    expect((await one.consume('agentic', 'key_a', 3)).allowed).toBe(true);
    expect(warnings()).toEqual([]);
  });

  it('gives out no more than the limit when many ask at once', async () => {
    const limiters = [open(port), open(port)];
    const states = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => limiters[turn % 2]!.consume('send', 'idn_x', 20)),
    );
    expect(states.filter((state) => state.allowed)).toHaveLength(20);
  });

  it('goes on, still limited, while Redis is down, warns once, and shares again afterwards', async () => {
    const { log, warnings, lines } = recordingLog();
    const limiter = open(port, log);
    const shared = async () => {
      await limiter.consume('api', 'probe', 1_000);
      return lines.at(-1)?.msg.startsWith('Redis responds again') === true;
    };
    await limiter.consume('api', 'first', 10);
    await stop();
    const states = [];
    for (let turn = 0; turn < 5; turn += 1) states.push(await limiter.consume('api', 'key_down', 3));
    expect(states.map((state) => state.allowed)).toEqual([true, true, true, false, false]);
    expect(warnings()).toHaveLength(1);
    await start();
    await until(shared);
    expect(warnings()).toHaveLength(1);
  });
});

it('does not wait for a Redis that takes connections and says nothing', async () => {
  const sockets: Socket[] = [];
  const silent: Server = createServer((socket) => void sockets.push(socket));
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, '127.0.0.1', () => resolve((silent.address() as { port: number }).port));
  });
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => silent.close(resolve));
  });
  const { log, warnings } = recordingLog();
  const limiter = open(port, log);
  for (let turn = 0; turn < 20; turn += 1) await limiter.consume('api', 'key_a', 600);
  expect(warnings()).toHaveLength(1);
});
