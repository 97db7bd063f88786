import { expect, it } from 'vitest';
import { operations } from '#api/registry.ts';
import { tagDescriptions } from '#api/rest/openapi/tags.ts';
import { loadConfig } from '#kernel/base/config.ts';
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

it.each(['/docs', ...Object.keys(tagDescriptions).map((group) => `/docs/${group}`)])(
  '%s is small, and loads nothing but its style',
  (path) => {
    const page = pageOf(path);
    expect(Buffer.byteLength(page)).toBeLessThan(MAX_BYTES);
    expect(page).not.toMatch(/<script|src=|style="|onclick/);
    expect(page).not.toMatch(/undefined|\[object/);
    expect([...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/docs/style.css',
    ]);
  },
);

it('shows fields, their types and what they need', () => {
  const page = pageOf('/docs/messages');
  expect(page).toContain('Idempotency-Key');
  expect(page).toMatch(/<code class="name">\{identity_id\}<\/code>.*?<b class="required">required<\/b>/s);
  expect(page).toContain('<span class="type">array of MailSummary | Message</span>');
});

it('is not asked for other paths', () => {
  for (const path of ['/docs/nothing', '/docs/__proto__', '/docs/constructor', '/docsx', '/docs/'])
    expect([path, isReferencePath(path), referenceAnswer(path, config)]).toEqual([path, false, null]);
});
