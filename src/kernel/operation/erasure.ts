import type { Transaction } from '../data/database.ts';
import type { Services } from './services.ts';

/**
 * What rooms say about erasing what they keep (spec 2.11, 4.11). Each room exports one `Eraser`, and
 * `src/trust/privacy/erasers.ts` lists them; the privacy room calls them, batch by batch.
 */

/** What an erasure is about. Addresses are lower case. */
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
/** How much was erased, by the fields of the receipt. */
export type ErasureCounts = Partial<Record<(typeof erasureCounts)[number], number>>;

/** Messages of one mailbox that are erased now; their threads, attachments and mailbox are locked. */
export type ErasedBatch = {
  /** Of an identity or a tenant everything goes in the end, by `ofScope`. */
  scope: ErasureScope['kind'];
  tenantId: string;
  identityId: string;
  messageIds: string[];
  threadIds: string[];
  attachmentIds: string[];
};

/** What one erased message would be found by: words as a tsquery, and the place of its meaning; null where it has none. */
export type ErasedSample = {
  identity_id: string;
  words: string | null;
  meaning: { model: string; code: string } | null;
};

/**
 * What a step erased. `blobs` are those that its rows pointed to: they go when nothing points to them any more. Some of the
 * `samples` are kept until the end of the erasure, which searches for them.
 */
export type Erased = { counts?: ErasureCounts; blobs?: string[]; samples?: ErasedSample[] };

/** What searches still find of what was erased (spec 2.11, `receipt.probe`). */
export type ErasureProbe = { keyword_hits: number; semantic_hits: number };

export type Eraser = {
  /** Unique, and never given to another one: the progress of an erasure is stored by it. */
  name: string;
  /** Erases what hangs on these messages, in the transaction that erases them. Called in the order of the registry. */
  ofMessages?(tx: Transaction, batch: ErasedBatch): Promise<Erased>;
  /**
   * Erases what hangs on no message: at most `take` rows, and says in `rows` how many; called until it says 0. Held
   * threads and their messages may still be there and stay. A second run finds what is left.
   */
  ofScope?(
    tx: Transaction,
    scope: ErasureScope,
    take: number,
    services: Services,
  ): Promise<Erased & { rows: number }>;
  /**
   * Looks, in no transaction, whether what was erased is still found. Null when what is outside of the
   * database has not yet confirmed that it is gone: ask again later.
   */
  probe?(
    services: Services,
    scope: ErasureScope,
    samples: readonly ErasedSample[],
  ): Promise<ErasureProbe | null>;
};
