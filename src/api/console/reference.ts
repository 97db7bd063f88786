import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOperations } from '#api/open-registry.ts';
import type { ApiAnswer } from '#api/rest/exchange.ts';
import { tagDescriptions } from '#api/rest/openapi/tags.ts';
import { openApiDocument } from '#api/rest/openapi.ts';
import type { Config } from '#kernel/base/config.ts';
import { docsFileAt, renderedDocs, sections } from './docs-files.ts';
import { docsPage, type Theme } from './docs-layout.ts';
import { searchIndex } from './docs-search.ts';
import { llmsText } from './llms.ts';
import { html } from './reference-html.ts';
import { groupsOf, type ReferenceDocument, referencePage } from './reference-page.ts';
import { referenceStyle } from './reference-style.ts';

const DOCS = '/docs';
const STYLE = '/docs/style.css';
const SCRIPT = '/docs/docs.js';
const INDEX = '/docs/search.json';
/** For coding agents that integrate us. */
const SKILL = 'docs/skill/SKILL.md';

/** Whether a path needs no session: the guides, the API reference, and the texts for models. */
export const isReferencePath = (pathname: string): boolean =>
  pathname === '/llms.txt' ||
  pathname === '/skill.md' ||
  pathname === DOCS ||
  // Even if there is no such page, because people follow old links and get a page with links to others.
  pathname.startsWith(`${DOCS}/`);

/** The response to such a path. `cookie` contains the theme that the reader chose. */
export function referenceAnswer(
  pathname: string,
  config: Config,
  cookie: string | null = null,
): ApiAnswer | null {
  if (!isReferencePath(pathname)) return null;
  if (pathname === '/llms.txt') return textAnswer('plain', llmsText(config), 'no-cache');
  if (pathname === '/skill.md') return textAnswer('markdown', fileText(SKILL), 'no-cache');
  if (pathname === STYLE) return textAnswer('css', referenceStyle, 'public, max-age=300');
  if (pathname === SCRIPT)
    return textAnswer('javascript', fileText('docs/site/docs.js'), 'public, max-age=300');
  const document = openApiDocument(config, openOperations) as unknown as ReferenceDocument;
  if (pathname === INDEX) return jsonIndex(document);
  const asked = { server: config.publicUrl, theme: themeOf(cookie) };
  const place = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const page = isPage(place) ? pageAt(place, document, asked) : null;
  if (page !== null) return textAnswer('html', page, 'no-cache');
  return { ...textAnswer('html', missingPage(pathname, document, asked.theme), 'no-store'), status: 404 };
}

const isPage = (pathname: string): boolean =>
  pathname === DOCS ||
  docsFileAt(pathname) !== undefined ||
  Object.hasOwn(tagDescriptions, pathname.slice(DOCS.length + 1));

const missingPage = (path: string, document: ReferenceDocument, theme: Theme): string =>
  docsPage({
    title: 'Page not found',
    path,
    theme,
    groups: groupsOf(document),
    content: html`<article class="prose"><h1>Page not found</h1>
<p>There is no document at this address: it was renamed, or the address has a mistake. Search above, or start at the
<a href="/docs">overview</a>.</p></article>`,
  });

const fileText = (path: string): string => readFileSync(join(process.cwd(), path), 'utf8');

/** The cookie that the console's theme switch sets (app/console/shell/theme.ts). */
function themeOf(cookie: string | null): Theme {
  const theme = /(?:^|;\s*)pm_theme=(light|dark)(?:;|$)/.exec(cookie ?? '')?.[1];
  return theme === 'light' || theme === 'dark' ? theme : null;
}

function pageAt(pathname: string, document: ReferenceDocument, asked: { server: string; theme: Theme }) {
  const file = docsFileAt(pathname);
  if (!file) return referencePage(document, asked, pathname.slice(DOCS.length + 1) || null);
  return docsPage({
    title: `${file.title} · ${sections[file.section]}`,
    path: file.path,
    theme: asked.theme,
    groups: groupsOf(document),
    content: html`<article class="prose">${renderedDocs(file)}</article>`,
  });
}

const jsonIndex = (document: ReferenceDocument): ApiAnswer => ({
  ...textAnswer('plain', JSON.stringify(searchIndex(document)), 'public, max-age=300'),
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  },
});

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const textAnswer = (type: string, body: string, caching: string): ApiAnswer => ({
  status: 200,
  headers: {
    'Content-Type': `text/${type}; charset=utf-8`,
    'Cache-Control': caching,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(type === 'html' && {
      'Content-Security-Policy': PAGE_POLICY,
      'X-Frame-Options': 'DENY',
      Vary: 'Cookie',
    }),
  },
  body,
});
