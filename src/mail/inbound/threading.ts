import { newId } from '#kernel/catalogue/ids.ts';
import type { MessageIdRow, NewMessage } from '#mailbox/messages/index.ts';
import {
  type AwaitedMessage,
  mergeParticipants,
  type ThreadChange,
  takesPart,
} from '#mailbox/threads/index.ts';
import type { Copy } from './copies.ts';

type Mailbox = { address: string; name: string | null };

/** A thread as a batch sees it: what is stored, and what the batch has added so far. */
type OpenThread = {
  id: string;
  participants: Mailbox[];
  isNew: boolean;
  /** Whether agents see any of its messages. */
  isShown: boolean;
};

/** Stored facts that decide which threads the messages of a batch belong to. */
export type ThreadFacts = {
  /** token → thread, of tokens whose key still verifies. */
  byToken: ReadonlyMap<string, { identity_id: string; thread_id: string }>;
  /** The mailboxes' messages with the ids that the batch has or refers to, oldest first. */
  known: readonly MessageIdRow[];
  /** Ids that stored messages refer to but that have not arrived, with the threads of those messages. */
  awaited: readonly { identity_id: string; rfc_message_id: string; thread_id: string }[];
  stored: readonly { id: string; participants: Mailbox[]; message_count: number }[];
};

/** The maximum number of ids that are remembered for one message: the one that it answers, and the newest references. */
const MAX_AWAITED = 12;

const messageIdKey = (identityId: string, messageId: string): string => `${identityId} ${messageId}`;

/**
 * The ids that a copy refers to, the most specific first: In-Reply-To, then the references from the newest. Its own id
 *  comes last, for mail that an identity sent to itself or got again through a mailing list.
 */
export const referredIds = ({ delivery }: Copy): string[] => {
  const { inReplyTo, references, messageId } = delivery.processed.parsed;
  const own = messageId ? [messageId] : [];
  return [...new Set([...(inReplyTo ? [inReplyTo] : []), ...references.toReversed(), ...own])];
};

/** The thread of a copy, and whether its mailbox already has the same message, or another one with its Message-ID. */
export type ThreadPlacement = {
  threadId: string;
  unverifiedJoin: boolean;
  isRepeat: boolean;
  idConflict: boolean;
};

/**
 * Puts the messages of one batch into threads (decisions.md, Thread token): by token; else by In-Reply-To and
 * References, flagged if the sender does not take part in the thread yet; else into a new one. A message that arrives
 * after its answers joins their thread, as do two answers to a message that has not arrived. Messages of the same batch
 * can join each other's threads.
 */
export class Threading {
  readonly #facts: ThreadFacts;
  readonly #threads = new Map<string, OpenThread>();
  readonly #byMessageId: Map<string, string>;
  /** Threads of messages that answer a message which has not arrived. The first one that referred to it decides. */
  readonly #awaited: Map<string, string>;
  readonly #newlyAwaited = new Map<string, AwaitedMessage>();
  /** Hashes of the messages that arrived with a Message-ID. */
  readonly #contents = new Map<string, Set<string>>();
  readonly #changes = new Map<string, ThreadChange>();

