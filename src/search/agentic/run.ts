import type { Clock } from '#kernel/base/clock.ts';
import type { ReadText } from '../repository/agentic.ts';
import type { MessageHit } from '../schema.ts';
import type { Question } from './question.ts';
import type { Answer, Evidence, Sentence, Traced } from './schema.ts';
import { foldedWords, holds, oneLine } from './sentences.ts';

/** The mail that a question is asked of: one mailbox, or those of a tenant, with what the caller may see in it. */
export type Corpus = {
  search(q: string): Promise<MessageHit[]>;
  read(messageIds: readonly string[]): Promise<ReadText[]>;
};

/** What a client that follows along is told. */
export type Progress =
  | { event: 'step'; data: Traced }
  | { event: 'evidence'; data: Evidence[] }
  | { event: 'answer'; data: Answer };

/** A sentence that somebody claims, with the words that it rests on. */
export type Claim = { text: string; citations: { id: string; quote: string }[] };

export class OutOfTime extends Error {}

const MOST_EVIDENCE = 20;
const LONGEST_SENTENCE = 600;

/** One agentic search: its steps, what it has seen, and what of an answer stands up to that. */
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
  readonly #read = new Map<string, ReadText>();

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

  /** What searches found so far, in that order. */
  get found(): MessageHit[] {
    return [...this.#found.values()];
  }

  /** @throws OutOfTime */
  async search(query: string): Promise<MessageHit[]> {
    const hits = await this.#inTime(this.#corpus.search(query));
    for (const hit of hits) {
      if (this.#found.size < MOST_EVIDENCE && !this.#found.has(hit.message_id))
        this.#found.set(hit.message_id, hit);
    }
    this.#step({ action: 'search', query: query.slice(0, 500), found: hits.length });
    return hits.filter(({ message_id }) => this.#found.has(message_id));
  }

  /** The texts of found messages; others are not read, whoever names them. @throws OutOfTime */
  async read(messageIds: readonly string[]): Promise<ReadText[]> {
    const wanted = messageIds.filter((id) => this.#found.has(id));
    const missing = wanted.filter((id) => !this.#read.has(id));
    if (missing.length > 0) {
      for (const text of await this.#inTime(this.#corpus.read(missing)))
        this.#read.set(text.message_id, text);
    }
    return wanted.flatMap((id) => this.#read.get(id) ?? []);
  }

  readStep(messageIds: string[]): void {
    this.#step({ action: 'read', message_ids: messageIds });
  }

  /** Of the claims only what the evidence bears out; ends the run. */
  async conclude(
    claims: readonly Claim[],
    confidence: number,
  ): Promise<{ answer: Answer; evidence: Evidence[] }> {
    const quotes = new Map<string, string[]>();
    const sentences: Sentence[] = [];
    for (const claim of claims) {
      const borne = claim.citations.filter(({ id, quote }) => this.#says(id, quote));
      const cited = [...new Set(borne.map(({ id }) => id))];
      if (cited.length === 0 || !this.#bearsOut(claim.text, cited)) continue;
      sentences.push({
        text: oneLine(claim.text).slice(0, LONGEST_SENTENCE).toWellFormed(),
        citations: cited,
      });
      for (const { id, quote } of borne)
        quotes.set(id, [...(quotes.get(id) ?? []), oneLine(quote).toWellFormed()]);
    }
    if (this.stepsLeft > 0) this.#step({ action: 'answer', sentences: sentences.length });
    const evidence = this.found.map((hit) => ({ ...hit, quotes: quotes.get(hit.message_id) ?? [] }));
    this.#tell({ event: 'evidence', data: evidence });
    const text = sentences.map((sentence) => sentence.text).join(' ');
    const answer = { text, sentences, confidence: sentences.length === 0 ? 0 : confidence };
    this.#tell({ event: 'answer', data: answer });
    return { answer, evidence };
  }

  /** Whether a message that this run found and read says so, word for word. */
  #says(id: string, quote: string): boolean {
    const text = this.#read.get(id);
    return text !== undefined && (holds(text.text, quote) || holds(text.subject, quote));
  }

  /** A sentence brings no number, address or link of its own, and speaks of what the cited messages speak of. */
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
