/**
 * An external index of documents, which proposes candidates for a query. It may be out of date, and it may return too
 * much: the database decides what is shown (`src/search/engines/`).
 */
export type SearchIndex = {
  /** The time when the index was created, which identifies it; null if there is none. */
  madeAt(uid: string): Promise<string | null>;
  /** Makes sure that the index is there with its settings. @returns when it was made */
  open(uid: string, signal: AbortSignal): Promise<string>;
  /**
   * Candidate documents from the nth on: best first, or newest first if the query has no words. Either all parts of the
   * query have words, or none has.
   * @throws QuestionRefused
   */
  byWords(uid: string, question: Question, page: { offset: number; limit: number }): Promise<Candidate[]>;
  /**
   * Ids of the documents whose vectors of this model are nearest, nearest first; words that are wanted don't count.
   * @throws QuestionRefused
   */
  byMeaning(
    uid: string,
    question: Question,
    meaning: { vector: Float32Array; model: string },
    limit: number,
  ): Promise<string[]>;
  /**
   * Writes and deletes documents, and returns when both are done. Repeating it is harmless.
   * @throws OtherDimensions
   */
  write(uid: string, changes: Changes, signal: AbortSignal): Promise<void>;
  /** Deletes documents that were written with a lower generation, and returns when that is done. */
  sweep(uid: string, generation: number, signal: AbortSignal): Promise<void>;
  /** Takes the index away. */
  drop(uid: string, signal: AbortSignal): Promise<void>;
};

export type Changes = {
  documents: readonly IndexDocument[];
  /** Ids of documents that are no more. */
  gone: readonly string[];
  /**
   * The dimensions of the vectors, if known; vectors of other dimensions are left out. Null: those that the index has.
   */
  dimensions: number | null;
};

/** Texts are stems in the order in which they stand, one blank between each two; `words` are words as written. */
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
  /** The model that the vector is of. */
  model: string | null;
  vector: number[] | null;
};

export type Question = {
  tenantId: string;
  /** Null asks about all mailboxes of the tenant. */
  identityId: string | null;
  /** A key that every document must have. */
  key: string;
  /** Only documents at lower places. */
  before: number;
  /** Nobody else can answer it: a late answer is better than none. */
  unhurried?: boolean;
  /** A document must be like one of these, at least. */
  wanted: IndexQuery[];
};

/** The words that a document must contain: adjacent stems, and the prefix of one more. */
export type IndexQuery = {
  phrases: string[][];
  prefix: string | null;
  unwanted: string[];
  /** Where all of the words must stand; null: anywhere. */
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

/** The vectors have another length than those in the index, so the index must be rebuilt. */
export class OtherDimensions extends Error {}

/** It is well, but this it can't be asked. */
export class QuestionRefused extends Error {}
