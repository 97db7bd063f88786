import { organisationOf } from '#mailbox/contacts/index.ts';
import { type Candidate, type Facts, publicProviders, type Recipient } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { domainOf } from '../text/marks.ts';
import { isEstablished, isOfMachine, isOfOwner, senderOf } from './sources.ts';

/** Recipients that the identity knows only from what mail says (decisions-2, Guard). */
export function recipientFromContent(facts: Facts): Finding[] {
  return facts.outside.flatMap((recipient): Finding[] => {
    if (isKnown(recipient, facts)) return [];
    const sources = facts.candidates.filter((candidate) => names(candidate, recipient));
    const [source] = sources;
    if (!source || sources.some((candidate) => vouches(candidate, recipient, facts))) return [];
    if (isAnswerToForm(facts, recipient)) return [];
    const text = `${recipient.address} is known only from the content of a message from ${senderOf(source)}.`;
    const isWeak =
      sources.every((each) => isEstablished(each) || isMention(each, recipient)) && carriesNothing(facts);
    return [{ reason: 'recipient_from_content', text, source_message_id: source.id, isWeak }];
  });
}

/** The identity wrote there before, proven mail came from there, or a list of the workspace names it. */
function isKnown({ written, is_proven, isAllowed, address }: Recipient, { candidates }: Facts): boolean {
  if (written > 0 || is_proven || isAllowed) return true;
  return candidates.some(
    ({ sender, verdict, to, cc }) =>
      verdict === 'pass' &&
      (sender === address || [...to, ...cc].some((each) => each.address.toLowerCase() === address)),
  );
}

/** The address, or what leads to its domain, stands in the message; its own mail does not count. */
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
    [...digest.addresses].some((each) => organisationOf(each) === organisation)
  );
}

/** A program of proven origin that links to a site, as newsletters do, names nobody there. */
const isMention = (candidate: Candidate, { organisation }: Recipient): boolean =>
  candidate.verdict === 'pass' &&
  isOfMachine(candidate) &&
  candidate.digest.steering === null &&
  ![...candidate.digest.addresses].some((each) => organisationOf(each) === organisation);

/** The owner may name anybody, and proven mail may name people of its own organisation. */
function vouches(candidate: Candidate, { organisation }: Recipient, facts: Facts): boolean {
  if (isOfOwner(candidate, facts)) return true;
  const { sender, verdict } = candidate;
  return (
    sender !== null &&
    verdict === 'pass' &&
    organisationOf(sender) === organisation &&
    !publicProviders.has(organisation)
  );
}

/** Words of the agent's own, without files, accounts, or links other than to the own home page, as signatures have it. */
const carriesNothing = ({ send, ownOrganisations }: Facts): boolean =>
  send.files.length === 0 &&
  send.quoted === null &&
  send.marks.accounts.size === 0 &&
  [...send.marks.urls].every((url) => isHomePage(url) && ownOrganisations.has(domainOf(url) ?? ''));

const isHomePage = (url: string): boolean => /^(?:https?:\/\/)?[^/?#@]+\/?$/i.test(url);

/**
 * A form on a website, or a program, sends from an address that nobody reads and names the person in Reply-To. An answer
 * in the agent's own words is one to a stranger, as any first answer. Where the organisation of the program is known, somebody
 * there may be impersonated, so it counts.
 */
function isAnswerToForm(facts: Facts, { address }: Pick<Recipient, 'address'>): boolean {
  const original = answered(facts);
  return (
    original !== undefined &&
    original.verdict === 'pass' &&
    isOfMachine(original) &&
    !original.knows_organisation &&
    original.reply_to.some((each) => each.address.toLowerCase() === address) &&
    carriesNothing(facts)
  );
}

const answered = ({ send, candidates }: Facts): Candidate | undefined =>
  send.isReply ? candidates.find(({ id }) => id === send.sourceId) : undefined;

/** The answer goes elsewhere than the sender (decisions-2, Guard). Mailing lists do so by design. */
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
  const text = `The answer goes to ${diverted.address}, not to the sender ${original.sender}.`;
  return [{ reason: 'reply_to_diverted', text, source_message_id: original.id }];
}
