import { after, DAY, MINUTE } from '#kernel/base/clock.ts';
import { addressKey } from '#kernel/base/email-address.ts';
import { createBatchers } from '#kernel/data/batcher.ts';
import type { Database, Queryable } from '#kernel/data/database.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { READS_KEPT } from '#mailbox/messages/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import { type Digest, type Digested, Digests, digestOf, type Mail, MailIndex } from './digest.ts';
import {
  type Content,
  type ContentQuery,
  type ContentRow,
  findContents,
  findPeople,
  type MailboxAnswer,
  type MailboxQuery,
  type PeopleAnswer,
  type PeopleQuery,
  type ReceivedRow,
  type RecipientFacts,
} from './facts-repository.ts';
import { modeOf, type Outgoing, type Send } from './outgoing.ts';
import { STEERS } from './repository.ts';
import { inAscii } from './text/marks.ts';
import { wordsOf } from './text/words.ts';

export type Candidate = ReceivedRow & {
  digest: Digest;
  /** When the key last read it. */
  read_at: string | null;
  /** How often the identity wrote to its sender. */
  written_to_sender: number;
  /** How many messages its sender has sent to the mailbox, including this one. */
  came_from_sender: number;
  /** Whether the identity has written to anybody in the sender's organisation. */
  knows_organisation: boolean;
};

/** A recipient of the message. */
export type Recipient = RecipientFacts & {
  organisation: string;
  knows_organisation: boolean;
  /** Whether it belongs to the workspace, the owner or the owner's organisation, who may be told everything. */
  isInternal: boolean;
  isAllowed: boolean;
};

export type Facts = {
  send: Outgoing;
  recipients: readonly Recipient[];
  /** The recipients who are not internal. */
  outside: readonly Recipient[];
  candidates: readonly Candidate[];
  newLately: number;
  newInWeek: number;
  /** The domains of the workspace and of its owner. */
  ownOrganisations: ReadonlySet<string>;
};

/** Many new recipients within this time are a burst. */
const LATELY = 10 * MINUTE;
const WEEK = 7 * DAY;

/** Public mail providers: sharing their domain does not make two people colleagues. */
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
const digestsOf = new WeakMap<Database, Digests>();

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const contentsOf = createBatchers<Queryable, ContentQuery, ContentRow[]>(
  (db, queries) => findContents(db, queries),
  MAX_BATCH,
);
const peopleOf = createBatchers<Queryable, PeopleQuery, PeopleAnswer>(
  (db, queries) => findPeople(db, queries),
  MAX_BATCH,
);

type AboutMailbox = Pick<
  Send,
  'identity' | 'policy' | 'now' | 'recipients' | 'keyId' | 'threadId' | 'sourceId'
>;

/** The query for the mailbox of a send, or null if the policy switches the guard off. */
export function mailboxQuery(send: AboutMailbox): MailboxQuery | null {
  const { identity, now } = send;
  if (modeOf(send) === 'off') return null;
  return {
    identity_id: identity.id,
    key_id: send.keyId,
    thread_id: send.threadId,
    message_id: send.sourceId,
    since: after(now, -READS_KEPT).toISOString(),
    minutes_ago: after(now, -LATELY).toISOString(),
    addresses: [...new Set(send.recipients.map(addressKey))],
  };
}

/** Reads everything that the rules need, for a send that `isClear` does not clear. */
export async function readFacts(
  db: Database,
  send: Outgoing,
  found: MailboxAnswer,
  mail: readonly Mail[],
): Promise<Facts> {
  const { identity } = send;
  const senders = [...new Set(mail.flatMap(({ received }) => received.sender ?? []))];
  const people = await peopleOf(db, {
    identity_id: identity.id,
    tenant_id: identity.tenant_id,
    week_ago: after(send.now, -WEEK).toISOString(),
    recipients: [...new Set(send.to)].map((address) => ({
      address,
      plain: splitThreadToken(address).address,
      organisation: organisationOf(address),
      domain: domainOf(address),
    })),
    senders,
    organisations: [...new Set([...senders, ...send.to].map(organisationOf))],
  });
  const ownOrganisations = organisationsOf(send, people);
  // The platform's domain does not count, because identities of other tenants share it.
  const isOfOwner = (address: string): boolean =>
    address === identity.owner_email?.toLowerCase() ||
    (organisationOf(address) !== organisationOf(send.mailDomain) &&
      ownOrganisations.has(organisationOf(address)));
  const knownOrganisations = new Set(people.organisations);
  const recipients = people.recipients.map((facts) => ({
    ...facts,
    organisation: organisationOf(facts.address),
    knows_organisation: knownOrganisations.has(organisationOf(facts.address)),
    isInternal: facts.is_own || isOfOwner(facts.address),
    isAllowed: send.isAllowed(facts.address),
  }));
  return {
    send,
    recipients,
    outside: recipients.filter(({ isInternal }) => !isInternal),
    candidates: candidatesOf(mail, people, knownOrganisations),
    newLately: found.new_lately,
    newInWeek: people.new_in_week,
    ownOrganisations,
  };
}

