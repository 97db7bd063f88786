import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mcpClients } from '../app/console/developers/connect-snippets.ts';
import { firstCalls, shellSetup } from '../app/console/first-calls/first-calls.ts';
import { knownVariables, loadConfig } from '../src/kernel/base/config.ts';

// What README.md and docs/ say is held against what is there, so that the two never differ.

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const readme = read('README.md');

describe('the variables of the README', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z0-9_]+)` +\| (.+?) +\| .+ \|$/gm)].map(([, name, value]) => ({
    name: name!,
    value: value!,
  }));

  const schema =
    /const environment = z\.object\(\{(.*?)^\}\);/ms.exec(read('src/kernel/base/config.ts'))?.[1] ?? '';
  const outside = ['config-outside.ts', 'stripe-config.ts', 'identity-providers.ts'].flatMap((file) =>
    [...read(`src/kernel/base/${file}`).matchAll(/^export const \w+Variables = \{(.*?)^\};/gms)].map(
      ([, variables]) => variables!,
    ),
  );
  const entries = new Map(
    [schema.replace(/^ {2}\.\.\.\w+,\n/gm, ''), ...outside]
      .join('')
      .split(/^ {2}(?=[A-Z0-9_]+:)/m)
      .map((entry) => [entry.split(':', 1)[0]!, entry]),
  );
  entries.delete('\n');

  it('are those of the schema, no more and no fewer', () => {
    expect(entries.size).toBeGreaterThan(15);
    expect(rows.map(({ name }) => name).sort()).toEqual([...entries.keys()].sort());
    expect(rows.filter(({ name }) => !knownVariables.has(name))).toEqual([]);
  });

  const literal = rows.filter(({ value }) => value.startsWith('`'));
  const started = { NODE_ENV: 'production' };

  it.each(literal)('$name has the default $value', ({ name, value }) => {
    const given = value.replaceAll('`', '').replace('$PORT', '3000');
    expect(loadConfig({ ...started, [name]: given })).toEqual(loadConfig(started));
  });

  it('without a default in the schema say so', () => {
    const shown = rows.filter((row) => !literal.includes(row)).map(({ name }) => name);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((name) => !/\.optional\(\)|\.default\(\[\]\)/.test(entries.get(name) ?? ''))).toEqual(
      [],
    );
  });
});

describe('the first five calls', () => {
  const deployment = {
    apiUrl: 'http://localhost:3000',
    mailDomain: 'mail.localhost',
    smtpAddress: '127.0.0.1:2525',
    capturesMail: true,
    keyPlace: '.data/platform-key',
    keyExpression: '$(cat .data/platform-key)',
    providers: [],
  };

  // e2e/first-calls.once.ts runs the console's for real.
  it('are those of the console, in order', () => {
    const shown = [...readme.matchAll(/^```sh\n([^`]*)\n```$/gm)].map((found) => found[1]);
    const snippets = [shellSetup(deployment), ...firstCalls(deployment).map(({ snippet }) => snippet)];
    expect(shown.slice(1)).toEqual(snippets);
  });
});

it('the commands of the README are all there are', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = new Set([...readme.matchAll(/`npm (?:run )?([\w:]+)/g)].map((found) => found[1]));
  expect([...named].sort()).toEqual(Object.keys(scripts).sort());
});

describe.each(['README.md', 'docs/architecture.md', 'docs/operations.md'])('%s', (file) => {
  const text = read(file);

  it('names only files that are there', () => {
    const paths = [...text.matchAll(/`((?:src|app|prisma|scripts|bench|e2e|docs)\/[\w./-]*)`/g)].map(
      (found) => found[1]!,
    );
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((found) =>
      join(dirname(file), found[1]!),
    );
    expect([...paths, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('the set-up of MCP clients in docs/connect', () => {
  const clients = mcpClients({ apiUrl: 'http://localhost:3000' });
  const pageOf = (name: string): string =>
    read(`docs/connect/${name === 'Other (stdio)' ? 'stdio' : name.toLowerCase().replaceAll(' ', '-')}.md`);
  const plain = (text: string): unknown => text.replace(/\s*\\\n\s*/g, ' ').trim();

  it.each(clients)('of %s is what the console offers', (name, { text, language, caption }) => {
    const page = pageOf(name);
    const [, block = ''] = /^```(?:sh|json|toml)\n(.*?)^```/ms.exec(page) ?? [];
    if (language === 'json') expect(JSON.parse(block)).toEqual(JSON.parse(text));
    else expect(plain(block)).toBe(plain(text));
    if (/[./]/.test(caption))
      expect(page).toContain(/^[^ ,]+/.exec(caption)?.[0].replace('settings.json', 'settings'));
  });
});
