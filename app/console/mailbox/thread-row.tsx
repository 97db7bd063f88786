'use client';

import { CornerUpLeft, Flame, ShieldAlert } from 'lucide-react';
import Link from 'next/link';
import type { ThreadSummary } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { categoryLabel } from '../labels/messages.ts';
import { Badge } from '../parts/badge.tsx';
import { cn } from '../parts/class-names.ts';
import { Time } from '../parts/time.tsx';
import { othersIn } from './people.ts';
import { isUrgent, needsReply } from './views.ts';

/** Pixels. All rows have the same height, so that the list can position them. */
export const ROW_HEIGHT = 88;

type ThreadRowProps = {
  thread: ThreadSummary;
  href: string;
  /** Addresses of the mailbox itself. */
  own: readonly string[];
  isOpen: boolean;
  isCurrent: boolean;
};

export function ThreadRow({ thread, href, own, isOpen, isCurrent }: ThreadRowProps) {
  const isUnread = thread.unread_count > 0;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isOpen ? 'true' : undefined}
      className={cn(
        'relative flex h-full flex-col justify-center gap-0.5 border-b border-line pr-4 pl-7 outline-offset-[-2px] hover:bg-hover',
        isCurrent && 'bg-hover',
        isOpen && 'bg-selected hover:bg-selected',
      )}
    >
      {isUnread ? (
        <span className="absolute top-[1.15rem] left-2.5 size-2 rounded-full bg-accent">
          <span className="sr-only">Unread.</span>
        </span>
      ) : null}
      <span className="flex items-baseline gap-2">
        <span className={cn('min-w-0 truncate text-sm', isUnread ? 'font-semibold' : 'font-medium')}>
          {othersIn(thread.participants, own)}
        </span>
        {thread.message_count > 1 ? (
          <span
            className="text-xs text-ink-soft tabular-nums"
            title={counted(thread.message_count, 'message')}
          >
            {thread.message_count}
          </span>
        ) : null}
        <Time at={thread.last_at} className="ml-auto shrink-0 text-xs text-ink-soft tabular-nums" />
      </span>
      <span className={cn('truncate text-sm', isUnread ? 'text-ink' : 'text-ink-soft')}>
        {thread.subject || 'No subject'}
      </span>
      <span className="mt-0.5 flex h-5 gap-1.5 overflow-hidden">
        {thread.quarantined ? (
          <Badge tone="bad" title="All messages in it are quarantined">
            <ShieldAlert aria-hidden="true" />
            Quarantined
          </Badge>
        ) : null}
        {isUrgent(thread) ? (
          <Badge tone="bad">
            <Flame aria-hidden="true" />
            Urgent
          </Badge>
        ) : null}
        {needsReply(thread) ? (
          <Badge tone="accent">
            <CornerUpLeft aria-hidden="true" />
            Needs reply
          </Badge>
        ) : null}
        {thread.category ? <Badge>{categoryLabel(thread.category)}</Badge> : null}
        {thread.labels.slice(0, 3).map((label) => (
          <Badge key={label} className="border border-line bg-transparent">
            <span className="truncate">{label}</span>
          </Badge>
        ))}
      </span>
    </Link>
  );
}
