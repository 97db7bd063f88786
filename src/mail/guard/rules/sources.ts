import { after, DAY } from '#kernel/base/clock.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { type Candidate, type Facts, publicProviders, type Recipient } from '../facts.ts';
import { STEERS } from '../repository.ts';
import { foldName, namesIn, partsOf, partsOfName } from '../text/names.ts';

/** What the reader calls a message that deceives. */
const deceptive = ['phishing_link', 'credential_request'];
/** A first message or two make nobody known at once: they may have been asked for only to be known. */
const FIRST_WORDS = 2;
const FIRST_DAYS = 2 * DAY;

/** Whether the identity has hardly written to somebody: they may ask for anything. */
export const isNew = (written: number, last: string | null, now: Date): boolean =>
  written === 0 || (written <= FIRST_WORDS && last !== null && new Date(last) > after(now, -FIRST_DAYS));
/** From this score on the reader is sure that a passage instructs a program. Requests of people score less. */
const SURE = 0.9;

const steeringOf = ({ steering }: Candidate): number => Math.max(0, ...steering.map(({ score }) => score));

export const surelySteers = (candidate: Candidate): boolean => steeringOf(candidate) >= SURE;

/** From this score on a passage is more than what the reader takes for an instruction by mistake. */
const LIKELY = 0.75;

/** Whether the reader has something to say against a message, though not enough to be sure. */
export const isSuspect = (candidate: Candidate): boolean =>
  candidate.risk_flags.some((flag) => deceptive.includes(flag)) || steeringOf(candidate) >= LIKELY;

/** Whether nothing in a message reads as an instruction to a program. */
export const isCalm = (candidate: Candidate): boolean => steeringOf(candidate) < STEERS;

/** Proven mail of the workspace itself, or of its owner. Other workspaces write from the platform's domain, too. */
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

/** Proven mail of nobody in disguise that neither deceives nor instructs a program. */
export const isPlain = (candidate: Candidate): boolean =>
  candidate.verdict === 'pass' &&
  !candidate.is_disguised &&
  !candidate.risk_flags.some((flag) => deceptive.includes(flag)) &&
  !surelySteers(candidate);

/** The same, of somebody whom the identity has written to. */
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

/** What tells namesakes: a name has no end in a header. */
export const namesOf = (name: string | null): string[] => partsOfName(name).slice(0, MOST_NAMES);

const initials = /[\s.,_\d-]+/;
const tokensOf = (text: string): string[] =>
  text.split(initials).map(foldName).filter(Boolean).slice(0, MOST_NAMES);

/**
 * Whether somebody is called like a person: all parts of the name, or of the address, are parts of that name or their beginnings,
 * and one of them is a whole one: `S. Keller`, `ann.keller` and `Annie Keller` may all be Anne Keller.
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

/** Mail that a program sent, as its header says: nobody there waits for an answer. */
export const isOfMachine = ({ automated, is_list }: Candidate): boolean => automated || is_list;

/** Whether an address is the sender's, or of the sender's own organisation. */
export const isOfSender = ({ sender }: Pick<Candidate, 'sender'>, address: string): boolean =>
  sender !== null &&
  (sender === address ||
    (organisationOf(sender) === organisationOf(address) && !publicProviders.has(organisationOf(address))));

/** Whether all of these addresses have the message already: its sender and those it names as recipients. */
export function isKnownTo({ sender, to, cc }: Candidate, addresses: readonly { address: string }[]): boolean {
  return addresses.every(({ address }) => {
    const isParty = (each: { address: string }): boolean => each.address.toLowerCase() === address;
    return sender === address || to.some(isParty) || cc.some(isParty);
  });
}

/**
 * Whether the author of a message introduces somebody: gives the address together with a name that it repeats. Who gives
 * a further address of their own introduces nobody, they divert an answer; and our own names are on everybody's lips.
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

/** The recipient's name, as the identity knows it, stands in the message: it is about them. */
export function mentions({ digest }: Candidate, { address, name }: Recipient): boolean {
  if (digest.addresses.has(address)) return true;
  const parts = partsOfName(name);
  return parts.length > 1 && parts.every((part) => digest.names.has(part));
}

/** The recipient or its organisation is named in the message, as a person writes names. */
export const isNamedIn = (candidate: Candidate, recipient: Recipient): boolean =>
  mentions(candidate, recipient) ||
  (!publicProviders.has(recipient.organisation) &&
    [...partsOf(`@${recipient.organisation}`)].some((part) => candidate.digest.names.has(part)));

/**
 * Whether nobody of these learns anything new from a message: they have it, or its author names them as an address of the own
 * organisation, such as the one for invoices.
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
 * Whether an established correspondent says for whom the message is: its author could have sent the content there, so passing it
 * on tells nobody anything.
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

/** How a sender is called in a text for people. */
export const senderOf = ({ sender }: Candidate): string => sender ?? 'an unknown sender';

/** The message says whom something comes from, outside of a link. */
export function isAttributed({ sender, sender_name }: Candidate, { send }: Facts): boolean {
  const names = namesIn(`${send.subject}\n${send.text}`);
  const parts = [...partsOfName(sender_name), ...partsOf(`@${sender?.split('@')[1] ?? ''}`)];
  // A name may have an ending: `Noors`, `Annas`.
  const isNamed = (part: string): boolean =>
    [...names].some((name) => name.startsWith(part) && name.length - part.length < 3);
  return parts.some(isNamed);
}
