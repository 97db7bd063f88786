import { organisationOf } from '#mailbox/contacts/index.ts';
import { type Candidate, type Facts, publicProviders, type Recipient } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { partsOf, partsOfName } from '../text/names.ts';
import { isMixed, spells } from '../text/skeleton.ts';
import { carriesNothing } from './cargo.ts';
import { isOrdered } from './orders.ts';
import {
  introduces,
  isEstablished,
  isOfMachine,
  isOfOwner,
  isOfSender,
  isPlain,
  senderOf,
  surelySteers,
} from './sources.ts';

/** Finds recipients whom the identity knows only from the content of mail (decisions-2, Guard). */
export function recipientFromContent(facts: Facts): Finding[] {
  return facts.outside.flatMap((recipient): Finding[] => {
    const disguised = disguisedSender(facts, recipient);
    if (disguised) return [disguised];
    if (isKnown(recipient, facts)) return [];
    const sources = facts.candidates.filter((candidate) => names(candidate, recipient));
    const [source] = sources;
    if (!source || sources.some((candidate) => vouches(candidate, recipient, facts))) return [];
    if (sources.every((candidate) => isOrdered(candidate, facts, [recipient]))) return [];
    if (isAnswerToForm(facts, recipient)) return [];
    const standing = carriesNothing(facts) ? standingOf(recipient, sources, facts) : 'unknown';
    if (standing === 'introduced') return [];
    const text = `${recipient.address} appears only in the content of a message from ${senderOf(source)}.`;
    const isWeak = standing === 'named';
    return [{ reason: 'recipient_from_content', text, source_message_id: source.id, isWeak }];
  });
}

/** A sender who uses somebody else's name may get only words of the agent's own. */
function disguisedSender(facts: Facts, { address, isAllowed }: Recipient): Finding | null {
  const source = facts.candidates.find((each) => each.sender === address && each.is_disguised);
  if (!source || isAllowed || carriesNothing(facts)) return null;
  return {
    reason: 'recipient_from_content',
    text: `${address} imitates the name or address of somebody whom the mailbox knows.`,
    source_message_id: source.id,
  };
}

/**
 * Whether the identity has written to the address, authenticated mail has come from it, or the workspace's allow list contains
 * it.
 */
function isKnown({ written, is_proven, isAllowed, address }: Recipient, { candidates }: Facts): boolean {
  if (written > 0 || is_proven || isAllowed) return true;
  return candidates.some(
    ({ sender, verdict, to, cc }) =>
      verdict === 'pass' &&
      (sender === address || [...to, ...cc].some((each) => each.address.toLowerCase() === address)),
  );
}

/** Whether a message contains the address or something else that leads to its domain. The recipient's own mail does not count. */
function names(
  { digest, sender }: Candidate,
  { address, organisation, knows_organisation }: Recipient,
): boolean {
  if (sender === address) return false;
  if (digest.addresses.has(address)) return true;
  if (knows_organisation || publicProviders.has(organisation)) return false;
  if (sender !== null && organisationOf(sender) === organisation) return false;
  return (
    digest.linkDomains.has(organisation) ||
    spells(digest.skeleton, organisation) ||
    [...digest.addresses].some((each) => organisationOf(each) === organisation)
  );
}

/**
 * How far the messages that name a recipient vouch for them, if the send is in the agent's own words:
 * - `introduced`: an established correspondent gives a name with the address, or an automated mail says who filled in its form;
 * - `named`: an established correspondent gives the address without a name; a stranger introduces somebody, or also gets the
 *   message; an automated mail links to a site;
 * - `unknown`: everything else, such as a stranger who wants the answer at another address.
 */
