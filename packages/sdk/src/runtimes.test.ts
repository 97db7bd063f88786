import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedProduct, serveProduct } from '../../../src/testing/served.ts';
import { expected } from './portable-fixtures.mjs';

// The built package under Deno and Bun, where they are installed, against the running product. `e2e/sdk.once.ts` does
// the same in a browser and in a worker without a page; `product.test.ts` runs its sources under Node.

const run = promisify(execFile);
const folder = resolve(import.meta.dirname, '..');
const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const [hasDeno, hasBun] = [has('deno'), has('bun')];
let product: ServedProduct;
let project = '';

beforeAll(async () => {
  if (!hasDeno && !hasBun) return;
  project = mkdtempSync(join(tmpdir(), 'proofmail-runtimes-'));
  const tsc = resolve(folder, '../../node_modules/typescript/bin/tsc');
  await run(process.execPath, [
    tsc,
    '-p',
    join(folder, 'tsconfig.build.json'),
    '--outDir',
    join(project, 'dist'),
  ]);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(project, 'main.mjs'),
    `import { uses } from ${JSON.stringify(join(import.meta.dirname, 'portable-fixtures.mjs'))};
const [url, key] = globalThis.Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await uses(await import('./dist/index.js'), { url, key })));\n`,
  );
  product = await serveProduct();
});
afterAll(async () => {
  await product?.close();
  if (project) rmSync(project, { recursive: true, force: true });
});

it.skipIf(!hasDeno)('works in Deno', () => runs('deno', 'run', '--no-prompt', '--allow-net', '--allow-read'));
it.skipIf(!hasBun)('works in Bun', () => runs('bun', 'run'));

async function runs(command: string, ...args: string[]): Promise<void> {
  const key = await product.keyOf(await product.mailbox());
  const { stdout } = await run(command, [...args, join(project, 'main.mjs'), product.url, key]);
  expect(JSON.parse(stdout)).toMatchObject(expected);
}
