'use client';

import { PackageOpen } from 'lucide-react';
import Link from 'next/link';
import { usePages } from '../data/pages.ts';
import { useTRPCClient } from '../data/trpc.ts';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import type { Captured } from './kinds.ts';

const PAGE = 50;
const REFRESH_MS = 15_000;

/** Mail that was captured instead of sent, including sign-in mail. */
export function OutboxPage({ capturesMail }: { capturesMail: boolean }) {
  const client = useTRPCClient();
  const query = usePages<Captured>(
    ['outbox'],
    (cursor) => client.platform.list_outbox.query({ limit: PAGE, ...(cursor && { cursor }) }),
    capturesMail ? REFRESH_MS : undefined,
  );
  return (
    <Page
      title="Outbox"
      intro={
        capturesMail
          ? 'No mail leaves this machine. Outgoing mail is kept here instead, including sign-in mail.'
          : 'This deployment sends its mail, so nothing new is captured. These messages were captured earlier.'
      }
    >
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(mail) => <Row mail={mail} />}
        empty={
          <Empty icon={PackageOpen} title="The outbox is empty">
            <p>
              {capturesMail
                ? 'Mail to addresses outside this deployment appears here when it is sent.'
                : 'Set PM_BASIC_TRANSPORT=capture to keep mail here instead of sending it.'}
            </p>
          </Empty>
        }
      />
    </Page>
  );
}

const Row = ({ mail: { id, subject, envelope_to, envelope_from, created_at } }: { mail: Captured }) => (
  <Link
    href={`/console/platform/outbox/${id}`}
    prefetch={false}
    className="flex items-baseline gap-3 px-4 py-3 hover:bg-hover"
  >
    <span className="min-w-0 flex-1">
      <span className="block truncate text-sm font-medium">{subject || 'No subject'}</span>
      <span className="block truncate text-[13px] text-ink-soft">
        To {envelope_to.join(', ')}
        <span className="hidden sm:inline"> from {envelope_from || '(no sender)'}</span>
      </span>
    </span>
    <Time at={created_at} className="shrink-0 text-xs text-ink-soft tabular-nums" />
  </Link>
);
