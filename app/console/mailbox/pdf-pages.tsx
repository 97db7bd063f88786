'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import type { Attachment } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { PDF_FRAME_PATH } from './pdf-frame.ts';

type State =
  | { state: 'waiting' }
  | { state: 'ready'; pages: number }
  | { state: 'failed'; needsPassword: boolean };

const MOST_MS = 30_000;

async function load(href: string): Promise<Response> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response;
}

/** A PDF, drawn in a frame without an origin (`pdf-frame.ts`). */
export function PdfPages({ attachment, href }: { attachment: Attachment; href: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [told, setTold] = useState<State | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['attachment-pdf', attachment.id],
    queryFn: async () => {
      const [file, thread] = await Promise.all([load(href), load(`${PDF_FRAME_PATH}?part=thread`)]);
      return { bytes: await file.arrayBuffer(), script: await thread.text() };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    const onMessage = ({ source, data: message }: MessageEvent<State>) => {
      if (source === frame.current?.contentWindow) setTold(message);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  const isWaiting = told?.state === 'waiting';
  useEffect(() => {
    // A frame without an origin cannot be named as the target, but only our own document can be in it.
    if (!data || !isWaiting) return;
    frame.current?.contentWindow?.postMessage(data, '*');
    // A malicious file can keep the renderer busy for ever.
    const timer = setTimeout(() => setTold({ state: 'failed', needsPassword: false }), MOST_MS);
    return () => clearTimeout(timer);
  }, [data, isWaiting]);
  if (error) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (told?.state === 'failed')
    return (
      <p role="alert" className="py-6 text-sm leading-6 text-ink-soft">
        {told.needsPassword
          ? 'This PDF asks for a password. Download it to open it.'
          : 'This PDF cannot be shown here. Download it to open it.'}
      </p>
    );
  return (
    <>
      {/* The frame has its height from the start, because browsers draw nothing in an invisible frame. */}
      <iframe
        ref={frame}
        title={`Pages of ${attachment.filename}`}
        src={PDF_FRAME_PATH}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        data-testid="pdf-frame"
        className="block h-[70dvh] w-full rounded-lg border border-line"
      />
      <p role="status" className="mt-2 text-[13px] text-ink-soft">
        {told?.state === 'ready' ? counted(told.pages, 'page') : 'Loading the pages…'}
      </p>
    </>
  );
}
