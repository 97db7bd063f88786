import type { Prepared } from '../keyword.ts';
import type { Found } from '../repository/documents.ts';
import type { SearchStrategy } from '../semantic/meaning.ts';

/** The number of documents that are ranked together. */
export const WINDOW = 400;
/** The number of documents over which facets are counted, newest first. */
export const MOST_COUNTED = 2_000;

/** Where a page begins: the time and the end of the mailbox on the first page, and the window (null: the first). */
export type PageWindow = { now: Date; end: number; at: number | null };

/** The position of a window after the first. */
export type Later = PageWindow & { at: number };

export type EngineResult = {
  /** Best first. */
  byWords: Found[];
  byMeaning: Found[];
  /** The start of the next window; null if this is the last one. */
  next: number | null;
};

/** Finds documents: Postgres, or an external engine. */
export type Engine = {
  find(prepared: Prepared, strategy: SearchStrategy, place: PageWindow): Promise<EngineResult>;
  /** The newest matching documents, for facets. */
  newest(prepared: Prepared, now: Date): Promise<Found[]>;
  /** Threads of this window's documents that earlier windows have shown already. */
  threadsBefore(prepared: Prepared, window: readonly Found[], place: Later): Promise<string[]>;
};

export const bestFirst = (found: Found[]): Found[] =>
  found.sort((a, b) => b.score - a.score || b.seq - a.seq);