  constructor(facts: ThreadFacts) {
    this.#facts = facts;
    this.#byMessageId = new Map(
      facts.known.map((row) => [messageIdKey(row.identity_id, row.rfc_message_id), row.thread_id]),
    );
    this.#awaited = new Map(
      facts.awaited.map((row) => [messageIdKey(row.identity_id, row.rfc_message_id), row.thread_id]),
    );
    for (const row of facts.known) {
      if (row.content_hash !== null)
        this.#contentsOf(messageIdKey(row.identity_id, row.rfc_message_id)).add(row.content_hash);
    }
    for (const { id, participants, message_count } of facts.stored)
      this.#threads.set(id, { id, participants, isNew: false, isShown: message_count > 0 });
  }

  place(copy: Copy): ThreadPlacement {
    const { parsed } = copy.delivery.processed;
    const sender = parsed.from?.address ?? '';
    const tokenThread = this.#threadOfToken(copy);
    const thread =
      tokenThread ??
      this.#threadOfReferences(copy, this.#byMessageId) ??
      this.#threadOfReferences(copy, this.#awaited) ??
      this.#open();
    this.#await(copy, thread);
    const unverifiedJoin = !tokenThread && !thread.isNew && !takesPart(thread.participants, sender);
    const place = { threadId: thread.id, unverifiedJoin, isRepeat: false, idConflict: false };
    if (!parsed.messageId) return place;
    const key = messageIdKey(copy.recipient.identity_id, parsed.messageId);
    if (!this.#byMessageId.has(key)) this.#byMessageId.set(key, thread.id);
    const contents = this.#contentsOf(key);
    const isRepeat = contents.has(copy.delivery.receipt.content_hash);
    const idConflict = !isRepeat && contents.size > 0;
    contents.add(copy.delivery.receipt.content_hash);
    return { ...place, isRepeat, idConflict };
  }

  #contentsOf(key: string): Set<string> {
    const contents = this.#contents.get(key) ?? new Set();
    this.#contents.set(key, contents);
    return contents;
  }

  /** Adds a message after it was stored. */
  add(message: NewMessage): void {
    const thread = this.#threads.get(message.thread_id)!;
    const visible = message.status === 'received' ? 1 : 0;
    // A hidden message adds neither people nor a direction to a thread that agents see.
    const shown = visible === 1 || thread.isNew;
    const people = [...(message.from ? [message.from] : []), ...message.to, ...message.cc];
    // The first message that agents see sets subject and people, so that those of hidden messages before it stay hidden.
    const isFirst = visible === 1 && !thread.isShown;
    if (shown) thread.participants = mergeParticipants(isFirst ? [] : thread.participants, people);
    thread.isNew = false;
    thread.isShown ||= visible === 1;
    const before = this.#changes.get(thread.id);
    this.#changes.set(thread.id, {
      id: thread.id,
      tenant_id: message.tenant_id,
      identity_id: message.identity_id,
      subject: isFirst ? message.subject : (before?.subject ?? message.subject),
      participants: thread.participants,
      message_count: (before?.message_count ?? 0) + visible,
      quarantined_count: (before?.quarantined_count ?? 0) + 1 - visible,
      unread_count: (before?.unread_count ?? 0) + visible,
      last_at: visible ? message.created_at : (before?.last_at ?? null),
      last_any_at: message.created_at,
      labels: [],
      directions: shown ? ['inbound'] : (before?.directions ?? []),
      created_at: before?.created_at ?? message.created_at,
      triage: shownTriage(message) ?? before?.triage ?? null,
    });
  }

  /** One row per thread that received something. */
  changes(): ThreadChange[] {
    return [...this.#changes.values()];
  }

  #threadOfToken({ token, recipient }: Copy): OpenThread | undefined {
    const found = token === null ? undefined : this.#facts.byToken.get(token);
    return found?.identity_id === recipient.identity_id ? this.#threads.get(found.thread_id) : undefined;
  }

  /** Remembers ids that a message refers to and that have not arrived: a message with such an id joins its thread. */
  #await(copy: Copy, thread: OpenThread): void {
    const { identity_id } = copy.recipient;
    const own = copy.delivery.processed.parsed.messageId;
    for (const rfc_message_id of referredIds(copy).slice(0, MAX_AWAITED)) {
      const key = messageIdKey(identity_id, rfc_message_id);
      if (rfc_message_id === own || this.#byMessageId.has(key) || this.#awaited.has(key)) continue;
      this.#awaited.set(key, thread.id);
      this.#newlyAwaited.set(key, { identity_id, rfc_message_id, thread_id: thread.id });
    }
  }

  /** Ids that the stored messages of the batch refer to and that have not arrived. */
  awaited(): AwaitedMessage[] {
    return [...this.#newlyAwaited]
      .filter(([key, { thread_id }]) => !this.#byMessageId.has(key) && this.#changes.has(thread_id))
      .map(([, awaited]) => awaited);
  }

  #threadOfReferences(copy: Copy, threads: ReadonlyMap<string, string>): OpenThread | undefined {
    for (const id of referredIds(copy)) {
      const threadId = threads.get(messageIdKey(copy.recipient.identity_id, id));
      const thread = threadId === undefined ? undefined : this.#threads.get(threadId);
      if (thread) return thread;
    }
    return undefined;
  }

  #open(): OpenThread {
    const thread: OpenThread = { id: newId('thread'), participants: [], isNew: true, isShown: false };
    this.#threads.set(thread.id, thread);
    return thread;
  }
}

/** A thread shows the triage of its newest visible inbound message (spec 2.7), once that is complete. */
const shownTriage = ({ status, triage }: NewMessage): ThreadChange['triage'] =>
  status === 'received' && triage.status !== 'pending' ? triage : null;
