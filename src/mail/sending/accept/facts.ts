import type { Config } from '#kernel/base/config.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import type { Database, Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findMailboxes, type MailboxAnswer, type MailboxQuery, mailboxQuery } from '#mail/guard/index.ts';
import { type AddressRow, addressesOfAll, type IdentityRow } from '#mailbox/identities/index.ts';
import {
  countAutomaticReplies,
  findNewestOfThread,
  mayReview,
  readsRecorded,
} from '#mailbox/messages/index.ts';
import type { SuppressionLookup } from '#mailbox/suppressions/index.ts';
import { findThread, type ThreadRow } from '#mailbox/threads/index.ts';
import {
  domainsOf,
  findSendingDomains,
  type InboundDomain,
  type SendingDomain,
} from '#workspace/domains/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import { domainOf } from '../domain-of.ts';
import { capsOf, type SendCap } from './caps.ts';
import { countersOf } from './counters-repository.ts';
import {
  type RecipientsOfSend,
  readSenderContexts,
  recipientsOf,
  type SenderContext,
} from './delivery-plan.ts';
import type { Draft } from './draft.ts';
import { queuedOf } from './queue-ceiling.ts';

/** Everything that the checks of a send need in addition to the draft, read together. */
export type SendFacts = {
  draft: Draft;
  policy: Policy;
  config: Config;
  mailDomain: string;
  now: Date;
  /** The identity's own addresses. */
  addresses: readonly AddressRow[];
  /** The tenant's domains of those addresses, by id. */
  domains: ReadonlyMap<string, SendingDomain>;
  /** Domains of tenants that recipients of a test tenant have, by name. */
  recipientDomains: ReadonlyMap<string, InboundDomain>;
  /** The thread that it continues, when there is one. */
  thread: ThreadRow | null;
  /** The newest message of that thread that the caller may see. */
  newest: Awaited<ReturnType<typeof findNewestOfThread>>;
  /** Automatic replies of the identity in the thread since its last message of another kind. */
  automaticReplies: number;
  context: SenderContext;
  caps: readonly SendCap[];
  /** How many messages have counted against each cap so far, by the owner of the cap. */
  used: ReadonlyMap<string, number>;
  /** The guard's facts about the mailbox; null if the policy turns the guard off. */
  guard: MailboxAnswer | null;
  /** The approximate number of the tenant's messages that wait to be sent, counted only up to its ceiling. */
  queued: number;
};

type Known = {
  draft: Draft;
  policy: Policy;
  now: Date;
  /** The key whose reads the guard considers, if it is not the caller's. */
  keyId?: string | null;
};

/** @throws AppError `thread_not_found` */
export async function readFacts(
  { services, actor }: { services: Services; actor: Actor },
  { draft, policy, now, keyId = actor.key_id }: Known,
): Promise<SendFacts> {
  const { identity, threadId } = draft;
  const caps = capsOf(services, identity, policy, { at: draft.sendAt ?? now, now });
  const addresses = recipientsOf(draft);
  const sourceId = draft.source?.message_id ?? null;
  const guard = mailboxQuery({ identity, policy, now, recipients: addresses, keyId, threadId, sourceId });
  // The guard must know everything that the key has read so far.
  if (guard) await readsRecorded(services.db);
  const [mailbox, conversation, queued] = await Promise.all([
    readTogether(services)({ identity, addresses, caps, now, guard }),
    threadId === null ? noConversation : readConversation(services.db, draft, threadId, mayReview(actor)),
    queuedOf(services.db, identity.tenant.id, policy.limits.queued_sends),
  ]);
  const { config } = services;
  return {
    draft,
    policy,
    config,
    mailDomain: config.mailDomain,
    now,
    caps,
    queued,
    ...mailbox,
    ...conversation,
  };
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

type Asked = Omit<RecipientsOfSend, 'identity'> & { identity: IdentityRow } & {
  caps: readonly SendCap[];
  guard: MailboxQuery | null;
  now: Date;
};
type MailboxFacts = Pick<
  SendFacts,
  'addresses' | 'domains' | 'recipientDomains' | 'context' | 'guard' | 'used'
>;

const MAX_BATCH = 64;
const batchers = new WeakMap<Database, (asked: Asked) => Promise<MailboxFacts>>();

/** Facts that every send needs. Concurrent sends share the statements. */
function readTogether({
  db,
  keyRing,
}: Pick<Services, 'db' | 'keyRing'>): (asked: Asked) => Promise<MailboxFacts> {
  let read = batchers.get(db);
  if (!read) {
    read = createBatcher(
      (batch) => db.pipelined((one) => readMailboxes({ db: one, keyRing }, batch)),
      MAX_BATCH,
    );
    batchers.set(db, read);
  }
  return read;
}

async function readMailboxes(lookup: SuppressionLookup, batch: readonly Asked[]): Promise<MailboxFacts[]> {
  const { db } = lookup;
  const identities = [...new Set(batch.map(({ identity }) => identity.id))];
  const [{ addresses, domains }, recipientDomains, contexts, counted, guarded] = await Promise.all([
    readAddresses(db, identities),
    domainsOf(db, testRecipientDomains(batch)),
    readSenderContexts(lookup, batch, batch[0]!.now),
    countersOf(
      db,
      batch.flatMap(({ caps }) => caps),
    ),
    readGuarded(db, batch),
  ]);
  const addressesBy = Map.groupBy(addresses, (row) => row.identity_id);
  const used = new Map(counted.map((row) => [`${row.owner_id} ${row.day}`, row.used]));
  return batch.map(({ identity, caps }, index) => ({
    addresses: addressesBy.get(identity.id) ?? [],
    domains,
    recipientDomains,
    context: contexts[index]!,
    guard: guarded[index] ?? null,
    used: new Map(caps.map(({ owner_id, day }) => [owner_id, used.get(`${owner_id} ${day}`) ?? 0])),
  }));
}

/** The guard's facts in the order of the sends; null for sends that the guard does not check. */
async function readGuarded(db: Queryable, batch: readonly Asked[]): Promise<(MailboxAnswer | null)[]> {
  const queries = batch.flatMap(({ guard }) => guard ?? []);
  if (queries.length === 0) return [];
  const answers = await findMailboxes(db, queries);
  let next = 0;
  return batch.map(({ guard }) => (guard ? (answers[next++] ?? null) : null));
}

/** Most identities have only platform addresses, so there is no domain to read. */
async function readAddresses(db: Queryable, identities: readonly string[]) {
  const addresses = await addressesOfAll(db, identities);
  const ids = addresses.flatMap(({ domain_id }) => (domain_id === null ? [] : [domain_id]));
  const found = await findSendingDomains(db, { ids: [...new Set(ids)] });
  return { addresses, domains: new Map(found.map((domain) => [domain.id, domain])) };
}

/** Only for test tenants does acceptance depend on whose domain a recipient has. */
const testRecipientDomains = (batch: readonly Asked[]): string[] => [
  ...new Set(
    batch
      .filter(({ identity }) => identity.tenant.mode === 'test')
      .flatMap(({ addresses }) => addresses.map(domainOf)),
  ),
];