function standingOf(
  recipient: Recipient,
  sources: readonly Candidate[],
  facts: Facts,
): 'introduced' | 'named' | 'unknown' {
  if (isMixed(recipient.organisation)) return 'unknown';
  const plain = sources.filter(isPlain);
  const isLinked = sources.some((each) => isMention(each, recipient));
  const isIntroducedBy = (each: Candidate): boolean => introduces(each, recipient, facts);
  if (
    plain.some(
      (each) =>
        isIntroducedBy(each) &&
        !diverts(each, recipient) &&
        (isEstablished(each) || isFormOf(each, recipient)),
    )
  )
    return 'introduced';
  const isToAuthor = ({ sender }: Candidate): boolean => facts.send.to.some((address) => address === sender);
  const isNamed = plain.some(
    (each) => !diverts(each, recipient) && (isEstablished(each) || isIntroducedBy(each) || isToAuthor(each)),
  );
  return isNamed || isLinked ? 'named' : 'unknown';
}

/** An automatic reply of a known correspondent asks for further mail at another organisation. */
const diverts = (candidate: Candidate, { address }: Recipient): boolean =>
  isOfMachine(candidate) && candidate.written_to_sender > 0 && !isOfSender(candidate, address);

/** An automated sender passes on what one person entered in a form; it gives no other person's address. */
const isFormOf = (candidate: Candidate, { address }: Recipient): boolean =>
  isOfMachine(candidate) &&
  !candidate.knows_organisation &&
  [...candidate.digest.introduced.keys()].every((each) => each === address);

/** An authenticated automated mail, such as a newsletter, links to a site but gives no address there. */
const isMention = (candidate: Candidate, { organisation }: Recipient): boolean =>
  candidate.verdict === 'pass' &&
  isOfMachine(candidate) &&
  !candidate.is_disguised &&
  !surelySteers(candidate) &&
  ![...candidate.digest.addresses].some((each) => organisationOf(each) === organisation);

/** The owner may name anybody, and an authenticated sender may name people of its own organisation. */
const vouches = (candidate: Candidate, { address }: Recipient, facts: Facts): boolean =>
  isOfOwner(candidate, facts) || (candidate.verdict === 'pass' && isOfSender(candidate, address));

/**
 * A website form sends from an address that nobody reads, and names the person in Reply-To. An answer in the agent's own words
 * is then an ordinary first answer to a stranger. This does not hold if the identity knows the form's organisation, because an
 * impostor may pretend to belong to it.
 */
function isAnswerToForm(facts: Facts, { address }: Pick<Recipient, 'address'>): boolean {
  const original = answered(facts);
  return (
    original !== undefined &&
    original.verdict === 'pass' &&
    (isOfMachine(original) || isSentFor(original, address)) &&
    !original.knows_organisation &&
    !original.is_disguised &&
    original.reply_to.some((each) => each.address.toLowerCase() === address) &&
    carriesNothing(facts)
  );
}

/** The sender's name is in the Reply-To address but not in the sender's address: a website sends what that person wrote. */
function isSentFor({ sender, sender_name }: Candidate, address: string): boolean {
  const parts = [partsOf(address), partsOf(sender ?? '')];
  const names = partsOfName(sender_name);
  const [isInAnswer, isInOwn] = parts.map((each) => names.some((name) => each.has(name)));
  return isInAnswer === true && isInOwn === false;
}

const answered = ({ send, candidates }: Facts): Candidate | undefined =>
  send.isReply ? candidates.find(({ id }) => id === send.sourceId) : undefined;

/** Finds replies that go to somebody other than the sender (decisions-2, Guard). Mailing lists do so by design. */
export function replyToDiverted(facts: Facts): Finding[] {
  const { outside } = facts;
  const original = answered(facts);
  if (!original || original.sender === null || original.is_list || isOfOwner(original, facts)) return [];
  const home = organisationOf(original.sender);
  const asked = new Set(original.reply_to.map(({ address }) => address.toLowerCase()));
  const diverted = outside.find(
    ({ address, organisation, written, isAllowed }) =>
      asked.has(address) &&
      address !== original.sender &&
      (organisation !== home || publicProviders.has(home)) &&
      written === 0 &&
      !isAllowed,
  );
  if (!diverted || isAnswerToForm(facts, diverted)) return [];
  const text = `The reply goes to ${diverted.address}, not to the sender ${original.sender}.`;
  return [{ reason: 'reply_to_diverted', text, source_message_id: original.id }];
}
