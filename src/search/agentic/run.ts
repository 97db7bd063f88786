import type { Clock } from '#kernel/base/clock.ts';
import type { ReadText } from '../repository/agentic.ts';
import type { MessageHit } from '../schema.ts';
import { type CredibleText, credibleTexts } from './credibility.ts';
import type { Question } from './question.ts';
import type { Answer, Evidence, Sentence, Traced } from './schema.ts';
import { foldedWords, holds, oneLine } from './sentences.ts';

/** The mail that is searched for the answer: one mailbox or a tenant's mailboxes, limited to what the caller may see. */
export type Corpus = {
  search(q: string): Promise<MessageHit[]>;
  /** The matching messages without ranking. `complete` is false if there are more than are listed. */
  list(q: string): Promise<{ hits: MessageHit[]; complete: boolean }>;
  read(messageIds: readonly string[]): Promise<ReadText[]>;
};

/** The progress events for a client that follows the run. */
export type Progress =
  | { event: 'step'; data: Traced }
  | { event: 'evidence'; data: Evidence[] }
  | { event: 'answer'; data: Answer };

/** A sentence that an answerer claims, with the quotes that support it. */
export type Claim = {
  text: string;
  citations: { id: string; quote: string }[];
  /** The claim was computed from a search: the messages were counted, not quoted. */
  computed?: true;
};

/** The result of an answerer. `exhausted`: it ran out of steps or time. */
export type Outcome = {
  claims: readonly Claim[];
  confidence: number;
  exhausted: boolean;
  /** Older statements that the answer replaces, and statements that contradict each other. */
  supersedes?: readonly Claim[];
  conflict?: readonly Claim[];
};

export class OutOfTime extends Error {}

const MOST_EVIDENCE = 20;
/** The maximum number of results of all searches together, so that a second search can still add some. */
const MOST_FOUND = 40;
export const MOST_LISTED = 200;
const LONGEST_SENTENCE = 600;

/** One agentic search: its steps, the mail that it has read, and the verification of an answer against that mail. */
export class Run {
  readonly question: Question;
  readonly trace: Traced[] = [];
  readonly signal: AbortSignal;
  readonly #corpus: Corpus;
  readonly #clock: Clock;
  readonly #maxSteps: number;
  readonly #tell: (progress: Progress) => void;
  readonly #began: number;
  readonly #found = new Map<string, MessageHit>();
  readonly #read = new Map<string, CredibleText>();

  constructor(options: {
    question: Question;
    corpus: Corpus;
    clock: Clock;
    maxSteps: number;
    signal: AbortSignal;
    tell(progress: Progress): void;
  }) {
    this.question = options.question;
    this.signal = options.signal;
    this.#corpus = options.corpus;
    this.#clock = options.clock;
    this.#maxSteps = options.maxSteps;
    this.#tell = options.tell;
    this.#began = options.clock.now().getTime();
  }

  get stepsLeft(): number {
    return this.#maxSteps - this.trace.length;
  }

