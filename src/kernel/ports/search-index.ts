/**
 * An external index of documents, which proposes candidates for a query. It may be out of date, and it may return too
 * much: the database decides what is shown (`src/search/engines/`).
 */
export type SearchIndex = {
  /** The time when the index was created, which identifies it; null if there is none. */
  madeAt(uid: string): Promise<string | null>;
  /** Creates the index with its settings if it does not exist. @returns the time when it was created */
  open(uid: string, signal: AbortSignal): Promise<string>;
  /**
   * One page of candidate documents: best first, or newest first if the query has no words. Either all parts of the query
   * have words, or none has.
   * @throws QuestionRefused
   */
  byWords(uid: string, question: Question, page: { offset: number; limit: number }): Promise<Candidate[]>;
  /**
   * Ids of the documents with the nearest vectors of this model, nearest first. The words of the query are ignored.
   * @throws QuestionRefused
   */
  byMeaning(
    uid: string,
    question: Question,
    meaning: { vector: Float32Array; model: string },
    limit: number,
  ): Promise<string[]>;
  /**
   * Writes and deletes documents. Resolves when both are done. Idempotent.
   * @throws OtherDimensions
   */
  write(uid: string, changes: Changes, signal: AbortSignal): Promise<void>;
  /** Deletes documents that were written with a lower generation. Resolves when that is done. */
  sweep(uid: string, generation: number, signal: AbortSignal): Promise<void>;
  /** Deletes the index. */
  drop(uid: string, signal: AbortSignal): Promise<void>;
};

export type Changes = {
  documents: readonly IndexDocument[];
  /** Ids of documents to delete. */
  gone: readonly string[];
  /**
   * The dimensions of the vectors, if known; vectors with other dimensions are left out. Null means those of the index.
   */
  dimensions: number | null;
};

/** Texts are stems in their original order, separated by single spaces; `words` are the unstemmed words. */
export type IndexDocument = {
  id: string;
  tenant_id: string;
  identity_id: string;
  thread_id: string;
  seq: number;
  /** Unix time in seconds. */
  date: number;
  size: number;
  needs_reply: number | null;
  keys: string[];
  subject: string | null;
  people: string | null;
  files: string | null;
  body: string | null;
  words: string | null;
  generation: number;
  /** The model that made the vector. */
  model: string | null;
  vector: number[] | null;
};

export type Question = {
  tenantId: string;
  /** The mailbox to search; null searches all mailboxes of the tenant. */
  identityId: string | null;
  /** A key that every document must have. */
  key: string;
  /** Only documents with a lower sequence number. */
  before: number;
  /** Whether a late answer is better than none, because no other engine can answer the query. */
  unhurried?: boolean;
  /** A document must match at least one of these. */
  wanted: IndexQuery[];
};

/** The words that a document must contain: adjacent stems, and the prefix of one more. */
export type IndexQuery = {
  phrases: string[][];
  prefix: string | null;
  unwanted: string[];
  /** The part of the message in which all words must occur; null for any part. */
  part: 'subject' | 'body' | null;
  filter: Filter;
};

export type Filter =
  | { kind: 'and' | 'or'; of: Filter[] }
  | { kind: 'not'; of: Filter }
  | { kind: 'is'; field: 'keys' | 'thread_id' | 'id' | 'model'; value: string }
  | {
      kind: 'compare';
      field: 'date' | 'size' | 'needs_reply';
      compare: '>=' | '>' | '<' | '<=';
      value: number;
    };

export type Candidate = { id: string; seq: number; score: number };

/** The vectors have other dimensions than those in the index, so the index must be rebuilt. */
export class OtherDimensions extends Error {}

/** The engine works but does not support this query. */
export class QuestionRefused extends Error {}
