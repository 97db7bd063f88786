import { safeAttribute, safeSheet } from '#content/css/index.ts';
import { escapeValue } from './escape-markup.ts';

type Attributes = Record<string, string>;

/** Elements that say nothing, but look like something. */
export const designTags = new Set(['acronym', 'big', 'dir', 'fieldset', 'legend', 'menu', 'nobr']);

/** Attributes of old that only paint and arrange. */
const presentational = new Map(
  Object.entries({
    body: 'alink bottommargin leftmargin link marginheight marginwidth rightmargin text topmargin vlink',
    br: 'clear',
    col: 'span',
    colgroup: 'span',
    hr: 'color noshade size',
    img: 'border hspace vspace',
    li: 'type value',
    table: 'bordercolor frame hspace rules vspace',
    td: 'nowrap',
    th: 'nowrap',
    ul: 'type',
  }).map(([tag, names]) => [tag, names.split(' ')]),
);
const without: readonly string[] = [];

/**
 * The attributes of an element's design: its style without remote images, the same with them in `data-remote-style`, and
 * the names by which style sheets know it. An old `background` attribute becomes a style.
 */
export function designAttributes(tag: string, { style = '', background = '', ...given }: Attributes): string {
  const whole = `${backgroundStyle(background)}${style}`;
  let rendered = '';
  if (whole !== '') {
    const { local, remote } = safeAttribute(whole);
    if (local !== '') rendered += ` style="${escapeValue(local)}"`;
    if (remote !== null) rendered += ` data-remote-style="${escapeValue(remote)}"`;
  }
  for (const name of ['class', 'id'] as const) {
    const value = given[name];
    if (value && value.length <= 500) rendered += ` ${name}="${escapeValue(value)}"`;
  }
  for (const name of presentational.get(tag) ?? without) {
    const value = given[name];
    if (value !== undefined && value.length <= 100) rendered += ` ${name}="${escapeValue(value)}"`;
  }
  return rendered;
}

/** What the tags around a message say of its look: the frame gives it to its own document. `rest` are other attributes. */
export function lookAttributes(tag: string, given: Attributes, rest: string): string {
  if (tag === 'html' || tag === 'body') return `<${tag}${designAttributes(tag, given)}${rest}>`;
  if (tag !== 'meta' || !/^(supported-)?color-schemes?$/i.test(given.name ?? '')) return '';
  return /\bdark\b/i.test(given.content ?? '') ? '<meta name="color-scheme" content="light dark">' : '';
}

/**
 * The doctype by which browsers choose how to lay out the message: standards, nearly so (tables of images have no gaps), or, with
 * none, as browsers of old (HTML standard, "The initial insertion mode").
 */
export function designDoctype(declaration: string): string {
  const known = /^!doctype\s+html\s*(?:public\s*(?:"([^"]*)"|'([^']*)')\s*(["']?)|system\b|$)/i.exec(
    declaration,
  );
  if (!known) return '';
  const id = (known[1] ?? known[2])?.toLowerCase();
  const hasSystemId = Boolean(known[3]);
  if (id === undefined) return STANDARDS;
  if (/^-\/\/w3c\/\/dtd xhtml 1\.0 (transitional|frameset)\/\//.test(id)) return NEARLY;
  if (/^-\/\/w3c\/\/dtd html 4\.01 (transitional|frameset)\/\//.test(id)) return hasSystemId ? NEARLY : '';
  return /^-\/\/w3c\/\/dtd (xhtml|html 4\.01\/\/)/.test(id) ? STANDARDS : '';
}

const STANDARDS = '<!DOCTYPE html>';
const NEARLY =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

function backgroundStyle(address: string): string {
  const trimmed = address.trim();
  if (!/^https?:\/\//i.test(trimmed)) return '';
  return `background-image:url("${trimmed.replace(/["\\\s<>]/g, encodeURIComponent)}");`;
}

/** A style sheet as an element, without remote images, with the same with them in `data-remote-css`. */
export function designSheet({ css, media }: { css: string; media: string }): string {
  const isNarrowed = media !== '' && media.trim().toLowerCase() !== 'all';
  const { local, remote, isForDark } = safeSheet(isNarrowed ? `@media ${media}{${css}}` : css);
  if (local === '' && remote === null) return '';
  const more = remote === null ? '' : ` data-remote-css="${escapeValue(remote)}"`;
  return `<style${isForDark ? ' data-dark=""' : ''}${more}>${local}</style>`;
}
