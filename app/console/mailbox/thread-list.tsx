'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { Inbox } from 'lucide-react';
import { useParams, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { useMay } from '../data/session.tsx';
import { type ThreadSummary, useTRPCClient, wholeThreads } from '../data/trpc.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useCurrentMailbox } from '../shell/mailboxes.ts';
import { useShortcuts } from '../shell/shortcuts.tsx';
import { ListFilters } from './list-filters.tsx';
import { useThreadChange } from './thread-changes.ts';
import { ROW_HEIGHT, ThreadRow } from './thread-row.tsx';
import { filtersOf, type ListState, listStateOf, queryOf, threadsKey, type View } from './views.ts';

const PAGE = 50;
/** The next page is loaded when this many rows are left. */
const AHEAD = 15;
const REFRESH_MS = 30_000;

/** The conversations of a mailbox. Pages are loaded on demand, and only visible rows are rendered. */
export function ThreadList({ identityId }: { identityId: string }) {
  const state = listStateOf(useSearchParams());
  const client = useTRPCClient();
  const filters = filtersOf(state);
  const query = usePages<ThreadSummary>(
    [...threadsKey(identityId), filters],
    (cursor) =>
      client.threads.list
        .query({ identity_id: identityId, limit: PAGE, ...filters, ...(cursor && { cursor }) })
        .then(wholeThreads),
    REFRESH_MS,
  );
  return (
    <div className="flex h-full flex-col">
      <ListFilters state={state} identityId={identityId} />
      {query.error && query.items.length === 0 ? (
        <FailureNotice failure={failureOf(query.error)} retry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Waiting />
      ) : query.items.length === 0 ? (
        <Nothing state={state} />
      ) : (
        <Rows
          identityId={identityId}
          threads={query.items}
          state={state}
          fetchMore={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
        />
      )}
    </div>
  );
}

type RowsProps = { identityId: string; threads: ThreadSummary[]; state: ListState; fetchMore: () => void };

function Rows({ identityId, threads, state, fetchMore }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { thread: open } = useParams<{ thread?: string }>();
  const [cursor, setCursor] = useState(0);
  const mailbox = useCurrentMailbox();
  const own = mailbox?.addresses.map(({ address }) => address) ?? [];
  const virtual = useVirtualizer({
    count: threads.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= threads.length - AHEAD) fetchMore();
  }, [last, threads.length, fetchMore]);
  const openIndex = open ? threads.findIndex(({ id }) => id === open) : -1;
  const steps = useSteps(open);
  const current = steps.target ?? (openIndex >= 0 ? openIndex : Math.min(cursor, threads.length - 1));
  useListKeys({
    identityId,
    threads,
    state,
    current,
    isOpen: open !== undefined,
    move: (index, go) => {
      setCursor(index);
      virtual.scrollToIndex(index);
      if (go) steps.to(index, go);
    },
    stop: steps.stop,
  });
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto" data-testid="thread-list">
      <ul className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const thread = threads[index];
          if (!thread) return null;
          return (
            <li
              key={thread.id}
              aria-setsize={threads.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
            >
              <ThreadRow
                thread={thread}
                href={`/console/mail/${identityId}/${thread.id}${queryOf(state)}`}
                own={own}
                isOpen={thread.id === open}
                isCurrent={index === current}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type Keys = Omit<RowsProps, 'fetchMore'> & {
  current: number;
  isOpen: boolean;
  /** Selects a row. With `go`, its conversation opens once no key has been pressed for a moment. */
  move: (index: number, go?: () => void) => void;
  /** Cancels the conversation that was about to open. */
  stop: () => void;
};

/** The conversation opens when no key has been pressed for this time. */
const REST_MS = 60;

/**
 * Moves through rows with keys while a conversation is open: the selection follows each key, the conversation opens
 * after a short pause. `target` is the selected row, or null once a conversation is open there.
 */
function useSteps(open: string | undefined) {
  const [target, setTarget] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another conversation has opened.
  useEffect(() => {
    if (timer.current === undefined) setTarget(null);
  }, [open]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const to = (index: number, go: () => void) => {
    setTarget(index);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      go();
    }, REST_MS);
  };
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setTarget(null);
  };
  return { target, to, stop };
}

/** With an open conversation, j and k go to its neighbours. Otherwise they move the selection, and Enter opens it. */
function useListKeys({ identityId, threads, state, current, isOpen, move, stop }: Keys): void {
  const router = useRouter();
  const { archive, apply } = useThreadChange(identityId);
  const mayWrite = useMay('messages:write');
  const goTo = (index: number, isStep = false) => {
    const thread = threads[index];
    if (!thread) return;
    if (!isStep) stop();
    router.push(`/console/mail/${identityId}/${thread.id}${queryOf(state)}`);
  };
  const step = (by: number) => {
    const index = Math.max(0, Math.min(threads.length - 1, current + by));
    if (isOpen && index !== current) move(index, () => goTo(index, true));
    else move(index);
  };
  const thread = threads[current];
  const openCurrent = () => goTo(current);
  const toggleRead = () => thread && apply(thread.id, { read: thread.unread_count > 0 });
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    o: openCurrent,
    ...(!isOpen && { Enter: openCurrent }),
    u: () => {
      stop();
      router.push(`/console/mail/${identityId}${queryOf(state)}`);
    },
    ...(mayWrite &&
      thread && {
        e: () => {
          if (isOpen) goTo(current + 1 < threads.length ? current + 1 : current - 1);
          archive(thread.id, !thread.archived);
        },
        U: toggleRead,
      }),
  });
}

const nothing: Record<View, [title: string, next: string]> = {
  inbox: ['The inbox is empty', 'Mail to this address appears here as it arrives. Send a message to try it.'],
  unread: ['No unread mail', 'New mail appears here until somebody opens it.'],
  reply: ['Nobody is waiting for a reply', 'Conversations that probably need a reply appear here.'],
  sent: ['No sent mail yet', 'Press c to write the first message.'],
  archive: [
    'Nothing is archived',
    'Press e to archive a conversation. It returns to the inbox when new mail arrives in it.',
  ],
};

function Nothing({ state }: { state: ListState }) {
  const mailbox = useCurrentMailbox();
  const isNarrowed = state.label !== null || state.category !== null;
  const [title, next] = isNarrowed
    ? ['Nothing matches these filters', 'Remove a filter to see more.']
    : nothing[state.view];
  return (
    <Empty icon={Inbox} title={title}>
      <p>{next}</p>
      {state.view === 'inbox' && !isNarrowed && mailbox ? (
        <p className="font-mono text-[13px] break-all text-ink">{mailbox.primary_address}</p>
      ) : null}
    </Empty>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading conversations">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="space-y-2.5 border-b border-line px-4 py-3.5">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      ))}
    </div>
  );
}
