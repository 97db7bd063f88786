/**
 * An index of documents beside the database, which finds what may fit a question. It may be behind, and it may find too
 * much: the database has the last word on what is shown (`src/search/engines/`).
 */
export type SearchIndex = {
  /** When the index was made: another time is another index; null when there is none. */
  madeAt(uid: string): Promise<string | null>;
  /** Makes sure that the index is there with its settings. @returns when it was made */
  open(uid: string, signal: AbortSignal): Promise<string>;
  /**
   * Documents that may fit, best first, from the nth on; newest first where no words are asked for. Either all that is
   * wanted has words or nothing has.
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
   * Writes and takes away documents, and returns when both are done. The same again is harmless.
   * @throws OtherDimensions
   */
  write(uid: string, changes: Changes, signal: AbortSignal): Promise<void>;
  /** Takes away what was written with a lower generation, and returns when that is done. */
  sweep(uid: string, generation: number, signal: AbortSignal): Promise<void>;
  /** Takes the index away. */
  drop(uid: string, signal: AbortSignal): Promise<void>;
};

export type Changes = {
  documents: readonly IndexDocument[];
  /** Ids of documents that are no more. */
  gone: readonly string[];
  /** Of the vectors that count, where that is known: others are left out. Null: as the index has them. */
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

/** What a document must have, all of it: stems that stand together, and the beginning of one more. */
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
