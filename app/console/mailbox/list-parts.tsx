'use client';

import { Inbox } from 'lucide-react';
import Link from 'next/link';
import { useMay, useSession } from '../data/session.tsx';
import { buttonLook } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useCurrentMailbox } from '../shell/mailboxes.ts';
import type { ListState, View } from './views.ts';

/** The tenant whose mail the lists show: the workspace, or for operators the mailbox's tenant. */
export function useMailTenant(): string | null {
  const { workspace } = useSession();
  const mailbox = useCurrentMailbox();
  return workspace?.id ?? mailbox?.tenant_id ?? null;
}

const nothing: Record<View, [title: string, next: string]> = {
  inbox: ['The inbox is empty', 'Mail to this address appears here as it arrives. Send it a message to try.'],
  unread: ['No unread mail', 'New mail appears here until somebody opens it.'],
  reply: ['Nobody is waiting for a reply', 'Conversations that probably need a reply appear here.'],
  sent: ['No sent mail yet', 'Messages that you and your agents send appear here, with the outcome of each.'],
  archive: [
    'Nothing is archived',
    'Archive a conversation once it is dealt with. It returns to the inbox when new mail arrives in it.',
  ],
};

export function Nothing({ state }: { state: ListState }) {
  const mailbox = useCurrentMailbox();
  const maySend = useMay('messages:send');
  const isNarrowed = state.label !== null || state.category !== null || state.ended !== null;
  const [title, next] = isNarrowed
    ? ['Nothing matches these filters', 'Remove a filter to see more.']
    : nothing[state.view];
  return (
    <Empty icon={Inbox} title={title}>
      <p>{next}</p>
      {state.view === 'inbox' && !isNarrowed && mailbox ? (
        <p className="flex items-center justify-center gap-1 font-mono text-[13px] break-all text-ink">
          {mailbox.primary_address}
          <CopyButton text={mailbox.primary_address} subject="the address" compact />
        </p>
      ) : null}
      {state.view === 'sent' && !isNarrowed && mailbox && maySend ? (
        <Link href={`/console/mail/${mailbox.id}/compose`} className={buttonLook({ tone: 'primary' })}>
          Write a message
        </Link>
      ) : null}
    </Empty>
  );
}

export function WaitingList() {
  return (
    <div role="status" aria-label="Loading conversations">
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <div key={row} className="h-11 space-y-2 border-b border-line px-4 py-2">
          <Skeleton className="h-3 w-2/5" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  );
}
