'use client';

import { useMutation } from '@tanstack/react-query';
import { FilePen, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { usePages } from '../data/pages.ts';
import { useQueryState } from '../data/query-state.ts';
import { useMay, useSession } from '../data/session.tsx';
import { type StoredDraft, useTRPCClient } from '../data/trpc.ts';
import { useMakerNames } from '../developers/maker-names.ts';
import { Badge } from '../parts/badge.tsx';
import { buttonLook, IconButton } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { useKeyNames } from '../shell/jump.ts';
import { MailboxFilter, NoMailbox } from '../shell/mailbox-page.tsx';
import { ALL_MAILBOXES, useCurrentMailbox, useMailboxes, useMailScope } from '../shell/mailboxes.ts';
import { useSay } from '../shell/toasts.tsx';
import { draftHref } from './named-draft.ts';
import { nameOf } from './people.ts';

const PAGE = 50;
const REFRESH_MS = 30_000;
const filterNames = ['identity'] as const;
const modeNames: Record<StoredDraft['mode'], string | null> = {
  send: null,
  reply: 'Reply',
  reply_all: 'Reply to all',
  forward: 'Forward',
};

/** Unsent messages of a mailbox that members and agents have started. */
export function DraftsPage() {
  const { mailboxes } = useMailboxes();
  const current = useCurrentMailbox();
  const isOfAll = useMailScope() === ALL_MAILBOXES;
  const { values, set } = useQueryState(filterNames);
  const mailbox = (isOfAll && mailboxes.find(({ id }) => id === values.identity)) || current;
  const mayWrite = useMay('drafts:write');
  return (
    <Page
      title="Drafts"
      intro="Unsent messages that you, other members and agents have started. Agents prepare drafts for you to read and send."
    >
      {isOfAll && mailbox ? (
        <div className="mb-4 flex">
          <MailboxFilter mailbox={mailbox} choose={(identity) => set({ identity })} />
        </div>
      ) : null}
      {mailbox && mayWrite ? <List key={mailbox.id} identityId={mailbox.id} /> : null}
      {mailbox ? null : <NoMailbox icon={FilePen}>Drafts belong to the mailbox that sends them.</NoMailbox>}
    </Page>
  );
}

function List({ identityId }: { identityId: string }) {
  const client = useTRPCClient();
  const [discarded, setDiscarded] = useState<StoredDraft | null>(null);
  const query = usePages<StoredDraft>(
    ['drafts', identityId],
    (cursor) => client.drafts.list.query({ identity_id: identityId, limit: PAGE, ...(cursor && { cursor }) }),
    REFRESH_MS,
  );
  const makers = useMakerNames(query.items);
  const keys = useKeyNames();
  const writerOf = ({ created_by: { id } }: StoredDraft): string | null =>
    makers.get(id) ?? keys.find(({ key_id }) => key_id === id)?.name ?? null;
  return (
    <>
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(draft) => <Row draft={draft} writer={writerOf(draft)} discard={() => setDiscarded(draft)} />}
        empty={
          <Empty icon={FilePen} title="There are no drafts">
            <p>What you write is kept here until you send it. So is what agents prepare for you.</p>
            <Link href={`/console/mail/${identityId}/compose`} className={buttonLook({ tone: 'primary' })}>
              Write a message
            </Link>
          </Empty>
        }
      />
      <Dialog open={discarded !== null} onClose={() => setDiscarded(null)} title="Discard this draft?">
        {discarded ? (
          <Discard
            draft={discarded}
            onDone={() => {
              setDiscarded(null);
              void query.refetch();
            }}
            onCancel={() => setDiscarded(null)}
          />
        ) : null}
      </Dialog>
    </>
  );
}

type DiscardProps = { draft: StoredDraft; onDone: () => void; onCancel: () => void };

function Discard({ draft: { id, identity_id, subject }, onDone, onCancel }: DiscardProps) {
  const client = useTRPCClient();
  const say = useSay();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.drafts.delete.mutate({ identity_id, draft_id: id }),
    onSuccess: onDone,
    onError: say.failed,
  });
  return (
    <Confirm
      action="Discard"
      keep="Keep it"
      isPending={isPending}
      onConfirm={() => mutate()}
      onCancel={onCancel}
    >
      {subject ? `“${subject}” and its files will be gone.` : 'Its text and its files will be gone.'}
    </Confirm>
  );
}

type RowProps = { draft: StoredDraft; writer: string | null; discard: () => void };

function Row({ draft, writer, discard }: RowProps) {
  const { user } = useSession();
  const { created_by, mode, subject, text, updated_at } = draft;
  const people = [...draft.to, ...draft.cc, ...draft.bcc].map(nameOf).join(', ');
  const who = created_by.id === user.id ? 'You' : (writer ?? (created_by.type === 'key' ? 'An agent' : null));
  return (
    <div className="flex items-center pr-2">
      <Link
        href={draftHref(draft)}
        className="min-w-0 flex-1 rounded-xl px-4 py-2.5 -outline-offset-2 hover:bg-hover"
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate text-sm font-medium">
            {people ? `To ${people}` : 'No recipient yet'}
          </span>
          {modeNames[mode] ? <Badge className="shrink-0">{modeNames[mode]}</Badge> : null}
          <Time at={updated_at} className="ml-auto shrink-0 text-xs text-ink-soft tabular-nums" />
        </span>
        <span className="mt-0.5 flex items-baseline gap-3 text-[13px] text-ink-soft">
          <span className="min-w-0 flex-1 truncate">
            <span className="text-ink">{subject || 'No subject'}</span>
            {text ? ` — ${text.slice(0, 200)}` : ''}
          </span>
          {who ? (
            <span className="max-w-[40%] shrink-0 truncate text-xs" title="Started by">
              {who}
            </span>
          ) : null}
        </span>
      </Link>
      <IconButton label={`Discard ${subject || 'the draft without a subject'}`} onClick={discard}>
        <Trash2 />
      </IconButton>
    </div>
  );
}
