import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOperations } from '#api/open-registry.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { openApiDocument } from '../openapi.ts';

// Linters and code generators themselves on the document (issue 16, point 22): what they make has to compile. Their packages
// are installed into a folder of this run, because they need another TypeScript; what is not installed on the machine
// (Python, Go, Java) is skipped. `generators.test.ts` has their rules for the gate.

const PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  '@stoplight/spectral-cli@6.16.3',
  '@redocly/cli@2.77.0',
  'typescript@5.9.3',
];
const PYTHON_PACKAGES = ['openapi-python-client==0.29.1', 'datamodel-code-generator==0.89.0'];
const OPENAPI_GENERATOR = 'openapi-generator-cli==7.26.0';
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const PATIENCE = 900_000;

const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const hasPython = has('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))');
const hasGo = has('go', 'version');
const hasJava = hasPython && has('java', '-version') && has('mvn', '--version');

let folder: string;
const outcomes: Record<string, string> = {};

const execute = promisify(execFile);
async function run(command: string, args: readonly string[], cwd = folder): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', GOBIN: join(folder, 'go-bin'), PYTHONDONTWRITEBYTECODE: '1' };
  try {
    const { stdout, stderr } = await execute(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout + stderr;
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message}\n${(stdout + stderr).slice(-4_000)}`);
  }
}
const tool = (name: string, ...args: string[]): Promise<string> =>
  run(process.execPath, [join(folder, 'node_modules/.bin', name), ...args]);
const compile = (...args: string[]): Promise<string> =>
  tool('tsc', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom', ...args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofmail-generators-'));
  const config = { publicUrl: 'https://mail.agents.test', mailDomain: 'mail.agents.test' } as never;
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(config, openOperations)));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES]);
}, PATIENCE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  reportFaults({ fault: 'generators', rounds: Object.keys(outcomes).length, counts: outcomes });
});

/** Runs one of them; its outcome is in the table. */
const tried = (name: string, isHere: boolean, run: () => Promise<void>) =>
  it.skipIf(!isHere)(
    name,
    async () => {
      outcomes[name] = 'failed';
      await run();
      outcomes[name] = 'ok';
    },
    PATIENCE,
  );

tried('spectral', true, async () => {
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  await tool('spectral', 'lint', 'openapi.json', '--fail-severity', 'warn');
});

tried('redocly', true, async () => {
  const said = await tool('redocly', 'lint', 'openapi.json', '--format', 'json');
  const { totals } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1));
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

tried('openapi-typescript and openapi-fetch', true, async () => {
  await tool('openapi-typescript', 'openapi.json', '-o', 'types.ts');
  writeFileSync(
    join(folder, 'use.ts'),
    `import createClient from 'openapi-fetch';
import type { components, paths } from './types.js';
const client = createClient<paths>({ baseUrl: 'https://mail.example.com' });
const { data } = await client.POST('/v1/identities/{identity_id}/messages', {
  params: { path: { identity_id: 'idn_1' }, header: { 'Idempotency-Key': 'a' } },
  body: { to: ['ada@example.com'], subject: 'Hi', text: 'Hi' },
});
export const message: components['schemas']['AcceptedMessage'] | undefined = data;
`,
  );
  await compile('--module', 'nodenext', '--moduleResolution', 'nodenext', 'use.ts');
});

tried('hey-api', true, async () => {
  await tool('openapi-ts', '-i', 'openapi.json', '-o', 'hey');
  await compile('--module', 'esnext', '--moduleResolution', 'bundler', 'hey/index.ts');
});

tried('openapi-python-client and datamodel-codegen', hasPython, async () => {
  await run('python3', ['-m', 'venv', 'venv']);
  const bin = (name: string): string => join(folder, 'venv/bin', name);
  await run(bin('pip'), [
    'install',
    '--quiet',
    ...PYTHON_PACKAGES,
    'httpx',
    'attrs',
    'python-dateutil',
    'pydantic',
  ]);
  await run(bin('openapi-python-client'), [
    ...['generate', '--path', 'openapi.json', '--output-path', 'client', '--meta', 'none', '--overwrite'],
  ]);
  await run(bin('python'), [
    '-c',
    'import pkgutil, importlib, client\nfor m in pkgutil.walk_packages(client.__path__, "client."): importlib.import_module(m.name)',
  ]);
  await run(bin('datamodel-codegen'), [
    ...['--input', 'openapi.json', '--input-file-type', 'openapi', '--output', 'models.py'],
    ...['--output-model-type', 'pydantic_v2.BaseModel'],
  ]);
  await run(bin('python'), ['-c', 'import models; models.Message']);
});

tried('oapi-codegen', hasGo, async () => {
  await run('go', ['install', OAPI_CODEGEN]);
  mkdirSync(join(folder, 'go'));
  writeFileSync(join(folder, 'go/go.mod'), 'module example.com/client\n\ngo 1.24\n');
  const generate = ['-generate', 'types,client', '-package', 'client', '-o', 'go/client.go', 'openapi.json'];
  await run(join(folder, 'go-bin/oapi-codegen'), generate);
  await run('go', ['mod', 'tidy'], join(folder, 'go'));
  await run('go', ['vet', './...'], join(folder, 'go'));
});

tried('openapi-generator for Java', hasJava, async () => {
  await run('python3', ['-m', 'venv', 'generator']);
  await run(join(folder, 'generator/bin/pip'), ['install', '--quiet', OPENAPI_GENERATOR]);
  const generator = join(folder, 'generator/bin/openapi-generator-cli');
  await run(generator, ['generate', '-i', 'openapi.json', '-g', 'java', '-o', 'java']);
  await run('mvn', ['--quiet', '--batch-mode', '-DskipTests', 'compile'], join(folder, 'java'));
});
