import { sleep } from './backoff.ts';
import type { CallOptions, StreamEvent } from './caller.ts';
import { errorFrom } from './errors.ts';
import type { AllCalls } from './generated/operations.ts';
import type {
  AcceptedMessage,
  AgenticResult,
  Event,
  Identity,
  Message,
  MessagesForwardRequest,
  MessagesReplyAllRequest,
  MessagesReplyRequest,
  MessagesSendRequest,
  SearchIdentityRequest,
  SearchResult,
  Thread,
  ThreadSummary,
  WaitAnswer,
} from './generated/types.ts';
import type { Pages } from './pages.ts';
import { type TailOptions, tailFeed } from './tail.ts';

/**
 * Without `view`, because a mailbox lists whole items. For summaries, call `client.threads.list` with `view:
 * 'summary'`.
 */
type ListInput<Method extends 'messages' | 'threads'> = Omit<
  NonNullable<Parameters<AllCalls[Method]['list']>[1]>,
  'view'
>;
type WholePages<Item> = Pages<Item, { data: Item[]; next_cursor: string | null }>;
type WaitInput = NonNullable<Parameters<AllCalls['wait']['forMessage']>[1]>;
type MessageLike = string | { id: string };

export type WaitOptions = Omit<WaitInput, 'timeout'> & {
  /** The maximum wait in seconds, of any length. Default: 60. */
  timeout?: number;
};

/** No matching mail arrived in time. */
export class NothingCameError extends Error {
  override readonly name = 'NothingCameError';
}

/** Seconds. The server waits at most a minute in one call. */
const LONGEST_CALL = 60;
/** The time that a call may take in addition to its wait. */
const MARGIN = 20_000;

const idOf = (message: MessageLike): string => (typeof message === 'string' ? message : message.id);

/** The most frequent calls for one identity's mail, without repeating its id. */
export class Mailbox {
  readonly identity: Identity;
  readonly #client: AllCalls;

  constructor(client: AllCalls, identity: Identity) {
    this.#client = client;
    this.identity = identity;
  }

  get id(): string {
    return this.identity.id;
  }

  get address(): string | null {
    return this.identity.primary_address;
  }

  threads(input: ListInput<'threads'> = {}, options?: CallOptions): WholePages<ThreadSummary> {
    return this.#client.threads.list(this.id, input, options) as unknown as WholePages<ThreadSummary>;
  }

  messages(input: ListInput<'messages'> = {}, options?: CallOptions): WholePages<Message> {
    return this.#client.messages.list(this.id, input, options) as unknown as WholePages<Message>;
  }

  thread(threadId: MessageLike, options?: CallOptions): Promise<Thread> {
    return this.#client.threads.get(this.id, idOf(threadId), {}, options);
  }

  /** The same in the view for models: passages that try to steer them are masked, and links show their real hosts. */
  safeThread(threadId: MessageLike, options?: CallOptions): Promise<Thread> {
    return this.#client.threads.get(this.id, idOf(threadId), { view: 'agent' }, options);
  }

  message(messageId: MessageLike, options?: CallOptions): Promise<Message> {
    return this.#client.messages.get(this.id, idOf(messageId), {}, options);
  }

  send(input: MessagesSendRequest, options?: CallOptions): Promise<AcceptedMessage> {
    return this.#client.messages.send(this.id, input, options);
  }

  reply(to: MessageLike, input: MessagesReplyRequest, options?: CallOptions): Promise<AcceptedMessage> {
    return this.#client.messages.reply(this.id, idOf(to), input, options);
  }

  replyAll(to: MessageLike, input: MessagesReplyAllRequest, options?: CallOptions): Promise<AcceptedMessage> {
    return this.#client.messages.replyAll(this.id, idOf(to), input, options);
  }

  forward(message: MessageLike, input: MessagesForwardRequest, options?: CallOptions) {
    return this.#client.messages.forward(this.id, idOf(message), input, options);
  }

  /** Marks a message as read, or changes its labels. */
  update(message: MessageLike, input: Parameters<AllCalls['messages']['update']>[2], options?: CallOptions) {
    return this.#client.messages.update(this.id, idOf(message), input, options);
  }

