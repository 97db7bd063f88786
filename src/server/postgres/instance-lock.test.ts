import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockInstance } from './instance-lock.ts';

let dataDir: string;
let other: ChildProcess | null = null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'proofmail-lock-'));
});

afterEach(() => {
  other?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Another process that holds the lock until it is killed. */
async function startHolder(): Promise<ChildProcess> {
  const module = JSON.stringify(new URL('./instance-lock.ts', import.meta.url).href);
  const script = `
    const { lockInstance } = await import(${module});
    globalThis.lock = lockInstance(${JSON.stringify(dataDir)});
    console.log('locked');
    setInterval(() => undefined, 1000);`;
  other = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(other.stdout!, 'data');
  return other;
}

it('names the running instance that holds the directory', async () => {
  const holder = await startHolder();
  expect(() => lockInstance(dataDir)).toThrow(
    new RegExp(`used by a running Proofmail \\(pid ${holder.pid}\\)`),
  );
});

it('is free again after kill -9', async () => {
  const holder = await startHolder();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockInstance(dataDir).release();
});

it('takes a pid file for what it is: a note, not a claim', () => {
  // The pid of a running process, which is now another program.
  writeFileSync(join(dataDir, 'instance.pid'), '1\n');
  lockInstance(dataDir).release();
});

it('is exclusive within a process and free after its release', () => {
  const lock = lockInstance(dataDir);
  expect(() => lockInstance(dataDir)).toThrow(/is used by/);
  lock.release();
  lockInstance(dataDir).release();
});

it('says which directory cannot be written', () => {
  expect(() => lockInstance(join(dataDir, 'missing'))).toThrow(/cannot write to .*missing.*PM_DATA_DIR/);
});
