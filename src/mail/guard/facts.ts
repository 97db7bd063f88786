import { after, DAY, MINUTE } from '#kernel/base/clock.ts';
import { createBatchers } from '#kernel/data/batcher.ts';
import type { Database, Queryable } from '#kernel/data/database.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { READS_KEPT, readsRecorded } from '#mailbox/messages/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import { type Digest, Digests, digestOf } from './digest.ts';
import type { Outgoing } from './outgoing.ts';
import {
  type CandidateQuery,
  type CandidateRow,
  findCandidates,
  findRecipientFacts,
  type RecipientAnswer,
  type RecipientFacts,
  type RecipientQuery,
} from './repository.ts';

export type Candidate = Omit<CandidateRow, 'content' | 'version'> & { digest: Digest };

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

/** A passage that is at least this likely to steer its reader counts. */
const STEERS = 0.5;

const MAX_BATCH = 32;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const candidatesOf = createBatchers<Queryable, CandidateQuery, CandidateRow[]>(async (db, queries) => {
  const rows = await findCandidates(db, queries);
  return queries.map((_, place) => rows.find((row) => row.place === place)?.candidates ?? []);
}, MAX_BATCH);

const recipientsOf = createBatchers<Queryable, RecipientQuery, RecipientAnswer>(
  (db, queries) => findRecipientFacts(db, queries),
  MAX_BATCH,
);

const digestsOf = new WeakMap<Database, Digests>();

export async function readFacts(db: Database, send: Outgoing): Promise<Facts> {
  await readsRecorded(db);
  const { identity, to, now } = send;
  const owner = identity.owner_email?.toLowerCase() ?? null;
  const [candidates, known] = await Promise.all([
    readCandidates(db, send),
    recipientsOf(db, {
      identity_id: identity.id,
      tenant_id: identity.tenant_id,
      recipients: to.map((address) => ({
        address,
        plain: splitThreadToken(address).address,
        organisation: organisationOf(address),
        domain: domainOf(address),
      })),
      minutes_ago: after(now, -LATELY).toISOString(),
      week_ago: after(now, -WEEK).toISOString(),
    }),
  ]);
  const ownOrganisations = new Set([
    organisationOf(send.mailDomain),
    ...(owner && !publicProviders.has(organisationOf(owner)) ? [organisationOf(owner)] : []),
    ...known.own_domains.filter((domain) => organisationOf(domain) === domain),
  ]);
  // Identities of other tenants share the platform's domain.
  const isOfOwner = (address: string): boolean =>
    address === owner ||
    (organisationOf(address) !== organisationOf(send.mailDomain) &&
      ownOrganisations.has(organisationOf(address)));
  const recipients = known.recipients.map((facts) => ({
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
    newLately: known.new_lately,
    newInWeek: known.new_in_week,
    ownOrganisations,
  };
}

async function readCandidates(
  db: Database,
  { identity, keyId, threadId, sourceId, mailDomain, now }: Outgoing,
): Promise<Candidate[]> {
  const digests = digestsOf.get(db) ?? new Digests();
  digestsOf.set(db, digests);
  const known = digests.of(identity.id);
  const rows = await candidatesOf(db, {
    identity_id: identity.id,
    key_id: keyId,
    thread_id: threadId,
    message_id: sourceId,
    since: after(now, -READS_KEPT).toISOString(),
    mail_domain: mailDomain.toLowerCase(),
    known: [...known.keys()],
  });
  const made = new Map<string, Digest>();
  const candidates = rows.flatMap(({ content, version, ...row }) => {
    const digest =
      content === null ? known.get(version) : digestOf({ ...content, steering: steeringOf(row) });
    if (!digest) return [];
    if (content !== null && !row.is_incomplete) made.set(version, digest);
    return [{ ...row, digest: withReplyTo(digest, row) }];
  });
  if (made.size > 0) digests.keep(identity.id, made);
  return candidates;
}

const steeringOf = ({ steering }: Pick<CandidateRow, 'steering'>): string[] =>
  steering.filter(({ score }) => score >= STEERS).map(({ passage }) => passage);

/** Where a message wants its answer is content, too. */
function withReplyTo(digest: Digest, { reply_to }: Pick<CandidateRow, 'reply_to'>): Digest {
  if (reply_to.length === 0) return digest;
  const addresses = reply_to.map(({ address }) => address.toLowerCase());
  return { ...digest, addresses: new Set([...digest.addresses, ...addresses]) };
}
