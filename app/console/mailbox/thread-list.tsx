'use client';

import { useParams, useSearchParams } from 'next/navigation';
import { useCallback, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { useMay } from '../data/session.tsx';
import { type ListedThread, useTRPCClient } from '../data/trpc.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ALL_MAILBOXES, useCurrentMailbox, useMailboxes } from '../shell/mailboxes.ts';
import type { Bindings } from '../shell/shortcuts.tsx';
import { HeldNotice } from './held-notice.tsx';
import { ListFilters } from './list-filters.tsx';
import { Nothing, useMailTenant, WaitingList } from './list-parts.tsx';
import { MailRows } from './mail-rows.tsx';
import { Selectable } from './selectable.tsx';
import { useSelection } from './selection.ts';
import { type Asked, SelectionBar } from './selection-bar.tsx';
import { SentList } from './sent-list.tsx';
import { useThreadChange } from './thread-changes.ts';
import { ThreadRow } from './thread-row.tsx';
import { conversationHref, type ListState, listKey, listStateOf, queryOf, threadsInput } from './views.ts';

const REFRESH_MS = 30_000;

/** The mail of one mailbox, or of all. Pages are loaded on demand. */
export function MailList({ scope }: { scope: string }) {
  const state = listStateOf(useSearchParams());
  return (
    <div className="flex h-full flex-col">
      <ListFilters state={state} scope={scope} />
      {state.view === 'sent' ? (
        <SentList scope={scope} state={state} />
      ) : (
        <ThreadList scope={scope} state={state} />
      )}
      {state.view === 'inbox' ? <HeldNotice scope={scope} /> : null}
    </div>
  );
}

function ThreadList({ scope, state }: { scope: string; state: ListState }) {
  const tenantId = useMailTenant();
  const client = useTRPCClient();
  const query = usePages<ListedThread>(
    listKey(scope, state, tenantId),
    (cursor) =>
      client.threads.list_of_tenant.query({
        ...threadsInput(tenantId ?? '', scope, state),
        ...(cursor && { cursor }),
      }),
    REFRESH_MS,
    tenantId !== null,
  );
  if (query.error && query.items.length === 0)
    return <FailureNotice failure={failureOf(query.error)} retry={() => void query.refetch()} />;
  if (query.isPending) return <WaitingList />;
  if (query.items.length === 0) return <Nothing state={state} />;
  return (
    <Rows
      scope={scope}
      threads={query.items}
      state={state}
      fetchMore={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
    />
  );
}

type RowsProps = { scope: string; threads: ListedThread[]; state: ListState; fetchMore: () => void };

function Rows({ scope, threads, state, fetchMore }: RowsProps) {
  const { thread: open } = useParams<{ thread?: string }>();
  const { mailboxes } = useMailboxes();
  const mayWrite = useMay('messages:write');
  const { archive, apply } = useThreadChange();
  const mailboxOf = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]));
  const current = useCurrentMailbox();
  const mayErase = useMay('erasure:manage');
  const selection = useSelection(threads);
  const [asked, setAsked] = useState<Asked>(null);
  const onAsked = useCallback(() => setAsked(null), []);
  return (
    <>
      {selection.items.length > 0 ? (
        <SelectionBar selection={selection} hasKeys={open === undefined} asked={asked} onAsked={onAsked} />
      ) : null}
      <MailRows
        items={threads}
        rowOf={(thread) => ({
          key: thread.id,
          href: conversationHref(scope, { id: thread.id, identityId: thread.identity_id }, state),
          isOpen: thread.id === open,
        })}
        listHref={`/console/mail/${scope}${queryOf(state)}`}
        fetchMore={fetchMore}
        keysOf={(thread): Bindings => {
          const toggleArchived = () => archive(thread, !thread.archived);
          const toggleRead = () => apply(thread, { read: thread.unread_count > 0 });
          const select = () => selection.toggle(thread.id);
          const extend = () => selection.extendTo(thread.id);
          const ask = (what: Asked) => () => {
            setAsked(what);
            if (!selection.has(thread.id)) select();
          };
          if (!mayWrite) return {};
          return {
            e: { name: thread.archived ? 'Move to the inbox' : 'Archive', run: toggleArchived },
            U: { name: thread.unread_count > 0 ? 'Mark as read' : 'Mark as unread', run: toggleRead },
            l: ask('labels'),
            ...(mayErase && { '#': ask('delete') }),
            x: select,
            X: extend,
          };
        }}
        row={(thread, { isCurrent }) => {
          const mailbox = mailboxOf.get(thread.identity_id) ?? current;
          const row = (
            <ThreadRow
              thread={thread}
              href={conversationHref(scope, { id: thread.id, identityId: thread.identity_id }, state)}
              own={mailbox?.addresses.map(({ address }) => address) ?? []}
              mailbox={scope === ALL_MAILBOXES ? (mailbox?.display_name ?? null) : null}
              isOpen={thread.id === open}
              isCurrent={isCurrent}
            />
          );
          return mayWrite ? (
            <Selectable id={thread.id} name={thread.subject || 'No subject'} selection={selection}>
              {row}
            </Selectable>
          ) : (
            row
          );
        }}
      />
    </>
  );
}
