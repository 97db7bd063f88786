import type { Config } from '#kernel/base/config.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import type { Database, Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type AddressRow, addressesOfAll } from '#mailbox/identities/index.ts';
import { countAutomaticReplies, findNewestOfThread, mayReview } from '#mailbox/messages/index.ts';
import { findThread, type ThreadRow } from '#mailbox/threads/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import { capsOf, type SendCap } from './caps.ts';
import { countersOf } from './counters-repository.ts';
import type { Draft } from './draft.ts';
import { type Recipients, readStandings, recipientsOf, type Standing } from './fate.ts';

/** All that the checks of a send look at beside the draft, read at once. */
export type SendFacts = {
  draft: Draft;
  policy: Policy;
  config: Config;
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
  caps: readonly SendCap[];
  /** How many messages counted against each cap so far, by its owner. */
  used: ReadonlyMap<string, number>;
};

type Known = { draft: Draft; policy: Policy; now: Date };

/** @throws AppError `thread_not_found` */
export async function readFacts(
  { services, actor }: { services: Services; actor: Actor },
  { draft, policy, now }: Known,
): Promise<SendFacts> {
  const { identity, threadId } = draft;
  const caps = capsOf(services, identity, policy, { at: draft.sendAt ?? now, now });
  const [mailbox, conversation] = await Promise.all([
    readTogether(services.db)({ identity, addresses: recipientsOf(draft), caps, now }),
    threadId === null ? noConversation : readConversation(services.db, draft, threadId, mayReview(actor)),
  ]);
  const { config } = services;
  return { draft, policy, config, mailDomain: config.mailDomain, now, caps, ...mailbox, ...conversation };
}

type Conversation = Pick<SendFacts, 'thread' | 'newest' | 'automaticReplies'>;

const noConversation: Conversation = { thread: null, newest: null, automaticReplies: 0 };

async function readConversation(
  db: Queryable,
  draft: Draft,
  threadId: string,
  review: boolean,
): Promise<Conversation> {
  const [thread, newest, automaticReplies] = await Promise.all([
    findThread(db, draft.identity.id, threadId, review),
    draft.inReplyTo === null ? findNewestOfThread(db, threadId, review) : null,
    draft.kind === 'auto_reply' ? countAutomaticReplies(db, threadId) : 0,
  ]);
  if (!thread) throw new AppError('thread_not_found');
  return { thread, newest, automaticReplies };
}

type Asked = Recipients & { caps: readonly SendCap[]; now: Date };
type MailboxFacts = Pick<SendFacts, 'addresses' | 'standing' | 'used'>;

const MAX_BATCH = 64;
const batchers = new WeakMap<Database, (asked: Asked) => Promise<MailboxFacts>>();

/** What every send asks: those at the same time share their statements. */
function readTogether(db: Database): (asked: Asked) => Promise<MailboxFacts> {
  let read = batchers.get(db);
  if (!read) {
    read = createBatcher((batch) => db.together((one) => readMailboxes(one, batch)), MAX_BATCH);
    batchers.set(db, read);
  }
  return read;
}

async function readMailboxes(db: Queryable, batch: readonly Asked[]): Promise<MailboxFacts[]> {
  const identities = [...new Set(batch.map(({ identity }) => identity.id))];
  const [addresses, standings, counted] = await Promise.all([
    addressesOfAll(db, identities),
    readStandings(db, batch, batch[0]!.now),
    countersOf(
      db,
      batch.flatMap(({ caps }) => caps),
    ),
  ]);
  const addressesBy = Map.groupBy(addresses, (row) => row.identity_id);
  const used = new Map(counted.map((row) => [`${row.owner_id} ${row.day}`, row.used]));
  return batch.map(({ identity, caps }, index) => ({
    addresses: addressesBy.get(identity.id) ?? [],
    standing: standings[index]!,
    used: new Map(caps.map(({ owner_id, day }) => [owner_id, used.get(`${owner_id} ${day}`) ?? 0])),
  }));
}
