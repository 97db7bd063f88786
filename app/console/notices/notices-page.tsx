'use client';

import { Bell, CheckCheck } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { usePages } from '../data/pages.ts';
import { noticesKey } from '../data/seed-keys.ts';
import { useSession } from '../data/session.tsx';
import { type Notice, useTRPCClient } from '../data/trpc.ts';
import { noticeName } from '../labels/notices.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Choice } from '../parts/choice.tsx';
import { cn } from '../parts/class-names.ts';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { NoticeChoices } from './notice-choices.tsx';
import { useMarkRead } from './use-notices.ts';

const PAGE = 50;
const views = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['choices', 'What you are notified about'],
] as const;
type View = (typeof views)[number][0];

/** A person's notices, and the kinds that they want to get. */
export function NoticesPage() {
  const [view, setView] = useState<View>('all');
  return (
    <Page
      title="Notices"
      intro="Your notices of the last 30 days. You can turn off each kind, by mail or in the console."
    >
      <div className="mb-4">
        <Choice label="View" options={views} value={view} onChange={setView} />
      </div>
      {view === 'choices' ? <NoticeChoices /> : <NoticeList onlyUnread={view === 'unread'} />}
    </Page>
  );
}

function NoticeList({ onlyUnread }: { onlyUnread: boolean }) {
  const client = useTRPCClient();
  const { workspace } = useSession();
  const { mutate, isPending } = useMarkRead();
  const query = usePages<Notice>([...noticesKey, 'list', workspace?.id, onlyUnread], (cursor) =>
    client.notices.list.query({ only_unread: onlyUnread, limit: PAGE, ...(cursor && { cursor }) }),
  );
  const newest = query.items[0];
  const hasUnread = query.items.some(({ read_at }) => read_at === null);
  return (
    <>
      {newest && hasUnread ? (
        <Button
          size="small"
          className="mb-3"
          disabled={isPending}
          onClick={() => mutate({ up_to: newest.id })}
        >
          <CheckCheck aria-hidden="true" />
          Mark all as read
        </Button>
      ) : null}
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(notice) => <Row notice={notice} markRead={() => mutate({ ids: [notice.id] })} />}
        empty={
          <Empty icon={Bell} title={onlyUnread ? 'You have read everything' : 'No notices yet'}>
            <p>When a message waits for you, or something of this workspace fails, it is listed here.</p>
          </Empty>
        }
      />
    </>
  );
}

function Row({ notice, markRead }: { notice: Notice; markRead: () => void }) {
  const { subject, summary, kind, scope, path, read_at, created_at } = notice;
  const isUnread = read_at === null;
  return (
    <Link
      href={path}
      onClick={isUnread ? markRead : undefined}
      className="flex items-start gap-3 px-4 py-3 hover:bg-hover"
    >
      <span
        className={cn('mt-1.5 size-2 shrink-0 rounded-full', isUnread ? 'bg-accent' : 'bg-transparent')}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {isUnread ? <span className="sr-only">Unread:</span> : null}
          <span className={cn('min-w-0 text-sm break-words', isUnread && 'font-medium')}>{subject}</span>
          <Badge>{noticeName(kind)}</Badge>
          {scope === 'platform' ? <Badge tone="warn">Deployment</Badge> : null}
        </span>
        <span className="mt-0.5 block text-[13px] leading-5 break-words text-ink-soft">{summary}</span>
      </span>
      <span className="shrink-0 text-[13px] leading-5 text-ink-soft">
        <Time at={created_at} />
      </span>
    </Link>
  );
}
