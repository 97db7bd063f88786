'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { type Attachment, type Message, useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { PdfPages } from './pdf-pages.tsx';
import { isImage, isPdf } from './previewable.ts';

type Props = { message: Message; attachment: Attachment; href: string };

export function AttachmentPreview(props: Props) {
  return (
    <div className="min-h-32 overflow-y-auto px-5 pb-5">
      {isImage(props.attachment) ? (
        <Picture {...props} />
      ) : isPdf(props.attachment) ? (
        <PagesOrWords {...props} />
      ) : (
        <Words {...props} />
      )}
    </div>
  );
}

/** Shows the pages as images or as text, which is for people who cannot see them and for files that cannot be drawn. */
function PagesOrWords(props: Props) {
  const [showsText, setShowsText] = useState(false);
  return (
    <>
      {showsText ? <Words {...props} /> : <PdfPages {...props} />}
      {props.attachment.text_status === 'ready' ? (
        <Button tone="quiet" size="small" className="mt-2 -ml-2.5" onClick={() => setShowsText(!showsText)}>
          {showsText ? 'Show the pages' : 'Show as text'}
        </Button>
      ) : null}
    </>
  );
}

function Picture({ attachment, href }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['attachment-image', attachment.id],
    queryFn: async () => {
      const response = await fetch(href);
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return dataUrl(new Blob([await response.arrayBuffer()], { type: attachment.content_type }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64" />;
  return (
    // biome-ignore lint/performance/noImgElement: the bytes are here already.
    <img src={data} alt={attachment.filename} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
  );
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

const statusWords: Record<string, string> = {
  pending: 'The text is being extracted. Try again in a moment.',
  unavailable: 'This file contains no readable text.',
  skipped: 'The text of this file was not extracted.',
};

/** The text of each page as plain text, so that nothing of the file itself runs in the browser. */
function Words({ message: { identity_id, id }, attachment }: Props) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.attachments.get_text.queryOptions(
      { identity_id, message_id: id, attachment_id: attachment.id },
      { refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false) },
    ),
  );
  if (error) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64" />;
  if (data.status !== 'ready')
    return <p className="text-sm leading-6 text-ink-soft">{statusWords[data.status]}</p>;
  return (
    <>
      {data.pages.map(({ page, text }) => (
        <section key={page} aria-label={`Page ${page}`} className="border-b border-line py-3 last:border-0">
          {data.pages.length > 1 ? <h3 className="mb-1 text-xs text-ink-soft">Page {page}</h3> : null}
          <p className="text-sm leading-6 break-words whitespace-pre-wrap">{text}</p>
        </section>
      ))}
      {data.truncated ? (
        <p className="pt-3 text-[13px] text-ink-soft">
          This is only the beginning. Download the file for the rest.
        </p>
      ) : null}
    </>
  );
}
