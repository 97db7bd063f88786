import { after, DAY } from '#kernel/base/clock.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { sharedPassage } from '../text/passages.ts';
import { carriesNothing } from './cargo.ts';
import { isOrdered } from './orders.ts';
import { introduces, isEstablished, isOfOwner, isOfSender, isPlain, senderOf } from './sources.ts';

/** How long after it was read a message counts as a possible cause of a send. */
const WINDOW = DAY;
/** The least number of characters from which the wording of a steering passage is recognised. */
const WORDING = 40;

/** Finds sends that share addresses, links or wording with a steering message that the key has read. */
export function steered(facts: Facts): Finding[] {
  const { send } = facts;
  if (reachesOwnerOnly(facts)) return [];
  const since = after(send.now, -WINDOW);
  return facts.candidates.flatMap((candidate): Finding[] => {
    const { read_at } = candidate;
    if (read_at === null || new Date(read_at) < since || isOfOwner(candidate, facts)) return [];
    const shared = sharedWith(candidate, facts);
    const harm = shared && harmOf(candidate, facts, shared);
    if (!harm || harm === 'none') return [];
    const text = `The agent read a message from ${senderOf(candidate)} that gives instructions to software, and this send shares ${shared.what} with it.`;
    return [{ reason: 'steered', text, source_message_id: candidate.id, isWeak: harm === 'little' }];
  });
}

/** Whether only the owner gets the message. The owner may see everything, and decides what to act on. */
export const reachesOwnerOnly = ({ send, recipients }: Facts): boolean => {
  const owner = send.identity.owner_email?.toLowerCase();
  return recipients.every(({ address }) => address === owner);
};

type Shared = { what: string; isCargo: boolean };

/**
 * What the send shares with a steering message. For colleagues only links and accounts count, because they may know everything
 * else.
 */
function sharedWith(candidate: Candidate, facts: Facts): Shared | null {
  const { digest, sender, reply_to } = candidate;
  const { send, outside, ownOrganisations } = facts;
  const { steering } = digest;
  if (!steering) return null;
  const domain = [...send.marks.linkDomains].find(
    (each) => steering.linkDomains.has(each) && !ownOrganisations.has(each),
  );
  if (domain) return { what: `a link to ${domain}`, isCargo: true };
  if ([...send.marks.accounts].some((account) => steering.accounts.has(account)))
    return { what: 'an account number', isCargo: true };
  if (outside.length === 0) return null;
  // A known correspondent is answered with or without steering, so sharing that address shows nothing.
  const isKnown = candidate.verdict === 'pass' && candidate.written_to_sender > 0;
  const authors = new Set(isKnown ? [] : [sender, ...reply_to.map(({ address }) => address.toLowerCase())]);
  const named = outside.find(({ address }) => authors.has(address) || steering.addresses.has(address));
  if (named) return { what: `the address ${named.address}`, isCargo: false };
  const address = [...send.marks.addresses].find(
    (each) => steering.addresses.has(each) && !ownOrganisations.has(organisationOf(each)),
  );
  if (address) return { what: `the address ${address}`, isCargo: false };
  return sharedPassage(send.words, (shingle) => steering.shingles.has(shingle), WORDING)
    ? { what: 'wording', isCargo: false }
    : null;
}

/**
 * People constantly ask each other for things, and the reader mistakes some requests for instructions. Unless the reader is
 * sure, a message in the agent's own words does no harm if it goes only to the author's organisation or to people whom an
 * established correspondent introduces. It does little harm if that correspondent only gives their address, or if a stranger
 * introduces them.
 */
function harmOf(candidate: Candidate, facts: Facts, { isCargo }: Shared): 'none' | 'little' | 'harm' {
  if (isCargo || !isPlain(candidate) || !carriesNothing(facts)) return 'harm';
  const others = facts.outside.filter(({ address }) => !isOfSender(candidate, address));
  if (others.length === 0 || isOrdered(candidate, facts)) return 'none';
  const isIntroduced = others.every((each) => each.isAllowed || introduces(candidate, each, facts));
  if (isEstablished(candidate)) return isIntroduced ? 'none' : 'little';
  return isIntroduced ? 'little' : 'harm';
}
