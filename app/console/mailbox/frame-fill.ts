import { themeAttribute } from '../shell/theme.ts';
import type { FrameMode } from './frame-document.ts';
import type { ImageOf } from './inline-images.ts';

/** Pixels. */
const MOST_HEIGHT = 30_000;

export type Look = {
  mode: FrameMode;
  /** It is shown as a browser shows it; other messages get the look of our own text. */
  isDesigned: boolean;
  /** Its colours were made for white paper, in every theme. */
  isPaper: boolean;
  /** It has rules for the dark: they count there, also on paper. */
  hasDarkRules: boolean;
};

const COLOURS =
  /\sbgcolor=|<font\b[^>]*\scolor=|\s(?:data-remote-)?style="[^"]*(?:background|(?<![-\w])color:)|<style[^>]*>[^<]*(?:background|color:)/i;
const OWN_DARK = /<meta name="color-scheme"|color-scheme:[^;}]*\bdark\b/;

/** A message with colours of its own was made for white paper, unless it declares that it has others for the dark. */
export function lookOf(html: string): Look {
  const isDesigned = COLOURS.test(html);
  return {
    mode: isDesigned ? modeOf(html) : 'standards',
    isDesigned,
    isPaper: isDesigned && !OWN_DARK.test(html),
    hasDarkRules: html.includes(' data-dark=""'),
  };
}

/** As the server named it (src/content/mime/design-attributes.ts). */
function modeOf(html: string): FrameMode {
  const doctype = /^\s*<!doctype html([^>]*)>/i.exec(html);
  return doctype ? (doctype[1] ? 'nearly' : 'standards') : 'quirks';
}

/** Paper is white in every theme, so that no colour of the message is changed; all others follow the theme. */
export function paint(inner: Document, { isDesigned, isPaper, hasDarkRules }: Look): void {
  const chosen = themeAttribute(document.documentElement.dataset.theme);
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  inner.documentElement.dataset.theme = isDark && !isPaper ? 'dark' : 'light';
  if (isDesigned && !isPaper) inner.documentElement.style.colorScheme = 'light dark';
  // What the message asks of its surroundings (`prefers-color-scheme`) is answered by its frame.
  const outer = inner.defaultView?.frameElement as HTMLElement | null | undefined;
  if (outer) outer.style.colorScheme = isDark && (!isPaper || hasDarkRules) ? 'dark' : 'light';
}

/** Makes a message that is wider than its frame as small as the frame. @returns its height in pixels */
export function sizeToFit(inner: Document): number {
  const { body, documentElement } = inner;
  const before = body.style.zoom;
  body.style.zoom = '';
  const wide = documentElement.scrollWidth;
  const room = documentElement.clientWidth;
  const zoom = room > 0 && wide > room + 1 ? String(Math.max(0.3, room / wide)) : '';
  body.style.zoom = zoom || before === '' ? zoom : '';
  return Math.min(MOST_HEIGHT, Math.ceil(documentElement.getBoundingClientRect().height));
}

const LOOK = ['style', 'class', 'id', 'dir', 'lang', 'bgcolor', 'align'];
const OF_BODY = ['text', 'link', 'vlink', 'alink', 'topmargin', 'leftmargin', 'rightmargin', 'bottommargin'];
const BODY = [...LOOK, ...OF_BODY, 'marginwidth', 'marginheight'];

/** Parses the message under the policy of the frame, in a document that loads and runs nothing. */
export function putInto(inner: Document, html: string, remote: boolean, imageOf: ImageOf): void {
  const { DOMParser: Parser = DOMParser } = (inner.defaultView ?? {}) as { DOMParser?: typeof DOMParser };
  const parsed = new Parser().parseFromString(html, 'text/html');
  for (const image of parsed.querySelectorAll('img')) {
    const address = image.getAttribute('data-remote-src');
    const contentId = /^cid:(.+)$/i.exec(image.getAttribute('src') ?? '')?.[1];
    if (contentId !== undefined) void addEmbedded(image, contentId, imageOf);
    if (address && remote) image.setAttribute('src', address);
  }
  if (remote) showRemoteStyles(parsed);
  copyAttributes(parsed.documentElement, inner.documentElement, LOOK);
  copyAttributes(parsed.body, inner.body, BODY);
  // A message that fills its window would grow with its frame for ever.
  inner.documentElement.style.setProperty('height', 'fit-content', 'important');
  for (const sheet of inner.head.querySelectorAll('style[data-message]')) sheet.remove();
  for (const sheet of parsed.head.querySelectorAll('style')) {
    sheet.dataset.message = '';
    inner.head.append(sheet);
  }
  inner.body.replaceChildren(...parsed.body.childNodes);
}

function copyAttributes(from: Element, to: Element, names: readonly string[]): void {
  for (const name of names) {
    const value = from.getAttribute(name);
    if (value === null) to.removeAttribute(name);
    else to.setAttribute(name, value);
  }
}

function showRemoteStyles(parsed: Document): void {
  for (const element of parsed.querySelectorAll('[data-remote-style]'))
    element.setAttribute('style', element.getAttribute('data-remote-style') ?? '');
  for (const sheet of parsed.querySelectorAll('style[data-remote-css]'))
    sheet.textContent = sheet.getAttribute('data-remote-css');
}

/** A `cid:` without an image leaves an empty box. */
async function addEmbedded(image: HTMLImageElement, contentId: string, imageOf: ImageOf): Promise<void> {
  image.removeAttribute('src');
  const address = await imageOf(decoded(contentId)).catch(() => null);
  if (address?.startsWith('data:image/')) image.setAttribute('src', address);
}

/** RFC 2392: special characters of the id are percent-encoded. */
function decoded(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}
