import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsIn, citationsIn, linksIn, targetsIn } from './spec/citations.ts';
import { undescribedLimits } from './spec/limit-rows.ts';
import { blocksIn, fillBlocks } from './spec/markdown.ts';
import { errorCatalogue, eventTypes, operations, permissions, policyEntries } from './spec/sources.ts';
import {
  document,
  readSpec,
  root,
  selectOperations,
  shapeNames,
  specFiles,
  writeBlock,
} from './spec-tables.ts';

const files = specFiles();
const texts = new Map(files.map((file) => [file, readSpec(file)]));
const all = [...texts.values()].join('\n');
const blocks = [...texts.values()].flatMap(blocksIn);

describe('the generated tables of docs/spec', () => {
  it.each(files)('are up to date in %s (npx node scripts/spec-tables.ts)', (file) => {
    const text = texts.get(file)!;
    expect(fillBlocks(text, writeBlock)).toBe(text);
  });

  it('hold every operation once, with its inputs', () => {
    const listed = (kind: string) =>
      blocks
        .map((block) => block.split(' '))
        .filter(([name]) => name === kind)
        .flatMap(([, ...names]) => selectOperations(names).map(({ name }) => name));
    expect(listed('operations').sort()).toEqual(operations.map(({ name }) => name).sort());
    expect(new Set(listed('inputs')).size).toBe(listed('inputs').length);
  });

  it('hold every shape of the API', () => {
    const inText = new Set(
      blocks.flatMap((block) => (block.startsWith('shape ') ? block.split(' ')[1]! : [])),
    );
    // Told elsewhere: the policy has a table of its own, and the others are a few fields of a shape beside them.
    const toldInWords = [
      'Recipient',
      'QuarantinedMessage',
      'TenantPolicy',
      'TenantPolicyPatch',
      'Health',
      'HookTaken',
      'Plans',
      'SignInDone',
      'SessionInfo',
      'PasskeyOptions',
      'Security',
      'ResetFactors',
      'Readiness',
      'WebhookPayload',
      'OAuthClient',
      'OAuthDevice',
      'OAuthMetadata',
      'OAuthTokens',
    ];
    const summaries = ['CapturedMailSummary', 'RelatedMessages', 'TenantAgenticResult'];
    const missing = shapeNames().filter((name) => ![...inText, ...toldInWords, ...summaries].includes(name));
    expect(missing).toEqual([]);
  });

  it('hold every limit', () => {
    expect(undescribedLimits()).toEqual([]);
  });
});

const SOURCE = /\.(ts|tsx|mts|mjs|css|md|prisma|sql)$/;
const folders = ['src', 'app', 'e2e', 'bench', 'inngest', 'prisma/schema', 'scripts', 'docs'];
const own = /^(docs\/spec\/|scripts\/spec[./]|src\/generated\/)/;

const sources = [
  ...folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name))),
    ),
  ...readdirSync(root),
]
  .map((file) => file.split(sep).join('/'))
  .filter((file) => SOURCE.test(file) && !own.test(file) && !file.includes('node_modules/'));

const chapters = files.filter((file) => /^\d/.test(file)).map((file) => texts.get(file)!);
const targets = targetsIn(chapters, texts.get('decisions.md')!);
const cite = (text: string): string[] =>
  citationsIn('test.ts', text, targets).flatMap(({ missing }) => missing);

describe('citations of the specification', () => {
  const citations = sources.flatMap((file) =>
    citationsIn(file, readFileSync(join(root, file), 'utf8'), targets),
  );

  it('have a target in docs/spec', () => {
    expect(citations.length).toBeGreaterThan(100);
    const broken = citations.filter(({ missing }) => missing.length > 0);
    expect(broken.map(({ file, text, missing }) => `${file}: ${missing.join(', ')} (${text})`)).toEqual([]);
  });

  it('say `spec`, as the folder is called', () => {
    const old = sources.filter((file) => /\binterface-spec/i.test(readFileSync(join(root, file), 'utf8')));
    expect(old).toEqual([]);
  });

  it.each([
    'spec 4.6',
    'spec 4.6 rule 5, 8.2',
    'spec 4.6 rules 1 to 8',
    'spec 4.1: Hosts',
    'spec decisions: Thread token',
    'spec decisions: PM_SECRET',
    'spec 2.9, 4.10, 5; one-time secrets 4.1 rule 6',
    'spec 4.6 (Sending, rules 1, 2, 4 to 7), 8.2',
    'Specification: sections 2.6 and 8.2',
    'decisions.md section 3 (Identity signing key, Assertion, HTTP signature)',
    'decisions 1, `PM_BASIC_TRANSPORT=capture`',
  ])('are understood: %s', (text) => {
    expect(citationsIn('test.ts', text, targets)).toHaveLength(1);
    expect(cite(text)).toEqual([]);
  });

  it.each([
    ['spec 4.6, 4.15', '4.15'],
    ['spec 4.6 rule 11', '4.6 rule 11'],
    ['spec 4.1: Guests', '4.1: Guests'],
    ['spec decisions: Thread joke', 'decisions: Thread joke'],
    ['spec 2.6 and\n * 8.7', '8.7'],
    ['decisions.md section 7', 'decisions 7'],
    ['decisions.md, Treads', 'decisions, Treads'],
  ])('without a target are found: %s', (text, missing) => {
    expect(cite(text)).toEqual([missing]);
  });
});

describe('a part that is not built yet', () => {
  const quotations = [...all.matchAll(/^> \*\*Not built yet\.\*\*.*\n(?:^>.*\n?)*/gm)].map(
    (match) => match[0],
  );
  const planned = new Set(
    quotations.flatMap((quotation) =>
      [...quotation.replace(/\n> ?/g, ' ').matchAll(/`([^`]+)`/g)].map((match) => match[1]!),
    ),
  );
  const routes = new Set(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const variables = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(
    (match) => match[1]!,
  );

  it('is not in a catalogue', () => {
    const built = new Set<string>([
      ...routes,
      ...eventTypes,
      ...permissions,
      ...Object.keys(errorCatalogue),
      ...policyEntries.map(({ path }) => path),
      ...variables,
    ]);
    // Named in a quotation because they exist today.
    const there = ['PM_BILLING', 'PM_METRICS_PORT'];
    expect(planned.size > 0).toBe(quotations.length > 0);
    expect([...planned].filter((name) => built.has(name) && !there.includes(name))).toEqual([]);
  });

  it('is said of every route that the text names and the API does not have', () => {
    const named = [...all.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`…]*)`/g)].map((match) =>
      match[1]!.replace(/\?.*$/, ''),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((route) => !routes.has(route) && !planned.has(route) && !isElsewhere(route))).toEqual(
      [],
    );
  });
});

/** Served beside the operations: MCP, metrics, and the address that a link of ours has. */
const isElsewhere = (route: string): boolean => /^(POST \/mcp|GET \/metrics)$/.test(route);

describe.each(
  [
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join('docs', file),
    ),
    ...readdirSync(root),
  ].filter((file) => file.endsWith('.md')),
)('the links of %s', (file) => {
  it('lead somewhere', () => {
    const text = readFileSync(join(root, file), 'utf8');
    const broken = linksIn(text).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? join(root, file) : resolve(root, dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsIn(readFileSync(target, 'utf8')).has(anchor);
    });
    expect(broken.map((link) => `${relative(root, join(root, file))}: ${link}`)).toEqual([]);
  });
});