  get ms(): number {
    return Math.max(0, this.#clock.now().getTime() - this.#began);
  }

  /** The results of the searches so far, in order. */
  get found(): MessageHit[] {
    return [...this.#found.values()];
  }

  /** @throws OutOfTime */
  async search(query: string): Promise<MessageHit[]> {
    const hits = await this.#witnesses(await this.#inTime(this.#corpus.search(query)));
    this.#keep(hits, MOST_FOUND);
    this.#step({ action: 'search', query: query.slice(0, 500), found: hits.length });
    return hits.filter(({ message_id }) => this.#found.has(message_id));
  }

  /** All matching messages; they are read and cited like those of a search. @throws OutOfTime */
  async list(query: string): Promise<{ messageIds: string[]; number: number; complete: boolean }> {
    const { hits, complete } = await this.#inTime(this.#corpus.list(query));
    const witnesses = await this.#witnesses(hits);
    this.#keep(witnesses, MOST_LISTED);
    this.#step({ action: 'search', query: query.slice(0, 500), found: witnesses.length });
    return { messageIds: witnesses.map(({ message_id }) => message_id), number: hits.length, complete };
  }

  #keep(hits: readonly MessageHit[], most: number): void {
    for (const hit of hits) {
      if (this.#found.size < most && !this.#found.has(hit.message_id)) this.#found.set(hit.message_id, hit);
    }
  }

  /** Leaves out mail that tries to steer the answerer, so that neither a model nor the built-in answerer sees it. */
  async #witnesses(hits: readonly MessageHit[]): Promise<MessageHit[]> {
    const unread = hits.map(({ message_id }) => message_id).filter((id) => !this.#read.has(id));
    if (unread.length > 0) {
      for (const text of credibleTexts(await this.#inTime(this.#corpus.read(unread))))
        this.#read.set(text.message_id, text);
    }
    return hits.filter(({ message_id }) => this.#read.has(message_id));
  }

  /** The texts of messages that this run found. Others are not read. @throws OutOfTime */
  async read(messageIds: readonly string[]): Promise<CredibleText[]> {
    return messageIds.flatMap((id) => (this.#found.has(id) ? (this.#read.get(id) ?? []) : []));
  }

  readStep(messageIds: string[]): void {
    this.#step({ action: 'read', message_ids: messageIds });
  }

  /** Keeps only the claims that the evidence supports, and ends the run. */
  async conclude({
    claims,
    confidence,
    supersedes = [],
    conflict = [],
  }: Outcome): Promise<{ answer: Answer; evidence: Evidence[] }> {
    const quotes = new Map<string, string[]>();
    const sentences = this.#supported(claims, quotes);
    if (this.stepsLeft > 0) this.#step({ action: 'answer', sentences: sentences.length });
    const text = sentences.map((sentence) => sentence.text).join(' ');
    const answer = {
      text,
      sentences,
      confidence: sentences.length === 0 ? 0 : confidence,
      conflict: this.#supported(conflict, quotes),
      supersedes: this.#supported(supersedes, quotes),
    };
    const evidence = this.#evidence(answer, quotes);
    this.#tell({ event: 'evidence', data: evidence });
    this.#tell({ event: 'answer', data: answer });
    return { answer, evidence };
  }

  /** The first results, and every message that the answer cites. */
  #evidence({ sentences, conflict, supersedes }: Answer, quotes: ReadonlyMap<string, string[]>): Evidence[] {
    const cited = new Set([...sentences, ...conflict, ...supersedes].flatMap(({ citations }) => citations));
    return this.found
      .filter(({ message_id }, place) => place < MOST_EVIDENCE || cited.has(message_id))
      .map((hit) => ({ ...hit, quotes: quotes.get(hit.message_id) ?? [] }));
  }

  /** The claims that the evidence supports, with the supporting messages. Their quotes are added to `quotes`. */
  #supported(claims: readonly Claim[], quotes: Map<string, string[]>): Sentence[] {
    return claims.flatMap(({ text, citations, computed }) => {
      const borne = citations.filter(({ id, quote }) =>
        computed ? this.#found.has(id) : this.#says(id, quote),
      );
      const cited = [...new Set(borne.map(({ id }) => id))];
      if (!computed && (cited.length === 0 || !this.#bearsOut(text, cited))) return [];
      for (const { id, quote } of borne)
        if (quote !== '') quotes.set(id, [...(quotes.get(id) ?? []), oneLine(quote).toWellFormed()]);
      return [{ text: oneLine(text).slice(0, LONGEST_SENTENCE).toWellFormed(), citations: cited }];
    });
  }

  /** Whether a message that this run found and read contains the quote, word for word. */
  #says(id: string, quote: string): boolean {
    const text = this.#read.get(id);
    return text !== undefined && (holds(text.text, quote) || holds(text.subject, quote));
  }

  /** Whether all numbers, addresses and links of a sentence, and its subject, are in the cited messages. */
  #bearsOut(sentence: string, cited: readonly string[]): boolean {
    const texts = cited.map((id) => this.#read.get(id)!).map(({ subject, text }) => `${subject}\n${text}`);
    const known = new Set([
      ...texts.flatMap((text) => foldedWords(text, 40_000)),
      ...foldedWords(this.question.text),
    ]);
    const words = foldedWords(sentence, 200);
    const marked = words.filter((word) => /\d/.test(word));
    const addresses = sentence.match(/[^\s<>"'()]+(?:@|:\/\/)[^\s<>"'()]+/g) ?? [];
    const bearing = words.filter((word) => known.has(word)).length;
    return (
      marked.every((word) => known.has(word)) &&
      addresses.every((address) => texts.some((text) => holds(text, address))) &&
      bearing * 2 >= words.length
    );
  }

  #step(done: Omit<Traced, 'step' | 'ms'>): void {
    const traced = { step: this.trace.length + 1, ...done, ms: this.ms };
    this.trace.push(traced);
    this.#tell({ event: 'step', data: traced });
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    let stop = () => {};
    const late = new Promise<never>((_, reject) => {
      stop = () => reject(new OutOfTime());
      if (this.signal.aborted) stop();
      else this.signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      this.signal.removeEventListener('abort', stop);
      late.catch(() => {});
    }
  }
}
