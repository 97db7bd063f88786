import { expect, it } from 'vitest';
import { operations } from '#api/registry.ts';
import { tagDescriptions } from '#api/rest/openapi/tags.ts';
import { loadConfig } from '#kernel/base/config.ts';
import { docsFiles, linkTarget } from './docs-files.ts';
import type { SearchEntry } from './docs-search.ts';
import { isReferencePath, referenceAnswer } from './reference.ts';

const config = loadConfig({});
const pageOf = (path: string) => referenceAnswer(path, config)?.body as string;

const MAX_BYTES = 400_000;

it('lists every operation, and describes each on the page of its group', () => {
  const overview = pageOf('/docs');
  for (const { name, method, path } of operations) {
    const group = name.split('.', 1)[0]!;
    expect(overview).toContain(`href="/docs/${group}#${name}"`);
    expect(pageOf(`/docs/${group}`)).toContain(`${method}</b> ${path}`);
  }
});

const pages = [
  '/docs',
  ...Object.keys(tagDescriptions).map((group) => `/docs/${group}`),
  ...docsFiles().map(({ path }) => path),
];

it('shows a page also with a slash at the end of its address', () => {
  expect(pageOf('/docs/')).toBe(pageOf('/docs'));
  expect(pageOf('/docs/messages/')).toBe(pageOf('/docs/messages'));
});

it.each(pages)('%s is small, and loads nothing but its style and its script', (path) => {
  const page = pageOf(path);
  expect(Buffer.byteLength(page)).toBeLessThan(MAX_BYTES);
  expect(page).not.toMatch(/style="|onclick/);
  expect([...page.matchAll(/\ssrc="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    '/docs/docs.js',
    '/icon.svg',
  ]);
  expect(page).not.toMatch(/undefined|\[object/);
  expect([...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/docs/style.css',
  ]);
});

it('shows fields, their types and what they need', () => {
  const page = pageOf('/docs/messages');
  expect(page).toContain('Idempotency-Key');
  expect(page).toMatch(/<code class="name">\{identity_id\}<\/code>.*?<b class="required">required<\/b>/s);
  expect(page).toContain('<span class="type">array of MailSummary | Message</span>');
});

it('is not asked for other paths', () => {
  for (const path of ['/docsx', '/doc', '/console'])
    expect([path, isReferencePath(path), referenceAnswer(path, config)]).toEqual([path, false, null]);
});

it('leads on from a document that is not there', () => {
  for (const path of [
    '/docs/nothing',
    '/docs/__proto__',
    '/docs/constructor',
    '/docs/guides/<script>',
    '/docs//',
  ]) {
    const answer = referenceAnswer(path, config);
    expect([path, answer?.status]).toEqual([path, 404]);
    expect(answer?.body).toContain('<h1>Page not found</h1>');
    expect(answer?.body).not.toContain('<script>');
  }
});

it('has the guides, whose links lead to pages that are there', () => {
  const paths = new Set(pages);
  expect([...paths]).toEqual(expect.arrayContaining(['/docs/guides/quick-start', '/docs/connect/cursor']));
  for (const { path } of docsFiles())
    for (const [, href = ''] of pageOf(path).matchAll(/<a href="(\/docs[^"#]*)/g))
      expect([path, paths.has(href)]).toEqual([path, true]);
  const guide = docsFiles().find(({ path }) => path === '/docs/guides/webhooks')!;
  expect(linkTarget(guide, '../spec/6-events.md#types')).toBe('/docs/spec/6-events#types');
  expect(linkTarget(guide, '../../src/server/main.ts')).toBeNull();
});

it('shows the HTML of a document as text', () => {
  for (const { path } of docsFiles()) expect(pageOf(path)).not.toMatch(/<script>|<iframe|javascript:/);
});

it('has an index for the search, whose entries lead to a heading or an operation', () => {
  const index = JSON.parse(pageOf('/docs/search.json')) as SearchEntry[];
  expect(JSON.stringify(index).length).toBeLessThan(MAX_BYTES);
  expect(index.map(([title]) => title)).toEqual(
    expect.arrayContaining(['Quick start', 'Send a message', 'Webhooks: 1. Write a receiver']),
  );
  for (const [title, url] of index) {
    const [path = '', anchor] = url.split('#');
    expect([title, anchor === undefined || pageOf(path).includes(` id="${anchor}"`)]).toEqual([title, true]);
  }
});

it('has the theme that its reader chose in the console', () => {
  const themed = (cookie: string) => referenceAnswer('/docs', config, cookie)?.body as string;
  expect(themed('a=b; pm_theme=dark')).toContain('<html lang="en" data-theme="dark">');
  expect(themed('pm_theme="><script>')).toContain('<html lang="en">');
});
