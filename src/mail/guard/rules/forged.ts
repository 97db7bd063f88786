import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { tellSomething } from '../text/particulars.ts';
import { reachesOwnerOnly } from './influence.ts';
import { houseWords, sharedWith } from './particulars.ts';
import { isKnownTo, senderOf } from './sources.ts';

/**
 * Mail that uses the name or the address of somebody else orders nothing: the addresses that it brings are not for colleagues to
 * write to, and what it says in particular is not for partners to act on.
 */
export function forged(facts: Facts): Finding[] {
  if (reachesOwnerOnly(facts)) return [];
  const { candidates, recipients, outside } = facts;
  return candidates.flatMap((candidate): Finding[] => {
    if (!isForged(candidate, facts) || isKnownTo(candidate, recipients)) return [];
    const address = addressFrom(candidate, facts);
    if (address === undefined && (outside.length === 0 || !tells(candidate, facts))) return [];
    const what = address === undefined ? 'names or figures' : `the address ${address}`;
    const text = `A message uses the name or address of somebody else, ${senderOf(candidate)}, and this message shares ${what} with it.`;
    return [{ reason: 'steered', text, source_message_id: candidate.id }];
  });
}

/** It takes somebody's name, or an address of the house without being authenticated. */
const isForged = ({ is_disguised, verdict, sender }: Candidate, { send, ownOrganisations }: Facts): boolean =>
  is_disguised ||
  (verdict !== 'pass' &&
    sender !== null &&
    (sender === send.identity.owner_email?.toLowerCase() || ownOrganisations.has(organisationOf(sender))));

/** An address in the message that is of nobody in the house, and that no other mail has. */
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

function tells(candidate: Candidate, facts: Facts): boolean {
  const { names, values } = sharedWith(candidate, facts, houseWords(facts));
  return tellSomething(names, values);
}
