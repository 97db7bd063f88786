import type { Transaction } from '../data/database.ts';
import type { Services } from './services.ts';

/**
 * How rooms erase the data that they store (spec 2.11, 4.11). Each room exports one `Eraser`, and
 * `src/trust/privacy/erasers.ts` lists them; the privacy room calls them, batch by batch.
 */

/** The scope of an erasure. Addresses are in lower case. */
export type ErasureScope =
  | { kind: 'message'; tenantId: string; identityId: string; messageId: string }
  | { kind: 'thread'; tenantId: string; identityId: string; threadId: string }
  | { kind: 'counterparty'; tenantId: string; address: string }
  | { kind: 'identity'; tenantId: string; identityId: string }
  | { kind: 'tenant'; tenantId: string };

export const erasureCounts = [
  'messages_deleted',
  'attachments_deleted',
  'r2_objects_deleted',
  'fts_rows_deleted',
  'refs_deleted',
  'vectors_deleted',
  'events_deleted',
] as const;
/** The numbers of erased objects, by the fields of the receipt. */
export type ErasureCounts = Partial<Record<(typeof erasureCounts)[number], number>>;

/** Messages of one mailbox that are erased now; their threads, attachments and mailbox are locked. */
export type ErasedBatch = {
  /** For an identity or a tenant, `ofScope` erases everything else afterwards. */
  scope: ErasureScope['kind'];
  tenantId: string;
  identityId: string;
  messageIds: string[];
  threadIds: string[];
  attachmentIds: string[];
};

/** The searches that would find one erased message: words as a tsquery, and its vector; null if it has none. */
export type ErasedSample = {
  identity_id: string;
  words: string | null;
  meaning: { model: string; code: string } | null;
};

/**
 * The result of a step. `blobs` are those that its rows referred to; they are deleted once nothing refers to them. Some
 * of the `samples` are kept until the end of the erasure, which searches for them.
 */
export type Erased = { counts?: ErasureCounts; blobs?: string[]; samples?: ErasedSample[] };

/** The erased data that searches still find (spec 2.11, `receipt.probe`). */
export type ErasureProbe = { keyword_hits: number; semantic_hits: number };

export type Eraser = {
  /** Unique and never reused, because the stored progress of an erasure refers to it. */
  name: string;
  /**
   * Erases the data that belongs to these messages, in the transaction that erases them. Called in the order of the
   * registry.
   */
  ofMessages?(tx: Transaction, batch: ErasedBatch): Promise<Erased>;
  /**
   * Erases data that belongs to no message: at most `take` rows, whose number it returns in `rows`. It is called until
   * `rows` is 0. Threads under a hold and their messages stay. It can be repeated: each call erases what is left.
   */
  ofScope?(
    tx: Transaction,
    scope: ErasureScope,
    take: number,
    services: Services,
  ): Promise<Erased & { rows: number }>;
  /**
   * Checks, outside any transaction, whether erased data can still be found. Null if a system outside the database has
   * not yet confirmed the deletion; call it again later.
   */
  probe?(
    services: Services,
    scope: ErasureScope,
    samples: readonly ErasedSample[],
  ): Promise<ErasureProbe | null>;
};
