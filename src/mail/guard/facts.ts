import { after, DAY, MINUTE } from '#kernel/base/clock.ts';
import { addressKey } from '#kernel/base/email-address.ts';
import { createBatchers } from '#kernel/data/batcher.ts';
import type { Database, Queryable } from '#kernel/data/database.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { READS_KEPT, readsRecorded } from '#mailbox/messages/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import { type Digest, type Digested, Digests, digestOf } from './digest.ts';
import {
  type CandidateQuery,
  type CandidateRow,
  type Content,
  findCandidates,
  type ReceivedRow,
  type RecipientAnswer,
  type RecipientFacts,
  type RecipientQuery,
  type Standing,
} from './facts-repository.ts';
import { modeOf, type Outgoing, type Send } from './outgoing.ts';
import { STEERS } from './repository.ts';

export type Candidate = Omit<Standing, 'version'> & ReceivedRow & { digest: Digest };

/** Someone who gets the message. */
export type Recipient = RecipientFacts & {
  organisation: string;
  /** Of the same workspace, its owner, or its owner's organisation: whom it may tell everything. */
  isInternal: boolean;
  isAllowed: boolean;
};

/** Everything that the rules look at. */
export type Facts = {
  send: Outgoing;
  recipients: readonly Recipient[];
  /** Those who are not internal. */
  outside: readonly Recipient[];
  candidates: readonly Candidate[];
  newLately: number;
  newInWeek: number;
  /** The domains of the workspace and of its owner. */
  ownOrganisations: ReadonlySet<string>;
};

/** Minutes in which many new recipients are a burst. */
const LATELY = 10 * MINUTE;
const WEEK = 7 * DAY;

/** Domains whose addresses say nothing about who else is there. */
export const publicProviders: ReadonlySet<string> = new Set([
  ...[
    'gmail.com',
    'googlemail.com',
    'outlook.com',
    'hotmail.com',
    'live.com',
    'msn.com',
    'yahoo.com',
    'ymail.com',
  ],
  ...[
    'icloud.com',
    'me.com',
    'mac.com',
    'aol.com',
    'proton.me',
    'protonmail.com',
    'gmx.de',
    'gmx.net',
    'gmx.com',
  ],
  ...[
    'web.de',
    't-online.de',
    'freenet.de',
    'orange.fr',
    'free.fr',
    'laposte.net',
    'wanadoo.fr',
    'libero.it',
  ],
  ...[
    'virgilio.it',
    'mail.ru',
    'yandex.ru',
    'yandex.com',
    'qq.com',
    '163.com',
    '126.com',
    'naver.com',
    'wp.pl',
  ],
  ...[
    'onet.pl',
    'o2.pl',
    'interia.pl',
    'seznam.cz',
    'zoho.com',
    'fastmail.com',
    'hey.com',
    'tutanota.com',
    'mail.com',
  ],
]);

const MAX_BATCH = 32;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const candidatesOf = createBatchers<Queryable, CandidateQuery, CandidateRow[]>(
  (db, queries) => findCandidates(db, queries),
  MAX_BATCH,
);

const digestsOf = new WeakMap<Database, Digests>();

type AboutRecipients = Pick<Send, 'identity' | 'policy' | 'now' | 'recipients'>;

/** What is to be asked about the recipients of a send; null where the policy switches the guard off. */
export function recipientQuery({
  identity,
  policy,
  now,
  recipients,
}: AboutRecipients): RecipientQuery | null {
  if (modeOf({ identity, policy }) === 'off') return null;
  return {
    identity_id: identity.id,
    tenant_id: identity.tenant_id,
    minutes_ago: after(now, -LATELY).toISOString(),
    week_ago: after(now, -WEEK).toISOString(),
    recipients: recipients.map(addressKey).map((address) => ({
      address,
      plain: splitThreadToken(address).address,
      organisation: organisationOf(address),
      domain: domainOf(address),
    })),
  };
}

export async function readFacts(db: Database, send: Outgoing, found: RecipientAnswer): Promise<Facts> {
  const { identity } = send;
  const candidates = found.has_mail ? await readCandidates(db, send) : [];
  const ownOrganisations = organisationsOf(send, found);
  // Identities of other tenants share the platform's domain.
  const isOfOwner = (address: string): boolean =>
    address === identity.owner_email?.toLowerCase() ||
    (organisationOf(address) !== organisationOf(send.mailDomain) &&
      ownOrganisations.has(organisationOf(address)));
  const reached = new Set(send.to);
  const recipients = found.recipients
    .filter(({ address }) => reached.has(address))
    .map((facts) => ({
      ...facts,
      organisation: organisationOf(facts.address),
      isInternal: facts.is_own || isOfOwner(facts.address),
      isAllowed: send.isAllowed(facts.address),
    }));
  return {
    send,
    recipients,
    outside: recipients.filter(({ isInternal }) => !isInternal),
    candidates,
    newLately: found.new_lately,
    newInWeek: found.new_in_week,
    ownOrganisations,
  };
}

/** The platform's, the owner's, and those that the workspace has proven. */
function organisationsOf({ identity, mailDomain }: Outgoing, { own_domains }: RecipientAnswer): Set<string> {
  const owner = identity.owner_email && organisationOf(identity.owner_email.toLowerCase());
  return new Set([
    organisationOf(mailDomain),
    ...(owner && !publicProviders.has(owner) ? [owner] : []),
    ...own_domains.filter((domain) => organisationOf(domain) === domain),
  ]);
}

/** What was read of a message is kept, but while the text of one of its files is still to come. */
async function readCandidates(db: Database, send: Outgoing): Promise<Candidate[]> {
  await readsRecorded(db);
  const digests = digestsOf.get(db) ?? new Digests();
  digestsOf.set(db, digests);
  const { identity } = send;
  const known = digests.of(identity.id);
  const rows = await candidatesOf(db, {
    identity_id: identity.id,
    tenant_id: identity.tenant_id,
    key_id: send.keyId,
    thread_id: send.threadId,
    message_id: send.sourceId,
    since: after(send.now, -READS_KEPT).toISOString(),
    mail_domain: send.mailDomain.toLowerCase(),
    known: Object.fromEntries([...known.keys()].map((version) => [version, 0 as const])),
  });
  const made = new Map<string, Digested>();
  const candidates = rows.flatMap(({ received, content, version, ...standing }) => {
    const digested = received && content ? digestedOf(received, content) : known.get(version);
    if (!digested) return [];
    if (received && !standing.is_incomplete) made.set(version, digested);
    return [{ ...digested.received, ...standing, digest: digested.digest }];
  });
  if (made.size > 0) digests.keep(identity.id, made);
  return candidates;
}

const digestedOf = (received: ReceivedRow, content: Content): Digested => ({
  received,
  digest: withHeader(digestOf({ ...content, steering: steeringOf(received) }), received),
});

const steeringOf = ({ steering }: Pick<ReceivedRow, 'steering'>): string[] =>
  steering.filter(({ score }) => score >= STEERS).map(({ passage }) => passage);

/** Where a message wants its answer is content, too; and so is the whole header, where nothing proves who wrote it. */
function withHeader(digest: Digest, { reply_to, to, cc, verdict }: ReceivedRow): Digest {
  const given = verdict === 'pass' ? reply_to : [...reply_to, ...to, ...cc];
  if (given.length === 0) return digest;
  const addresses = given.map(({ address }) => address.toLowerCase());
  return { ...digest, addresses: new Set([...digest.addresses, ...addresses]) };
}
