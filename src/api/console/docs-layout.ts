import { docsFiles, type Section, sections } from './docs-files.ts';
import { type Html, html } from './reference-html.ts';

export type Theme = 'light' | 'dark' | null;

type Page = {
  title: string;
  /** The path of the page, which the navigation marks. */
  path: string;
  /** The theme that the reader chose in the console; null follows the device. */
  theme: Theme;
  /** The groups of the reference, with their titles. */
  groups: readonly (readonly [name: string, title: string])[];
  content: Html;
};

/** A page of /docs: the bar with the search, the navigation, and the content. */
export const docsPage = ({ title, path, theme, groups, content }: Page): string =>
  html`<!doctype html>
<html lang="en"${theme === null ? null : html` data-theme="${theme}"`}><head><meta charset="utf-8"><title>${title} · Proofmail</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/docs/style.css"><script src="/docs/docs.js" defer></script></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="/docs"><img src="/icon.svg" alt="" width="22" height="22">Proofmail <span>Docs</span></a>
<form id="search" role="search" hidden><input type="search" role="combobox" aria-label="Search guides and reference" aria-expanded="false"
 aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search guides and reference"><kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="Results" hidden></ul><p role="status"></p></form>
<a class="console" href="/console">Console</a></header>
<div class="columns"><details class="menu"><summary>All pages</summary>${navigation(path, groups)}</details>
<nav class="side" aria-label="Documents">${links(path, groups)}</nav>
<main id="content" tabindex="-1">${content}</main></div>
<dialog id="confirm" aria-labelledby="confirm-title"><form method="dialog"><h2 id="confirm-title">Send this request?</h2><p></p>
<div><button value="cancel">Cancel</button><button class="primary" value="send">Send</button></div></form></dialog></body></html>`
    .markup;

const current = (isCurrent: boolean): Html | null => (isCurrent ? html` aria-current="page"` : null);

const link = (href: string, title: string, path: string): Html =>
  html`<a href="${href}"${current(href === path)}>${title}</a>`;

const navigation = (path: string, groups: Page['groups']): Html =>
  html`<nav aria-label="All documents">${links(path, groups)}</nav>`;

const links = (path: string, groups: Page['groups']): Html => html`${link('/docs', 'Overview', path)}
${(['guides', 'connect', 'topics'] as const).map((section) => sectionOf(section, path))}
<details${groups.some(([name]) => path === `/docs/${name}`) ? html` open` : null}><summary>API reference</summary>
${groups.map(([name, title]) => link(`/docs/${name}`, title, path))}
<a href="/openapi.json">OpenAPI document</a></details>
${sectionOf('spec', path)}`;

function sectionOf(section: Section, path: string): Html {
  const files = docsFiles().filter((file) => file.section === section);
  const isOpen = section === 'guides' || files.some((file) => file.path === path);
  return html`<details${isOpen ? html` open` : null}><summary>${sections[section]}</summary>
${files.map((file) => link(file.path, file.title, path))}</details>`;
}