  /** Words, phrases and operators such as `from:`, `has:attachment` or `newer_than:7d`. */
  async search(q: string, input: Omit<SearchIdentityRequest, 'q' | 'stream'> = {}, options?: CallOptions) {
    const found = await this.#client.search.identity(this.id, { ...input, q }, options);
    return found as SearchResult;
  }

  /** Answers a question from the mailbox, with evidence. */
  async ask(question: string, options?: CallOptions): Promise<AgenticResult> {
    const body = { q: question, mode: 'agentic' } as const;
    return (await this.#client.search.identity(this.id, body, options)) as AgenticResult;
  }

  /** The same as a stream of events: `step`, `evidence`, `answer`, and `done` with the whole result. */
  async *askStream(question: string, options?: CallOptions): AsyncGenerator<StreamEvent> {
    const body = { q: question, mode: 'agentic', stream: true } as const;
    for await (const event of this.#client.search.identityStream(this.id, body, options)) {
      if (event.event === 'error') throw errorFrom(null, event.data);
      yield event;
    }
  }

  /**
   * The next matching message, or null if none arrived in time. Mail that was there before does not count, unless `since`
   * says so.
   */
  async waitFor(input: WaitOptions = {}, options: CallOptions = {}): Promise<Message | null> {
    return (await this.#wait(input, options))?.message ?? null;
  }

  /**
   * The code in a mail for verifying an address or signing in. It is returned only for authenticated mail, so `from`
   * must name the sender: an address or `@domain`.
   *
   * @throws NothingCameError
   */
  async waitForCode(input: WaitOptions & { from: string }, options: CallOptions = {}): Promise<string> {
    return (await this.waitForVerification(input, options)).code ?? missing('has a link, but no code');
  }

  /** The link of such a mail. @throws NothingCameError */
  async waitForLink(input: WaitOptions & { from: string }, options: CallOptions = {}): Promise<string> {
    return (await this.waitForVerification(input, options)).link ?? missing('has a code, but no link');
  }

  /** The code, the link and the message. @throws NothingCameError */
  async waitForVerification(input: WaitOptions & { from: string }, options: CallOptions = {}) {
    const answer = await this.#wait({ ...input, kind: 'verification' }, options);
    if (!answer?.message) throw new NothingCameError(`No code from ${input.from} arrived in time.`);
    if (answer.verification.code === null && answer.verification.link === null)
      throw new NothingCameError(
        `A code arrived from ${answer.verification.sender_domain ?? 'an unauthenticated sender'}, not from ${input.from}.`,
      );
    return { ...answer.verification, message: answer.message };
  }

  /** Events of this identity as they happen. */
  events(options: TailOptions = {}): AsyncGenerator<Event> {
    return tailFeed(this.#client, { identity: this.id }, options);
  }

  /** The bytes of a file. Its text is at `client.attachments.getText`. */
  download(message: MessageLike, attachmentId: string, options?: CallOptions): Promise<Response> {
    return this.#client.attachments.get(this.id, idOf(message), attachmentId, options);
  }

  async #wait({ timeout = 60, ...input }: WaitOptions, options: CallOptions): Promise<WaitAnswer | null> {
    let since = input.since;
    for (let left = timeout; ; ) {
      const seconds = Math.max(0, Math.min(Math.ceil(left), LONGEST_CALL));
      const began = performance.now();
      let answeredAt = Date.now();
      const call: CallOptions = {
        ...options,
        timeout: seconds * 1000 + (options.timeout ?? MARGIN),
        onResponse: (response) => {
          answeredAt = Date.parse(response.headers.get('date') ?? '') || Date.now();
          options.onResponse?.(response);
        },
      };
      const answer = await this.#client.wait.forMessage(
        this.id,
        { ...input, ...(since !== undefined && { since }), timeout: seconds },
        call,
      );
      if (!answer.timed_out) return answer;
      const took = (performance.now() - began) / 1000;
      left -= took;
      if (left <= 0.5 || seconds === 0) return null;
      // If the server ends a wait early, for example because it is stopping, this avoids a tight loop.
      if (took < 1) await sleep(1000, options.signal);
      // The server's clock, minus a second, so that no message between two calls is missed.
      if (input.since === undefined) since = new Date(answeredAt - 1000).toISOString();
    }
  }
}

const missing = (what: string): never => {
  throw new NothingCameError(`The mail ${what}.`);
};
