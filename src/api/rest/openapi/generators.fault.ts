import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { reportFaults } from '#testing/fault-report.ts';
import { openWorkshop, type Workshop } from './generators-fixtures.ts';

// Code generators for Python, Go and Java on the document (issue 16, point 22): the generated code has to compile. Those
// that are not installed on the machine are skipped. `generators-npm.test.ts` has those that come by npm, in the gate,
// with one of the two linters, because the other one takes as much CPU as all of them together.

const PYTHON_PACKAGES = ['openapi-python-client==0.29.1', 'datamodel-code-generator==0.89.0'];
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';
const OPENAPI_GENERATOR = 'openapi-generator-cli==7.26.0';
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const PATIENCE = 900_000;

const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const hasPython = has('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))');
const hasGo = has('go', 'version');
const hasJava = hasPython && has('java', '-version') && has('mvn', '--version');

let workshop: Workshop;
let folder: string;
const run = (...args: Parameters<Workshop['run']>): Promise<string> => workshop.run(...args);
const outcomes: Record<string, string> = {};

beforeAll(() => {
  workshop = openWorkshop();
  folder = workshop.folder;
});
afterAll(() => {
  workshop.remove();
  reportFaults({ fault: 'generators', rounds: Object.keys(outcomes).length, counts: outcomes });
});

/** Runs a generator and adds its outcome to the table. */
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

tried('spectral', has('npm', 'ping', '--fetch-retries=0'), async () => {
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', SPECTRAL]);
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  await workshop.tool('spectral', 'lint', 'openapi.json', '--fail-severity', 'warn');
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
