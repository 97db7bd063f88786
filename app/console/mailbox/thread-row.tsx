'use client';

import { CornerUpLeft, Flame, type LucideIcon, ShieldAlert } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { ListedThread } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { categoryLabel } from '../labels/messages.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { cn } from '../parts/class-names.ts';
import { Time } from '../parts/time.tsx';
import { othersIn } from './people.ts';
import { isUrgent, needsReply } from './views.ts';

type RowLinkProps = {
  href: string;
  isOpen: boolean;
  isCurrent: boolean;
  isUnread?: boolean;
  /** The people and the state. */
  first: ReactNode;
  /** The subject and the beginning of the text. */
  second: ReactNode;
  /** The mailbox's name, in lists of several mailboxes. */
  mailbox: string | null;
};

/** Two lines of a list of mail. */
export function RowLink({ href, isOpen, isCurrent, isUnread = false, first, second, mailbox }: RowLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isOpen ? 'true' : undefined}
      data-current={isCurrent || undefined}
      className={cn(
        'relative flex h-full flex-col justify-center border-b border-line px-4 outline-offset-[-2px] hover:bg-hover in-data-selectable:pointer-coarse:pl-11',
        isOpen && 'bg-selected hover:bg-selected',
      )}
    >
      {isCurrent ? <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" aria-hidden="true" /> : null}
      {isUnread ? (
        <span className="absolute top-[13px] left-1.5 size-1.5 rounded-full bg-accent" title="Unread" />
      ) : null}
      <span className="flex h-[19px] items-center gap-1.5">{first}</span>
      <span className="flex h-[18px] items-center gap-2 text-[13px] leading-[18px] text-ink-soft">
        <span className="min-w-0 truncate">{second}</span>
        {mailbox ? (
          <span className="ml-auto max-w-[35%] shrink-0 truncate text-xs" title="The mailbox">
            {mailbox}
          </span>
        ) : null}
      </span>
    </Link>
  );
}

type ThreadRowProps = {
  thread: ListedThread;
  href: string;
  /** Addresses of the mailbox itself. */
  own: readonly string[];
  mailbox: string | null;
  isOpen: boolean;
  isCurrent: boolean;
};

export function ThreadRow({ thread, href, own, mailbox, isOpen, isCurrent }: ThreadRowProps) {
  const isUnread = thread.unread_count > 0;
  return (
    <RowLink
      href={href}
      isOpen={isOpen}
      isCurrent={isCurrent}
      isUnread={isUnread}
      mailbox={mailbox}
      first={
        <>
          <span className={cn('min-w-0 truncate text-[13px]', isUnread ? 'font-semibold' : 'font-medium')}>
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
          <span className="ml-auto flex min-w-0 shrink-0 items-center gap-1.5">
            <Marks thread={thread} />
            <Time at={thread.last_at} className="shrink-0 text-xs text-ink-soft tabular-nums" />
          </span>
        </>
      }
      second={
        <>
          <span className={isUnread ? 'font-medium text-ink' : 'text-ink'}>
            {thread.subject || 'No subject'}
          </span>
          {thread.snippet ? ` — ${thread.snippet}` : ''}
        </>
      }
    />
  );
}

/** The most important marks of a conversation. The others are shown in the conversation. */
function Marks({ thread }: { thread: ListedThread }) {
  const [label] = thread.labels;
  if (thread.quarantined)
    return (
      <Mark tone="bad" icon={ShieldAlert} name="Quarantined" about="All messages in it are quarantined." />
    );
  return (
    <>
      {isUrgent(thread) ? <Mark tone="bad" icon={Flame} name="Urgent" /> : null}
      {needsReply(thread) ? <Mark tone="accent" icon={CornerUpLeft} name="Needs reply" /> : null}
      {label ? (
        <Badge className="h-4.5 max-w-24 border border-line bg-transparent" title={thread.labels.join(', ')}>
          <span className="truncate">{label}</span>
        </Badge>
      ) : thread.category && thread.category !== 'other' && !isUrgent(thread) ? (
        <Badge className="h-4.5">{categoryLabel(thread.category)}</Badge>
      ) : null}
    </>
  );
}

function Mark({
  tone,
  icon: Icon,
  name,
  about,
}: {
  tone: Tone;
  icon: LucideIcon;
  name: string;
  about?: string;
}) {
  return (
    <Badge tone={tone} className="h-4.5" title={about ?? name}>
      <Icon aria-hidden="true" />
      {name}
    </Badge>
  );
}