function candidatesOf(
  mail: readonly Mail[],
  { senders }: PeopleAnswer,
  knownOrganisations: ReadonlySet<string>,
): Candidate[] {
  const bySender = new Map(senders.map(([address, written, came]) => [address, { written, came }]));
  return mail.map(({ received, digest, read_at }) => {
    const { sender } = received;
    const contact = sender === null ? undefined : bySender.get(sender);
    return {
      ...received,
      digest,
      read_at,
      written_to_sender: contact?.written ?? 0,
      came_from_sender: contact?.came ?? 0,
      knows_organisation: sender !== null && knownOrganisations.has(organisationOf(sender)),
    };
  });
}

/** The domains of the platform and the owner, and those that the workspace has verified. */
function organisationsOf({ identity, mailDomain }: Outgoing, { own_domains }: PeopleAnswer): Set<string> {
  const owner = identity.owner_email && organisationOf(identity.owner_email.toLowerCase());
  return new Set([
    organisationOf(mailDomain),
    ...(owner && !publicProviders.has(owner) ? [owner] : []),
    ...own_domains.filter((domain) => organisationOf(domain) === domain),
  ]);
}

type Listed = { version: string; read_at: string | null };

/** The messages that a send is compared with, and the index of everything that this process has read of the mailbox. */
export async function readMail(
  db: Database,
  send: Outgoing,
  { mail }: MailboxAnswer,
): Promise<{ mail: readonly Mail[]; index: MailIndex }> {
  const digests = digestsOf.get(db) ?? new Digests();
  digestsOf.set(db, digests);
  const { identity } = send;
  const known = digests.of(identity.id);
  if (mail === null) return { mail: [], index: known.index };
  // Usually the list has not changed since the last send.
  if (known.last?.list === mail) return { mail: known.last.mail, index: known.index };
  const listed = listedIn(mail).map(([id, each]) => ({ id, ...each, digested: known.get(each.version) }));
  const ids = listed.filter(({ digested }) => !digested).map(({ id }) => id);
  const query = { identity_id: identity.id, tenant_id: identity.tenant_id, ids };
  const rows =
    ids.length === 0 ? [] : await contentsOf(db, { ...query, mail_domain: send.mailDomain.toLowerCase() });
  const made = new Map(rows.map((row) => [row.id, digestedOf(row.received, row.content)]));
  const found = listed.flatMap(({ id, digested = made.get(id), read_at }): Mail[] =>
    digested ? [{ ...digested, read_at }] : [],
  );
  // A message is read again each time until the text of all its files is available.
  for (const { id, version, is_incomplete } of rows)
    if (!is_incomplete) known.add(`${id} ${version}`, made.get(id)!);
  const isKept = listed.every(({ version }) => known.get(version) !== undefined);
  if (isKept) {
    known.last = { list: mail, mail: found };
    return { mail: found, index: known.index };
  }
  const index = new MailIndex();
  for (const each of found) index.add(each);
  return { mail: found, index };
}

/** The messages by id, in the order of the list. A message that was found in several ways is listed several times. */
function listedIn(mail: string): [id: string, Listed][] {
  const listed = new Map<string, Listed>();
  for (const each of mail.split(',')) {
    const [id = '', version = '', read] = each.split(' ');
    const read_at = read ? new Date(Number(read) * 1000).toISOString() : null;
    const before = listed.get(id)?.read_at ?? null;
    const last = before === null || (read_at !== null && read_at > before) ? read_at : before;
    listed.set(id, { version: `${id} ${version}`, read_at: last });
  }
  return [...listed];
}

function digestedOf({ sender, ...row }: ReceivedRow, content: Content): Digested {
  const received = { ...row, sender: sender && inAscii(sender) };
  return { received, digest: withHeader(digestOf({ ...content, steering: steeringOf(received) }), received) };
}

const steeringOf = ({ steering }: Pick<ReceivedRow, 'steering'>): string[] =>
  steering.filter(({ score }) => score >= STEERS).map(({ passage }) => passage);

/** Adds Reply-To to the content, and for unauthenticated mail all header addresses, because anybody may have written them. */
function withHeader(digest: Digest, { reply_to, to, cc, verdict, sender_name }: ReceivedRow): Digest {
  const given = verdict === 'pass' ? reply_to : [...reply_to, ...to, ...cc];
  const addresses = given.map(({ address }) => inAscii(address.toLowerCase()));
  // A stranger may try to find out who has written to the mailbox.
  const names = wordsOf(sender_name ?? '').map(({ hash }) => hash);
  return {
    ...digest,
    addresses: new Set([...digest.addresses, ...addresses]),
    words: new Set([...digest.words, ...names]),
  };
}
