import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { tellSomething } from '../text/particulars.ts';
import { reachesOwnerOnly } from './influence.ts';
import { organisationWords, sharedWith } from './particulars.ts';
import { areNamesakes, isCalledLike, isKnownTo, isOfOwner, senderOf } from './sources.ts';

/**
 * Unauthenticated or disguised mail authorises nothing. Partners must not act on its particulars. If it uses the name or
 * address of somebody whom the mailbox knows, colleagues must not write to the addresses that it gives either.
 */
export function forged(facts: Facts): Finding[] {
  if (reachesOwnerOnly(facts)) return [];
  const { candidates, recipients, outside } = facts;
  const known = new Map(
    candidates
      .filter((each) => each.verdict === 'pass' && (each.written_to_sender > 0 || isOfOwner(each, facts)))
      .map((each) => [each.sender, each]),
  );
  const own = organisationWords(facts);
  return candidates.flatMap((candidate): Finding[] => {
    const isForged = pretends(candidate, facts, [...known.values()]);
    if ((!isForged && candidate.verdict === 'pass') || isKnownTo(candidate, recipients)) return [];
    const address = isForged ? addressFrom(candidate, facts) : undefined;
    if (
      address === undefined &&
      ((outside.length === 0 && (!isForged || facts.send.quoted !== null)) || !tells(candidate, facts, own))
    )
      return [];
    const what = address === undefined ? 'names, figures or words' : `the address ${address}`;
    const text = isForged
      ? `A message from ${senderOf(candidate)} uses the name or address of somebody else, and this send shares ${what} with it.`
      : `The message from ${senderOf(candidate)} is unauthenticated, and this send shares ${what} with it.`;
    return [{ reason: 'steered', text, source_message_id: candidate.id }];
  });
}

/** Whether it uses somebody else's name, or an address of the owner's organisation without being authenticated. */
const pretends = (candidate: Candidate, facts: Facts, known: readonly Candidate[]): boolean =>
  candidate.is_disguised ||
  (candidate.verdict !== 'pass' &&
    candidate.sender !== null &&
    (candidate.sender === facts.send.identity.owner_email?.toLowerCase() ||
      facts.ownOrganisations.has(organisationOf(candidate.sender)))) ||
  (candidate.written_to_sender === 0 &&
    !isOfOwner(candidate, facts) &&
    (takesNameOfOwner(candidate, facts.send.identity) ||
      known.some((each) => areNamesakes(each, candidate))));

/** Whether a sender of another organisation has the owner's name. It may be the owner's private address, or an impostor. */
export const takesNameOfOwner = (
  { sender, sender_name }: Pick<Candidate, 'sender' | 'sender_name'>,
  { owner_name, owner_email }: Pick<Facts['send']['identity'], 'owner_name' | 'owner_email'>,
): boolean =>
  sender !== null &&
  (owner_email === null || organisationOf(sender) !== organisationOf(owner_email.toLowerCase())) &&
  isCalledLike(sender, sender_name, owner_name);

/** An address in the send that comes from this message alone and does not belong to the owner's organisation. */
function addressFrom(candidate: Candidate, facts: Facts): string | undefined {
  const { send, candidates, recipients, ownOrganisations } = facts;
  const known = recipients.filter(({ written }) => written > 0).map(({ address }) => address);
  return [...send.to, ...send.marks.addresses].find(
    (address) =>
      candidate.digest.addresses.has(address) &&
      !known.includes(address) &&
      !ownOrganisations.has(organisationOf(address)) &&
      !candidates.some(
        (each) => each !== candidate && (each.sender === address || each.digest.addresses.has(address)),
      ),
  );
}

/** This many longer words that occur in only one mail are not coincidence. */
export const WORDS = 3;

function tells(candidate: Candidate, facts: Facts, own: ReadonlySet<number>): boolean {
  const { names, values, words } = sharedWith(candidate, facts, own);
  return tellSomething(names, values) || words.length >= WORDS;
}
