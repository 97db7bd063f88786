import { type AddressRow, addressesOf } from '#identities/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Queryable } from '#kernel/database.ts';
import { AppError } from '#kernel/errors.ts';
import type { Services } from '#kernel/services.ts';
import { countAutomaticReplies, findNewestOfThread, mayReview } from '#messages/index.ts';
import type { Policy } from '#tenants/index.ts';
import { findThread, type ThreadRow } from '#threads/index.ts';
import { type DailyCap, dailyCaps } from './caps.ts';
import { countersOf } from './counters-repository.ts';
import type { Draft } from './draft.ts';
import { readStanding, recipientsOf, type Standing } from './fate.ts';

/** All that the checks of a send look at beside the draft, read at once. */
export type SendFacts = {
  draft: Draft;
  policy: Policy;
  mailDomain: string;
  now: Date;
  /** The identity's own addresses. */
  addresses: readonly AddressRow[];
  /** The thread that it continues, when there is one. */
  thread: ThreadRow | null;
  /** The newest message of that thread that the caller may see. */
  newest: Awaited<ReturnType<typeof findNewestOfThread>>;
  /** Automatic replies of the identity in the thread since it last wrote by itself. */
  automaticReplies: number;
  standing: Standing;
  caps: readonly DailyCap[];
  /** How many messages counted against each cap so far, by its owner. */
  used: ReadonlyMap<string, number>;
};

type Known = { draft: Draft; policy: Policy; now: Date };

/** One round trip. @throws AppError `thread_not_found` */
export async function readFacts(
  { db, services, actor }: { db: Queryable; services: Services; actor: Actor },
  { draft, policy, now }: Known,
): Promise<SendFacts> {
  const { identity, threadId } = draft;
  const review = mayReview(actor);
  const caps = dailyCaps(identity, policy, draft.sendAt ?? now);
  const [addresses, standing, counted, thread, newest, automaticReplies] = await Promise.all([
    addressesOf(db, identity.id),
    readStanding(db, identity, recipientsOf(draft), now),
    countersOf(db, caps),
    threadId === null ? null : findThread(db, identity.id, threadId, review),
    threadId === null || draft.inReplyTo !== null ? null : findNewestOfThread(db, threadId, review),
    threadId === null || draft.kind !== 'auto_reply' ? 0 : countAutomaticReplies(db, threadId),
  ]);
  if (threadId !== null && !thread) throw new AppError('thread_not_found');
  const used = new Map(counted.map((row) => [row.owner_id, row.used]));
  const { mailDomain } = services.config;
  return {
    draft,
    policy,
    mailDomain,
    now,
    addresses,
    thread,
    newest,
    automaticReplies,
    standing,
    caps,
    used,
  };
}
