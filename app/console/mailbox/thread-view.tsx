'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  CornerUpLeft,
  CornerUpRight,
  MailOpen,
  ReplyAll,
  Tag,
  Trash2,
} from 'lucide-react';
import { useParams, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { useMay } from '../data/session.tsx';
import { type Message, type Thread, useTRPC, useTRPCClient, wholeMessages } from '../data/trpc.ts';
import { categoryLabel } from '../labels/messages.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { ALL_MAILBOXES, useCurrentMailbox } from '../shell/mailboxes.ts';
import { useShortcuts } from '../shell/shortcuts.tsx';
import type { About, Mode } from './compose-draft.ts';
import { Composer } from './composer.tsx';
import { DeleteThreads } from './delete-threads.tsx';
import {
  type Early,
  EarlyAnswer,
  EarlyText,
  type EarlyWords,
  noWords,
  useEarlyAnswer,
} from './early-answer.tsx';
import { useMyDrafts } from './kept-draft.ts';
import { LabelDialog } from './label-dialog.tsx';
import { MessageCard } from './message-card.tsx';
import { modeOf, useNamedDraft } from './named-draft.ts';
import { useNeighbours } from './neighbours.ts';
import { conversationKey } from './query-keys.ts';
import { settle, useReopened } from './reopen.ts';
import { draftAbout } from './stored-draft.ts';
import { useThreadChange } from './thread-changes.ts';
import { conversationInput, listStateOf, MESSAGES_PER_PAGE, queryOf } from './views.ts';

const REFRESH_MS = 20_000;
/** A conversation with more messages than this opens at the first message to read. */
const FITS = 3;

/** A conversation: its latest messages, oldest first, and the reply that is being written. */
export function ThreadView() {
  const { identity: scope = '', thread: threadId = '' } = useParams<{ identity: string; thread: string }>();
  const inside = useSearchParams().get('in') ?? '';
  const identity = scope === ALL_MAILBOXES ? inside : scope;
  const early = useEarlyAnswer(threadId);
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { data, error, refetch } = useQuery(
    trpc.threads.get.queryOptions(conversationInput(identity, threadId), {
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  const messages = usePages<Message>(
    [...conversationKey, identity, threadId],
    (cursor) =>
      client.messages.list
        .query({
          identity_id: identity,
          thread_id: threadId,
          limit: MESSAGES_PER_PAGE,
          ...(cursor && { cursor }),
        })
        .then(wholeMessages),
    REFRESH_MS,
  );
  const hasMessages = messages.items.length > 0 || messages.isSuccess;
  const isThere = data?.id === threadId && hasMessages;
  // If a reload fails, the conversation stays on the page, together with the answer that is being written.
  const failed = isThere ? null : (error ?? messages.error);
  const retry = () => void Promise.all([refetch(), messages.refetch()]);
  if (!data || !isThere)
    return (
      <>
        {failed ? <FailureNotice failure={failureOf(failed)} retry={retry} /> : <Waiting />}
        <EarlyAnswer early={early} />
      </>
    );
  return (
    <Conversation
      key={threadId}
      thread={data}
      messages={messages.items.toReversed()}
      older={messages.hasNextPage ? () => void messages.fetchNextPage() : null}
      isLoadingOlder={messages.isFetchingNextPage}
      identityId={identity}
      scope={scope}
      early={early}
    />
  );
}

type ConversationProps = {
  thread: Thread;
  /** The loaded messages, oldest first. */
  messages: Message[];
  /** Loads earlier messages; null if there are none. */
  older: (() => void) | null;
  isLoadingOlder: boolean;
  identityId: string;
  /** The list in which it is open: a mailbox's id, or all mailboxes. */
  scope: string;
  /** Text that was typed before it had loaded. */
  early: Early;
};

function Conversation({
  thread,
  messages,
  older,
  isLoadingOlder,
  identityId,
  scope,
  early,
}: ConversationProps) {
  const mailbox = useCurrentMailbox();
  const { apply } = useThreadChange();
  const mayWrite = useMay('messages:write');
  const newest = messages.at(-1);
  const first = useFirstToRead(messages);
  const itself = { id: thread.id, identity_id: identityId };
  useReadOnOpening(thread, mayWrite ? () => apply(itself, { read: true }) : null);
  const about = lastReceived(messages) ?? newest;
  const [answering, setAnswering] = useState<{ mode: Mode; message: Message } | null>(
    early.wish && about ? { mode: early.wish.mode, message: about } : null,
  );
  const answer = (mode: Mode) => about && setAnswering({ mode, message: about });
  const named = useNamedDraft(identityId)?.data ?? null;
  const [isAside, setIsAside] = useState(false);
  const namedAbout = messages.find(({ id }) => id === named?.in_reply_to_message_id);
  const reopened = useReopened();
  const takenBack = reopened?.about.message?.thread_id === thread.id ? reopened : null;
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-3 px-4 pb-24 sm:px-6">
      <Head thread={thread} identityId={identityId} scope={scope} />
      {older ? (
        <Button tone="quiet" className="self-center" disabled={isLoadingOlder} onClick={older}>
          {isLoadingOlder
            ? 'Loading…'
            : `Show older messages (${Math.max(1, thread.message_count - messages.length)})`}
        </Button>
      ) : null}
      {messages.map((message) => (
        <MessageCard
          key={message.id}
          message={message}
          startsOpen={message === newest || !message.is_read}
          isFirst={message.id === first}
        />
      ))}
      {takenBack && mailbox ? (
        <Composer key={takenBack.count} about={takenBack.about} reopened={takenBack.draft} onDone={settle} />
      ) : answering && mailbox ? (
        <Answer
          key={`${answering.mode} ${answering.message.id}`}
          about={{ identity: mailbox, ...answering }}
          early={early.wish ?? noWords}
          onDone={() => {
            early.forget();
            setAnswering(null);
          }}
        />
      ) : named && namedAbout && mailbox && !isAside ? (
        <Composer
          about={{ identity: mailbox, mode: modeOf[named.mode], message: namedAbout }}
          stored={named}
          onDone={() => setIsAside(true)}
        />
      ) : (
        <AnswerButtons answer={answer} isQuarantined={newest?.status === 'quarantined'} />
      )}
    </div>
  );
}

/** The message at which the conversation opens: the first unread one, or the last. Null for short conversations. */
function useFirstToRead(messages: Message[]): string | null {
  const [first] = useState(() => {
    const unread = messages.findIndex(({ is_read }) => !is_read);
    const index = unread >= 0 ? unread : messages.length - 1;
    return index >= FITS ? (messages[index]?.id ?? null) : null;
  });
  return first;
}

/** A reply goes to the last received message. */
const lastReceived = (messages: Message[]): Message | undefined =>
  messages.findLast(({ direction, status }) => direction === 'inbound' && status === 'received');

/** Marks the conversation as read once, when it opens, so that it can be marked unread again. */
function useReadOnOpening(thread: Thread, markRead: (() => void) | null): void {
  const isMarked = useRef(false);
  useEffect(() => {
    if (isMarked.current || thread.unread_count === 0) return;
    isMarked.current = true;
    markRead?.();
  });
}

type AnswerProps = { about: About; early: EarlyWords; onDone: () => void };

function Answer({ about, early, onDone }: AnswerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { drafts, isPending } = useMyDrafts(about.identity.id);
  // Text that is typed before the draft has loaded goes only into the form.
  const [typed, setTyped] = useState(early);
  return (
    <div ref={box}>
      {isPending ? (
        <EarlyText words={typed} onChange={setTyped} />
      ) : (
        <Composer about={about} stored={draftAbout(drafts, about)} early={typed} onDone={onDone} />
      )}
    </div>
  );
}

function AnswerButtons({ answer, isQuarantined }: { answer: (mode: Mode) => void; isQuarantined: boolean }) {
  const maySend = useMay('messages:send') && !isQuarantined;
  useShortcuts(
    maySend ? { r: () => answer('reply'), a: () => answer('reply_all'), f: () => answer('forward') } : {},
  );
  if (!maySend) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => answer('reply')} shortcut="r">
        <CornerUpLeft aria-hidden="true" />
        Reply
      </Button>
      <Button onClick={() => answer('reply_all')} shortcut="a">
        <ReplyAll aria-hidden="true" />
        Reply to all
      </Button>
      <Button onClick={() => answer('forward')} shortcut="f">
        <CornerUpRight aria-hidden="true" />
        Forward
      </Button>
    </div>
  );
}

function Head({ thread, identityId, scope }: { thread: Thread; identityId: string; scope: string }) {
  const router = useRouter();
  const mayWrite = useMay('messages:write');
  const { archive, apply } = useThreadChange();
  const neighbours = useNeighbours();
  const mayErase = useMay('erasure:manage');
  const [asks, setAsks] = useState<'labels' | 'delete' | null>(null);
  const goOn = () => {
    if (neighbours.current.next) router.push(neighbours.current.next);
  };
  const back = `/console/mail/${scope}${queryOf(listStateOf(useSearchParams()))}`;
  const isUnread = thread.unread_count > 0;
  const named = { id: thread.id, identity_id: identityId };
  const toggleRead = () => apply(named, { read: isUnread });
  const toggleArchived = () => archive(named, !thread.archived);
  useShortcuts(
    mayWrite
      ? {
          l: () => setAsks('labels'),
          U: { name: isUnread ? 'Mark as read' : 'Mark as unread', run: toggleRead },
          e: {
            name: thread.archived ? 'Move to the inbox' : 'Archive',
            run: () => {
              goOn();
              toggleArchived();
            },
          },
          ...(mayErase && { '#': { name: 'Delete the conversation…', run: () => setAsks('delete') } }),
        }
      : {},
  );
  return (
    <header className="sticky top-0 z-10 -mx-4 border-b border-line bg-canvas px-4 py-3 sm:-mx-6 sm:px-6">
      <div className="flex items-start gap-1">
        <IconButton
          label="Back to the list"
          shortcut="u"
          className="-ml-2 md:hidden"
          onClick={() => router.push(back)}
        >
          <ArrowLeft />
        </IconButton>
        <h1
          className="line-clamp-3 min-w-0 flex-1 self-center text-lg leading-6 font-semibold tracking-tight break-words sm:line-clamp-2"
          title={thread.subject}
        >
          {thread.subject || 'No subject'}
        </h1>
        {mayWrite ? (
          <>
            <IconButton label="Labels" shortcut="l" onClick={() => setAsks('labels')}>
              <Tag />
            </IconButton>
            <IconButton
              label={isUnread ? 'Mark as read' : 'Mark as unread'}
              shortcut="U"
              onClick={toggleRead}
            >
              <MailOpen />
            </IconButton>
            <IconButton
              label={thread.archived ? 'Move to the inbox' : 'Archive'}
              shortcut="e"
              onClick={toggleArchived}
            >
              {thread.archived ? <ArchiveRestore /> : <Archive />}
            </IconButton>
            {mayErase ? (
              <IconButton
                label="Delete the conversation…"
                shortcut="#"
                className="max-sm:hidden"
                onClick={() => setAsks('delete')}
              >
                <Trash2 />
              </IconButton>
            ) : null}
          </>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {thread.category && thread.category !== 'other' ? (
          <Badge>{categoryLabel(thread.category)}</Badge>
        ) : null}
        {thread.archived ? <Badge>Archived</Badge> : null}
        {thread.labels.map((label) => (
          <Badge key={label} className="border border-line bg-transparent">
            <span className="truncate">{label}</span>
          </Badge>
        ))}
      </div>
      <LabelDialog
        open={asks === 'labels'}
        onClose={() => setAsks(null)}
        labels={thread.labels}
        change={(labels_add, labels_remove) => apply(named, { labels_add, labels_remove })}
      />
      <Dialog open={asks === 'delete'} onClose={() => setAsks(null)} title="Delete this conversation?">
        <DeleteThreads
          threads={[named]}
          onCancel={() => setAsks(null)}
          onDone={() => (neighbours.current.next ? goOn() : router.push(back))}
        />
      </Dialog>
    </header>
  );
}

function Waiting() {
  return (
    <div
      className="mx-auto max-w-4xl space-y-4 px-6 py-5"
      role="status"
      aria-label="Loading the conversation"
    >
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-40" />
    </div>
  );
}
