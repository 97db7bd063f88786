'use client';

import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { themeAttribute } from '../shell/theme.ts';
import { FRAME_PATH, REMOTE_IMAGES } from './frame-document.ts';
import { highlightPassages } from './highlight.ts';
import type { ImageOf } from './inline-images.ts';
import type { Evidence } from './marked-text.tsx';
import { openLink } from './open-link.ts';
import { rememberImagesOf, showsImagesOf } from './remembered-images.ts';

type MailFrameProps = {
  html: string;
  subject: string;
  imageOf?: ImageOf;
  /** The address whose remote images the reader can always show; null when nothing proves it. */
  sender?: string | null;
  /** What was flagged in it: the passages are marked. */
  evidence?: Evidence;
};

const nothing: Evidence = [];
const noImage: ImageOf = async () => null;

/** Shows the HTML of a message in a frame without scripts. Remote images are loaded only when the reader asks. */
export function MailFrame({
  html,
  subject,
  imageOf = noImage,
  sender = null,
  evidence = nothing,
}: MailFrameProps) {
  const [showsRemote, setShowsRemote] = useState(() => sender !== null && showsImagesOf(sender));
  const hasRemote = useMemo(() => /\sdata-remote-(src|style|css)=/.test(html), [html]);
  return (
    <div>
      {hasRemote && !showsRemote ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-hover px-3 py-1.5 text-[13px] text-ink-soft">
          <ImageOff className="size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-48 flex-1">
            Remote images are blocked, so that the sender cannot see that you read this.
          </span>
          <Button size="small" onClick={() => setShowsRemote(true)}>
            Show images
          </Button>
          {sender ? (
            <Button
              size="small"
              onClick={() => {
                rememberImagesOf(sender);
                setShowsRemote(true);
              }}
            >
              Always from {sender}
            </Button>
          ) : null}
        </div>
      ) : null}
      <Frame
        key={showsRemote ? 'remote' : 'local'}
        html={html}
        title={`Message: ${subject}`}
        remote={showsRemote}
        imageOf={imageOf}
        evidence={evidence}
      />
    </div>
  );
}

type FrameProps = { html: string; title: string; remote: boolean; imageOf: ImageOf; evidence: Evidence };

function Frame({ html, title, remote, imageOf, evidence }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(120);
  const { isDesigned, isPaper } = useMemo(() => lookOf(html), [html]);
  const fill = useCallback(() => {
    const inner = frame.current?.contentDocument;
    if (!inner?.body || !inner.location.pathname.startsWith(FRAME_PATH)) return;
    paint(inner, isPaper);
    inner.documentElement.toggleAttribute('data-design', isDesigned);
    putInto(inner, html, remote, imageOf);
    highlightPassages(inner, evidence);
    inner.onclick = onClick;
    inner.onauxclick = onClick;
    inner.onkeydown = passOn;
    const measure = () => {
      shrink(inner);
      setHeight(Math.min(MOST_HEIGHT, Math.ceil(inner.documentElement.getBoundingClientRect().height) + 1));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(inner.documentElement);
  }, [html, remote, isPaper, isDesigned, imageOf, evidence]);
  useEffect(() => {
    if (frame.current?.contentDocument?.readyState === 'complete') fill();
    const follow = () => frame.current?.contentDocument && paint(frame.current.contentDocument, isPaper);
    const media = matchMedia('(prefers-color-scheme: dark)');
    const changes = new MutationObserver(follow);
    changes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    media.addEventListener('change', follow);
    return () => {
      changes.disconnect();
      media.removeEventListener('change', follow);
    };
  }, [fill, isPaper]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={`${FRAME_PATH}${remote ? `?${REMOTE_IMAGES}` : ''}`}
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
      onLoad={fill}
      data-testid="mail-frame"
      className={
        isPaper ? 'block w-full rounded-lg border border-line bg-[#fff]' : 'block w-full bg-transparent'
      }
      style={{ height }}
    />
  );
}

/** Pixels. A message that measures itself by its frame would grow for ever. */
const MOST_HEIGHT = 30_000;

/** A message with colours of its own was made for white paper, unless it says that it has others for the dark. */
function lookOf(html: string): { isDesigned: boolean; isPaper: boolean } {
  const isDesigned = /\s(?:bgcolor|style)=|<style|<font\b[^>]*\scolor=/i.test(html);
  const isColoured = /\sbgcolor=|<font\b[^>]*\scolor=|background|[\s"';{]color:/i.test(html);
  return { isDesigned: isDesigned && isColoured, isPaper: isColoured && !html.includes(' data-dark=""') };
}

/** Paper is white in every theme, so that no colour of the message is changed; all others follow the theme. */
function paint(inner: Document, isPaper: boolean): void {
  const chosen = themeAttribute(document.documentElement.dataset.theme);
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = isDark && !isPaper ? 'dark' : 'light';
  inner.documentElement.dataset.theme = theme;
  // What the message asks of its surroundings (`prefers-color-scheme`) is answered by its frame.
  const outer = inner.defaultView?.frameElement as HTMLElement | null | undefined;
  if (outer) outer.style.colorScheme = theme;
}

/** Makes a message that is wider than its frame as small as the frame. */
function shrink(inner: Document): void {
  const { body, documentElement } = inner;
  const before = body.style.zoom;
  body.style.zoom = '';
  const wide = documentElement.scrollWidth;
  const room = documentElement.clientWidth;
  const zoom = room > 0 && wide > room + 1 ? String(Math.max(0.3, room / wide)) : '';
  body.style.zoom = zoom || before === '' ? zoom : '';
}

/** Parses the message under the policy of the frame, in a document that loads and runs nothing. */
function putInto(inner: Document, html: string, remote: boolean, imageOf: ImageOf): void {
  const { DOMParser: Parser = DOMParser } = (inner.defaultView ?? {}) as { DOMParser?: typeof DOMParser };
  const parsed = new Parser().parseFromString(html, 'text/html');
  for (const image of parsed.querySelectorAll('img')) {
    const address = image.getAttribute('data-remote-src');
    const contentId = /^cid:(.+)$/i.exec(image.getAttribute('src') ?? '')?.[1];
    if (contentId !== undefined) void addEmbedded(image, contentId, imageOf);
    if (address && remote) image.setAttribute('src', address);
  }
  if (remote) showRemoteStyles(parsed);
  const look = parsed.querySelector('[data-body]');
  look?.remove();
  for (const name of ['style', 'class', 'id', 'bgcolor']) {
    const value = look?.getAttribute(name);
    if (value) inner.body.setAttribute(name, value);
    else inner.body.removeAttribute(name);
  }
  const sheets = [...parsed.head.querySelectorAll('style')];
  inner.body.replaceChildren(...sheets, ...parsed.body.childNodes);
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

/** Links open in a new tab without access to this one. Nothing else in the message reacts to clicks. */
function onClick(event: MouseEvent): void {
  const link = elementOf(event.target as Node | null)?.closest('a[href]');
  if (!link) return;
  event.preventDefault();
  openLink(link.getAttribute('href') ?? '');
}

/** Nodes of the frame belong to another realm, so `instanceof` does not work for them. */
function elementOf(node: Node | null): Element | null {
  return node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : (node?.parentElement ?? null);
}

/** Passes keys that are pressed inside the frame to the page. */
function passOn(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isOurs = window.dispatchEvent(
    new KeyboardEvent('keydown', { key, ctrlKey, metaKey, altKey, shiftKey, cancelable: true }),
  );
  if (!isOurs) event.preventDefault();
}
