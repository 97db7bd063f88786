import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The package as npm would install it: built, without its sources, in another project.

const run = promisify(execFile);
const folder = resolve(import.meta.dirname, '..');
const tsc = resolve(folder, '../../node_modules/typescript/bin/tsc');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
let project: string;
let installed: string;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'proofmail-package-'));
  installed = join(project, 'node_modules/proofmail');
  mkdirSync(installed, { recursive: true });
  await run(process.execPath, [
    tsc,
    '-p',
    join(folder, 'tsconfig.build.json'),
    '--outDir',
    join(installed, 'dist'),
  ]);
  cpSync(join(folder, 'package.json'), join(installed, 'package.json'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it('depends on nothing', () => {
  for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies'])
    expect(manifest).not.toHaveProperty(field);
});

it('needs nothing of Node outside its command line', () => {
  const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
  const client = files.filter((file) => file.endsWith('.js') && !file.startsWith('cli'));
  expect(client.length).toBeGreaterThan(10);
  for (const file of client) {
    const text = readFileSync(join(installed, 'dist', file), 'utf8');
    expect([file, /from ['"](?!\.)|require\(|\bBuffer\b|__dirname/.test(text)]).toEqual([file, false]);
    expect([file, /from ['"]\.[^'"]*\.ts['"]/.test(text)]).toEqual([file, false]);
  }
  expect(files.filter((file) => file.includes('.test.') || file.includes('fixtures'))).toEqual([]);
});

it('is imported, with its types', async () => {
  writeFileSync(
    join(project, 'main.ts'),
    `import { Proofmail, verifyWebhook, type Message } from 'proofmail';
const client = new Proofmail({ apiKey: null, baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
const read = (message: Message): string => message.subject;
console.log(typeof verifyWebhook, typeof client.messages.send, read.length);
`,
  );
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  await run(process.execPath, [tsc, ...flags, 'main.ts'], { cwd: project });
  writeFileSync(
    join(project, 'main.mjs'),
    "import { Proofmail } from 'proofmail';\nconsole.log(new Proofmail({}).baseUrl);\n",
  );
  const { stdout } = await run(process.execPath, ['main.mjs'], {
    cwd: project,
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
  });
  expect(stdout).toBe('http://localhost:3000\n');
});

it('has a command that runs', async () => {
  const bin = join(installed, manifest.bin.proofmail);
  expect(readFileSync(bin, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
  const { stdout } = await run(process.execPath, [bin, '--version']);
  expect(stdout).toBe(`${manifest.version}\n`);
});
