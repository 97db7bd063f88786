import { after, DAY } from '#kernel/base/clock.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { type Candidate, type Facts, publicProviders, type Recipient } from '../facts.ts';
import { STEERS } from '../repository.ts';
import { foldName, namesIn, partsOf, partsOfName } from '../text/names.ts';

/** The reader's risk flags for messages that deceive. */
const deceptive = ['phishing_link', 'credential_request'];
/** One or two messages do not make a correspondent known at once, because somebody may have provoked them for that purpose. */
const FIRST_WORDS = 2;
const FIRST_DAYS = 2 * DAY;

/** Whether the identity has hardly written to a correspondent, who may be a stranger and ask for anything. */
export const isNew = (written: number, last: string | null, now: Date): boolean =>
  written === 0 || (written <= FIRST_WORDS && last !== null && new Date(last) > after(now, -FIRST_DAYS));
/** From this score on, the reader is sure that a passage instructs software. Requests to people score lower. */
const SURE = 0.9;

const steeringOf = ({ steering }: Candidate): number => Math.max(0, ...steering.map(({ score }) => score));

export const surelySteers = (candidate: Candidate): boolean => steeringOf(candidate) >= SURE;

/** From this score on, a passage is unlikely to be the reader's mistake. */
const LIKELY = 0.75;

/** Whether the reader found a message suspicious, though without being sure. */
export const isSuspect = (candidate: Candidate): boolean =>
  candidate.risk_flags.some((flag) => deceptive.includes(flag)) || steeringOf(candidate) >= LIKELY;

/** Whether nothing in a message reads as an instruction to software. */
export const isCalm = (candidate: Candidate): boolean => steeringOf(candidate) < STEERS;

/**
 * Authenticated mail from the workspace, its owner, or their organisations. The platform's domain alone proves nothing, because
 * other workspaces write from it too.
 */
export const isOfOwner = (
  { sender, verdict, is_own }: Candidate,
  { ownOrganisations, send }: Facts,
): boolean =>
  sender !== null &&
  verdict === 'pass' &&
  (is_own ||
    sender === send.identity.owner_email?.toLowerCase() ||
    (organisationOf(sender) !== organisationOf(send.mailDomain) &&
      ownOrganisations.has(organisationOf(sender))));

/** Authenticated mail that is not disguised, not deceptive, and does not surely instruct software. */
export const isPlain = (candidate: Candidate): boolean =>
  candidate.verdict === 'pass' &&
  !candidate.is_disguised &&
  !candidate.risk_flags.some((flag) => deceptive.includes(flag)) &&
  !surelySteers(candidate);

/** Such mail from an established correspondent. */
export const isEstablished = (candidate: Candidate): boolean =>
  candidate.written_to_sender > 0 && isPlain(candidate);

const NAMES = 2;

/** Whether two messages come from different organisations and their authors share a first and a last name. */
export function areNamesakes(
  a: Pick<Candidate, 'sender' | 'sender_name'>,
  b: Pick<Candidate, 'sender' | 'sender_name'>,
): boolean {
  if (a.sender === null || b.sender === null || isOfSender(a, b.sender)) return false;
  const names = new Set(namesOf(a.sender_name));
  return namesOf(b.sender_name).filter((name) => names.has(name)).length >= NAMES;
}

const MOST_NAMES = 6;
const SHORTEST_WHOLE = 4;

/** The parts of a name by which namesakes are recognised. They are limited, because a header may contain a name of any length. */
export const namesOf = (name: string | null): string[] => partsOfName(name).slice(0, MOST_NAMES);

const initials = /[\s.,_\d-]+/;
const tokensOf = (text: string): string[] =>
  text.split(initials).map(foldName).filter(Boolean).slice(0, MOST_NAMES);

/**
 * Whether a sender may be taken for the person with a name: each part of the sender's name or address is a part of that name or
 * its beginning, and at least one part is whole. `S. Keller`, `ann.keller` and `Annie Keller` may all be Anne Keller.
 */
export function isCalledLike(sender: string, sender_name: string | null, name: string | null): boolean {
  const whole = tokensOf(name ?? '');
  if (whole.length < NAMES) return false;
  const isLike = (tokens: readonly string[]): boolean =>
    tokens.length >= NAMES &&
    tokens.some((token) => token.length >= SHORTEST_WHOLE && whole.includes(token)) &&
    tokens.every((token) => whole.some((each) => each.startsWith(token) || token.startsWith(each)));
  return isLike(tokensOf(sender_name ?? '')) || isLike(tokensOf(sender.split('@')[0] ?? ''));
}

