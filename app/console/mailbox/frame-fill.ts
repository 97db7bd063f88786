import { themeAttribute } from '../shell/theme.ts';
import type { FrameMode } from './frame-document.ts';
import type { ImageOf } from './inline-images.ts';

/** The maximum height of a message in pixels. */
const MOST_HEIGHT = 30_000;

export type Look = {
  mode: FrameMode;
  /** Whether it has its own design and is shown as in a browser. Other messages look like our own text. */
  isDesigned: boolean;
  /** Whether its colours are meant for a white background, which it gets in every theme. */
  isPaper: boolean;
  /** Whether it has rules for dark mode, which apply there even on a white background. */
  hasDarkRules: boolean;
};

const COLOURS =
  /\sbgcolor=|<font\b[^>]*\scolor=|\s(?:data-remote-)?style="[^"]*(?:background|(?<![-\w])color:)|<style[^>]*>[^<]*(?:background|color:)/i;
const OWN_DARK = /<meta name="color-scheme"|color-scheme:[^;}]*\bdark\b/;

/** How a message is shown. Own colours are meant for a white background, unless it declares colours for dark mode. */
export function lookOf(html: string): Look {
  const isDesigned = COLOURS.test(html);
  return {
    mode: isDesigned ? modeOf(html) : 'standards',
    isDesigned,
    isPaper: isDesigned && !OWN_DARK.test(html),
    hasDarkRules: html.includes(' data-dark=""'),
  };
}

/** The layout mode that the server has determined (src/content/mime/design-attributes.ts). */
function modeOf(html: string): FrameMode {
  const doctype = /^\s*<!doctype html([^>]*)>/i.exec(html);
  return doctype ? (doctype[1] ? 'nearly' : 'standards') : 'quirks';
}

/** Sets the colours: white for messages meant for it, so that their colours stay unchanged; otherwise those of the theme. */
export function paint(inner: Document, { isDesigned, isPaper, hasDarkRules }: Look): void {
  const chosen = themeAttribute(document.documentElement.dataset.theme);
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  inner.documentElement.dataset.theme = isDark && !isPaper ? 'dark' : 'light';
  if (isDesigned && !isPaper) inner.documentElement.style.colorScheme = 'light dark';
  // The frame's color-scheme decides the message's media queries (`prefers-color-scheme`).
  const outer = inner.defaultView?.frameElement as HTMLElement | null | undefined;
  if (outer) outer.style.colorScheme = isDark && (!isPaper || hasDarkRules) ? 'dark' : 'light';
}

/** Shrinks a message that is wider than its frame. @returns its height in pixels */
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
  // A message with the height of its window would otherwise grow with its frame for ever.
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

/** Shows an embedded image. If the message does not contain it, an empty box stays. */
async function addEmbedded(image: HTMLImageElement, contentId: string, imageOf: ImageOf): Promise<void> {
  image.removeAttribute('src');
  const address = await imageOf(decoded(contentId)).catch(() => null);
  if (address?.startsWith('data:image/')) image.setAttribute('src', address);
}

/** Decodes the id of a `cid:` URL, whose special characters are percent-encoded (RFC 2392). */
function decoded(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}
