'use client';

import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { FRAME_PATH, frameSource } from './frame-document.ts';
import { lookOf, paint, putInto, sizeToFit } from './frame-fill.ts';
import { highlightPassages } from './highlight.ts';
import type { ImageOf } from './inline-images.ts';
import type { Evidence } from './marked-text.tsx';
import { openLink } from './open-link.ts';
import { rememberImagesOf, showsImagesOf } from './remembered-images.ts';

type MailFrameProps = {
  html: string;
  subject: string;
  imageOf?: ImageOf;
  /** The sender whose remote images the reader can always show; null if the sender is not proven. */
  sender?: string | null;
  /** The flagged passages, which are marked. */
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
  const look = useMemo(() => lookOf(html), [html]);
  const { mode, isDesigned, isPaper } = look;
  const fill = useCallback(() => {
    const inner = frame.current?.contentDocument;
    if (!inner?.body || !inner.location.pathname.startsWith(FRAME_PATH)) return;
    putInto(inner, html, remote, imageOf);
    inner.documentElement.toggleAttribute('data-design', isDesigned);
    paint(inner, look);
    highlightPassages(inner, evidence);
    inner.onclick = onClick;
    inner.onauxclick = onClick;
    inner.onkeydown = passOn;
    const measure = () => setHeight(sizeToFit(inner));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(inner.documentElement);
  }, [html, remote, look, isDesigned, imageOf, evidence]);
  useEffect(() => {
    if (frame.current?.contentDocument?.readyState === 'complete') fill();
    const follow = () => frame.current?.contentDocument && paint(frame.current.contentDocument, look);
    const media = matchMedia('(prefers-color-scheme: dark)');
    const changes = new MutationObserver(follow);
    changes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    media.addEventListener('change', follow);
    return () => {
      changes.disconnect();
      media.removeEventListener('change', follow);
    };
  }, [fill, look]);
  return (
    <iframe
      key={mode}
      ref={frame}
      title={title}
      src={frameSource({ mode, showsRemote: remote })}
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
