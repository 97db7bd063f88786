import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOperations } from '#api/open-registry.ts';
import type { ApiAnswer } from '#api/rest/exchange.ts';
import { tagDescriptions } from '#api/rest/openapi/tags.ts';
import { openApiDocument } from '#api/rest/openapi.ts';
import type { Config } from '#kernel/base/config.ts';
import { llmsText } from './llms.ts';
import { type ReferenceDocument, referencePage } from './reference-page.ts';
import { referenceStyle } from './reference-style.ts';

const DOCS = '/docs';
const STYLE = '/docs/style.css';
/** For coding agents that integrate us. */
const SKILL = 'docs/skill/SKILL.md';

/** What answers without a session: the API reference, and what models read. */
export const isReferencePath = (pathname: string): boolean =>
  pathname === '/llms.txt' ||
  pathname === '/skill.md' ||
  pathname === DOCS ||
  pathname === STYLE ||
  (pathname.startsWith(`${DOCS}/`) && Object.hasOwn(tagDescriptions, pathname.slice(DOCS.length + 1)));

/** The answer to such a path; null where there is no such page. */
export function referenceAnswer(pathname: string, config: Config): ApiAnswer | null {
  if (!isReferencePath(pathname)) return null;
  if (pathname === '/llms.txt') return textAnswer('plain', llmsText(config), 'no-cache');
  if (pathname === '/skill.md')
    return textAnswer('markdown', readFileSync(join(process.cwd(), SKILL), 'utf8'), 'no-cache');
  if (pathname === STYLE) return textAnswer('css', referenceStyle, 'public, max-age=3600');
  const group = pathname.slice(DOCS.length + 1) || null;
  const document = openApiDocument(config, openOperations) as unknown as ReferenceDocument;
  const page = referencePage(document, config.publicUrl, group);
  return page === null ? null : textAnswer('html', page, 'no-cache');
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const textAnswer = (type: string, body: string, caching: string): ApiAnswer => ({
  status: 200,
  headers: {
    'Content-Type': `text/${type}; charset=utf-8`,
    'Cache-Control': caching,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(type === 'html' && { 'Content-Security-Policy': PAGE_POLICY, 'X-Frame-Options': 'DENY' }),
  },
  body,
});