/** Whether the header says that mail was sent automatically, so that nobody waits for an answer. */
export const isOfMachine = ({ automated, is_list }: Candidate): boolean => automated || is_list;

/** Whether an address is the sender's or belongs to the sender's organisation. */
export const isOfSender = ({ sender }: Pick<Candidate, 'sender'>, address: string): boolean =>
  sender !== null &&
  (sender === address ||
    (organisationOf(sender) === organisationOf(address) && !publicProviders.has(organisationOf(address))));

/** Whether everybody at these addresses has the message already, as its sender or recipient. */
export function isKnownTo({ sender, to, cc }: Candidate, addresses: readonly { address: string }[]): boolean {
  return addresses.every(({ address }) => {
    const isParty = (each: { address: string }): boolean => each.address.toLowerCase() === address;
    return sender === address || to.some(isParty) || cc.some(isParty);
  });
}

/**
 * Whether the author of a message introduces somebody, by giving an address together with a name that it repeats. A further
 * address of the author's own is no introduction, because it diverts an answer. Our own names do not count, because everybody
 * uses them.
 */
export function introduces(candidate: Candidate, { address }: { address: string }, facts: Facts): boolean {
  const shared = candidate.digest.introduced.get(address);
  if (!shared) return false;
  const { identity } = facts.send;
  const own = [candidate.sender ?? '', identity.owner_email ?? '', ...facts.ownOrganisations].flatMap(
    (each) => [...partsOf(each.includes('@') ? each : `@${each}`)],
  );
  const known = new Set([...own, ...partsOfName(candidate.sender_name), ...partsOfName(identity.owner_name)]);
  return [...shared].some((part) => !known.has(part));
}

/** Whether a message contains the recipient's address or full name. */
export function mentions({ digest }: Candidate, { address, name }: Recipient): boolean {
  if (digest.addresses.has(address)) return true;
  const parts = partsOfName(name);
  return parts.length > 1 && parts.every((part) => digest.names.has(part));
}

/** Whether a message names the recipient or its organisation. */
export const isNamedIn = (candidate: Candidate, recipient: Recipient): boolean =>
  mentions(candidate, recipient) ||
  (!publicProviders.has(recipient.organisation) &&
    [...partsOf(`@${recipient.organisation}`)].some((part) => candidate.digest.names.has(part)));

/**
 * Whether these recipients learn nothing new from a message: they have it already, or its author gives their address as one of
 * the author's own organisation, such as the one for invoices.
 */
export const isTheirs = (candidate: Candidate, addresses: readonly { address: string }[]): boolean =>
  addresses.every(
    (each) =>
      isKnownTo(candidate, [each]) ||
      (isPlain(candidate) &&
        isOfSender(candidate, each.address) &&
        candidate.digest.addresses.has(each.address)),
  );

/**
 * Whether an established correspondent says for whom a message is meant. Its author could have sent it to them directly, so
 * passing it on reveals nothing.
 */
export const isMeantFor = (candidate: Candidate, recipients: readonly Recipient[], facts: Facts): boolean =>
  isEstablished(candidate) &&
  isCalm(candidate) &&
  recipients.every(
    (recipient) =>
      isOfSender(candidate, recipient.address) ||
      introduces(candidate, recipient, facts) ||
      (!isNew(recipient.written, recipient.last_written_at, facts.send.now) &&
        isNamedIn(candidate, recipient)),
  );

export const senderOf = ({ sender }: Candidate): string => sender ?? 'an unknown sender';

/** Whether the send says from whom something comes. A name within a link does not count. */
export function isAttributed({ sender, sender_name }: Candidate, { send }: Facts): boolean {
  const names = namesIn(`${send.subject}\n${send.text}`);
  const parts = [...partsOfName(sender_name), ...partsOf(`@${sender?.split('@')[1] ?? ''}`)];
  // Some languages add an ending to a name: `Noors`, `Annas`.
  const isNamed = (part: string): boolean =>
    [...names].some((name) => name.startsWith(part) && name.length - part.length < 3);
  return parts.some(isNamed);
}
