import { after, HOUR } from '#kernel/base/clock.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { knownOrganisations, organisationKey, organisationOf } from '#mailbox/contacts/index.ts';
import { type Listed, type SuppressionLookup, sendersListed } from '#mailbox/suppressions/index.ts';
import { waitedSince } from '#mailbox/wait/index.ts';
import type { Copy } from './copies.ts';
import type { Decision, SenderContext } from './decide.ts';
import { countRecent } from './repository.ts';

/** Facts about the senders of a batch that decide who sees their mail. */
export type ThrottleFacts = {
  /** By copy. */
  listed: ReadonlyMap<Copy, Listed>;
  /** By `senderKey`: the number of messages that were accepted in the preceding hour. */
  recent: ReadonlyMap<string, number>;
  /** By `organisationKey`: organisations that the identity recently wrote to or waited for. Their codes are expected. */
  asked: ReadonlySet<string>;
};

/** How many hours after a message to an organisation, or a wait for it, its codes are expected (issue 4, Decision). */
const WROTE_WITHIN = 24;
const WAITED_WITHIN = 1;

const senderOf = ({ delivery }: Copy): string =>
  delivery.processed.parsed.from?.address.toLowerCase() ?? delivery.receipt.envelope_from.toLowerCase();

/** Authenticated mail is counted separately, so that a forger cannot use up a sender's hourly allowance. */
const isProven = ({ delivery }: Copy): boolean => delivery.processed.authentication.verdict === 'pass';

const senderKey = (copy: Copy): string => `${copy.recipient.identity_id} ${isProven(copy)} ${senderOf(copy)}`;

/** Read under the lock of the mailboxes, so that the counts are exact. */
export async function findThrottleFacts(
  { db, keyRing }: SuppressionLookup,
  copies: readonly Copy[],
): Promise<ThrottleFacts> {
  const senders = copies.map((copy) => ({ tenantId: copy.recipient.tenant_id, address: senderOf(copy) }));
  const [listed, recent, asked] = await Promise.all([
    sendersListed({ db, keyRing }, senders),
    findRecent(db, copies),
    findAsked(db, copies),
  ]);
  return { listed: new Map(copies.map((copy, index) => [copy, listed[index]!])), recent, asked };
}

async function findRecent(db: Queryable, copies: readonly Copy[]): Promise<ThrottleFacts['recent']> {
  const distinct = [...new Map(copies.map((copy) => [senderKey(copy), copy])).values()];
  const counts = await countRecent(
    db,
    distinct.map((copy) => ({
      identity_id: copy.recipient.identity_id,
      sender: senderOf(copy),
      proven: isProven(copy),
      since: after(new Date(copy.delivery.receipt.received_at), -HOUR).toISOString(),
    })),
  );
  return new Map(distinct.map((copy, index) => [senderKey(copy), counts[index]!]));
}

async function findAsked(db: Queryable, copies: readonly Copy[]): Promise<ThrottleFacts['asked']> {
  const withCode = copies.filter(bringsCode);
  if (withCode.length === 0) return new Set();
  const pairs = withCode.map((copy) => ({
    identity_id: copy.recipient.identity_id,
    organisation: organisationOf(senderOf(copy)),
  }));
  const times = withCode.map(({ delivery }) => new Date(delivery.receipt.received_at).getTime());
  const earliest = new Date(Math.min(...times));
  const [wrote, waited] = await Promise.all([
    knownOrganisations(db, pairs),
    waitedSince(db, pairs, after(earliest, -WAITED_WITHIN * HOUR)),
  ]);
  const since = after(earliest, -WROTE_WITHIN * HOUR);
  return new Set([
    ...[...wrote].flatMap(([key, { last_outbound_at: at }]) =>
      at !== null && new Date(at) > since ? [key] : [],
    ),
    ...waited.map(({ identity_id, organisation }) => organisationKey(identity_id, organisation)),
  ]);
}

const bringsCode = ({ delivery }: Copy): boolean =>
  (delivery.processed.parsed.verification?.code ?? null) !== null;

/** The context of each sender of a batch at its mailbox, counting earlier messages of the batch. */
export class SenderThrottle {
  readonly #facts: ThrottleFacts;
  readonly #added = new Map<string, number>();

  constructor(facts: ThrottleFacts) {
    this.#facts = facts;
  }

  contextOf(copy: Copy, perSenderPerHour: number): SenderContext {
    const key = senderKey(copy);
    const recent = (this.#facts.recent.get(key) ?? 0) + (this.#added.get(key) ?? 0);
    const { blocked, allowed } = this.#facts.listed.get(copy)!;
    const organisation = organisationKey(copy.recipient.identity_id, organisationOf(senderOf(copy)));
    const unsolicitedCode = bringsCode(copy) && !allowed && !this.#facts.asked.has(organisation);
    return { blocked, allowed, tooMany: recent >= perSenderPerHour, unsolicitedCode };
  }

  /** Counts a message that was let in against the sender's limit; blocked and throttled messages do not count. */
  count(copy: Copy, { status }: Decision): void {
    if (status !== 'received' && status !== 'quarantined') return;
    const key = senderKey(copy);
    this.#added.set(key, (this.#added.get(key) ?? 0) + 1);
  }
}
