'use client';

import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { sizeWords } from '../mailbox/attachments.tsx';
import { MailFrame } from '../mailbox/mail-frame.tsx';
import { cn } from '../parts/class-names.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { TextWithLinks } from './text-with-links.tsx';

type Mail = RouterOutputs['platform']['get_outbox_mail'];
const BACK = { href: '/console/platform/outbox', name: 'Outbox' };

/** One captured message, shown as its recipient would see it, as text, or as source. */
export function CapturedPage() {
  const { mail: id = '' } = useParams<{ mail: string }>();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.platform.get_outbox_mail.queryOptions({ mail_id: id }));
  return (
    <Page
      back={BACK}
      title={data ? data.subject || 'No subject' : 'Captured message'}
      intro={data ? <Envelope mail={data} /> : null}
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-60" /> : null}
      {data ? <Content mail={data} /> : null}
    </Page>
  );
}

const Envelope = ({ mail }: { mail: Mail }) => (
  <span className="break-words">
    To {mail.envelope_to.join(', ')} from {mail.from || mail.envelope_from || '(no sender)'},{' '}
    <Time at={mail.created_at} long />
  </span>
);

type View = 'html' | 'text' | 'source';
const viewNames: Record<View, string> = { html: 'Original design', text: 'Text', source: 'Source' };

function Content({ mail }: { mail: Mail }) {
  const views: View[] = mail.html ? ['html', 'text', 'source'] : ['text', 'source'];
  const [view, setView] = useState<View>(views[0]!);
  return (
    <>
      <fieldset className="mb-3 flex gap-1">
        <legend className="sr-only">Show</legend>
        {views.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === view}
            onClick={() => setView(each)}
            className={cn(
              'rounded-md px-2 py-1 text-[13px] text-ink-soft hover:bg-hover hover:text-ink',
              each === view && 'bg-selected font-medium text-ink',
            )}
          >
            {viewNames[each]}
          </button>
        ))}
      </fieldset>
      <div className="rounded-xl border border-line bg-surface p-4">
        {view === 'html' && mail.html ? <MailFrame html={mail.html} subject={mail.subject} /> : null}
        {view === 'text' ? <TextWithLinks text={mail.text || 'This message has no text.'} /> : null}
        {view === 'source' ? <Source mail={mail} /> : null}
      </div>
      {mail.attachments.length > 0 ? (
        <p className="mt-3 text-[13px] leading-5 break-words text-ink-soft">
          Attachments:{' '}
          {mail.attachments.map(({ filename, size }) => `${filename} (${sizeWords(size)})`).join(', ')}
        </p>
      ) : null}
      {mail.truncated ? (
        <p className="mt-3 text-[13px] text-ink-soft">
          The message is long ({sizeWords(mail.size)}). Only its beginning is shown.
        </p>
      ) : null}
    </>
  );
}

const Source = ({ mail }: { mail: Mail }) => (
  <div className="relative">
    <div className="absolute top-0 right-0">
      <CopyButton text={mail.source} subject="the source" compact />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
    <pre tabIndex={0} className="max-h-[60dvh] overflow-auto pr-12 font-mono text-xs leading-5 text-ink">
      {mail.source}
    </pre>
  </div>
);
