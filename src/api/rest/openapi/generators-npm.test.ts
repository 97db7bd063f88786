import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkshop, type Workshop } from './generators-fixtures.ts';

// A linter and the code generators that come by npm, on the document itself (issue 16, point 22): no error, no warning, and
// the generated code compiles. `generators.fault.ts` has a second linter and the generators for Python, Go and Java. Skipped
// if the package registry cannot be reached.

const PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  '@redocly/cli@2.77.0',
  'typescript@5.9.3',
];
const PATIENCE = 900_000;

let workshop: Workshop;
let isRegistryHere = true;

beforeAll(async () => {
  workshop = openWorkshop();
  isRegistryHere = await workshop.run('npm', ['ping', '--fetch-retries=0']).then(
    () => true,
    () => false,
  );
  if (!isRegistryHere) console.log('Generators SKIPPED: the package registry cannot be reached.');
  else
    await workshop.run('npm', [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      ...PACKAGES,
    ]);
}, PATIENCE);
afterAll(() => workshop.remove());

const tried = (name: string, run: () => Promise<void>) =>
  it(
    name,
    async ({ skip }) => {
      skip(!isRegistryHere, 'The package registry cannot be reached.');
      await run();
    },
    PATIENCE,
  );

/** By the compiler of this repository: the one that the generators need is a program of JavaScript, and ten times slower. */
const compile = (...args: string[]): Promise<string> =>
  workshop.run(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''],
    ...args,
  ]);

tried('redocly', async () => {
  const said = await workshop.tool('redocly', 'lint', 'openapi.json', '--format', 'json');
  const { totals } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1));
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

tried('openapi-typescript and openapi-fetch', async () => {
  await workshop.tool('openapi-typescript', 'openapi.json', '-o', 'types.ts');
  writeFileSync(
    join(workshop.folder, 'use.ts'),
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

tried('hey-api', async () => {
  await workshop.tool('openapi-ts', '-i', 'openapi.json', '-o', 'hey');
  await compile('--module', 'esnext', '--moduleResolution', 'bundler', 'hey/index.ts');
});
