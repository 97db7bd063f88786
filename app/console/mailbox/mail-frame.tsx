'use client';

import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { themeAttribute } from '../shell/theme.ts';
import { FRAME_PATH, REMOTE_IMAGES } from './frame-document.ts';
import type { ImageOf } from './inline-images.ts';
import { openLink } from './open-link.ts';

type MailFrameProps = { html: string; subject: string; imageOf?: ImageOf };

const noImage: ImageOf = async () => null;

/** Shows the HTML of a message in a frame without scripts. Remote images are loaded only when the reader asks. */
export function MailFrame({ html, subject, imageOf = noImage }: MailFrameProps) {
  const [showsRemote, setShowsRemote] = useState(false);
  const hasRemote = useMemo(() => html.includes('data-remote-src='), [html]);
  return (
    <div>
      {hasRemote && !showsRemote ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-hover px-3 py-1.5 text-[13px] text-ink-soft">
          <ImageOff className="size-4 shrink-0" aria-hidden="true" />
          <span className="flex-1">
            Remote images are blocked, so that the sender cannot see that you read this.
          </span>
          <Button size="small" onClick={() => setShowsRemote(true)}>
            Show images
          </Button>
        </div>
      ) : null}
      <Frame
        key={showsRemote ? 'remote' : 'local'}
        html={html}
        title={`Message: ${subject}`}
        remote={showsRemote}
        imageOf={imageOf}
      />
    </div>
  );
}

type FrameProps = { html: string; title: string; remote: boolean; imageOf: ImageOf };

function Frame({ html, title, remote, imageOf }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(120);
  const isPaper = useMemo(() => /\sbgcolor=|<font\b[^>]*\scolor=/i.test(html), [html]);
  const fill = useCallback(() => {
    const inner = frame.current?.contentDocument;
    if (!inner?.body || !inner.location.pathname.startsWith(FRAME_PATH)) return;
    paint(inner, isPaper);
    inner.body.replaceChildren(...contentOf(html, remote, imageOf));
    inner.onclick = onClick;
    inner.onauxclick = onClick;
    inner.onkeydown = passOn;
    const measure = () => setHeight(Math.ceil(inner.documentElement.getBoundingClientRect().height) + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(inner.documentElement);
  }, [html, remote, isPaper, imageOf]);
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
      style={{ height, colorScheme: 'normal' }}
    />
  );
}

/** Messages with their own colours were designed for a white background; all others follow the theme. */
function paint(inner: Document, isPaper: boolean): void {
  const chosen = themeAttribute(document.documentElement.dataset.theme);
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  inner.documentElement.dataset.theme = isDark && !isPaper ? 'dark' : 'light';
  if (isPaper) inner.documentElement.dataset.paper = '';
}

/** Parses the message in a document that loads and runs nothing. Embedded images are added afterwards. */
function contentOf(html: string, remote: boolean, imageOf: ImageOf): ChildNode[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const image of parsed.querySelectorAll('img')) {
    const address = image.getAttribute('data-remote-src');
    const contentId = /^cid:(.+)$/i.exec(image.getAttribute('src') ?? '')?.[1];
    if (contentId !== undefined) void addEmbedded(image, contentId, imageOf);
    if (address && remote) image.setAttribute('src', address);
  }
  return [...parsed.body.childNodes];
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
