import { after, DAY } from '#kernel/base/clock.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { sharedPassage } from '../text/passages.ts';
import { isCorrespondent, isOfOwner, senderOf } from './sources.ts';

/** How long after a read a message counts as a cause of what follows. */
const WINDOW = DAY;
/** The wording of a steering passage is recognised from so many characters on. */
const WORDING = 40;

/** The key read a message that steers its reader, and the send shares addresses, links or wording with it. */
export function steered(facts: Facts): Finding[] {
  const { send } = facts;
  if (reachesOwnerOnly(facts)) return [];
  const since = after(send.now, -WINDOW);
  return facts.candidates.flatMap((candidate): Finding[] => {
    const { read_at } = candidate;
    if (read_at === null || new Date(read_at) < since || isOfOwner(candidate, facts)) return [];
    const what = sharedWith(candidate, facts);
    if (what === null) return [];
    const text = `The key read a message from ${senderOf(candidate)} that instructs its reader, and the send shares ${what} with it.`;
    return [{ reason: 'steered', text, source_message_id: candidate.id }];
  });
}

/** Its owner may be shown everything, and decides what to follow. */
export const reachesOwnerOnly = ({ send, recipients }: Facts): boolean => {
  const owner = send.identity.owner_email?.toLowerCase();
  return recipients.every(({ address }) => address === owner);
};

/** Within the workspace only links and accounts do harm: its people may know everything. */
function sharedWith(candidate: Candidate, facts: Facts): string | null {
  const { digest, sender, reply_to } = candidate;
  const { send, outside, ownOrganisations } = facts;
  const { steering } = digest;
  if (!steering) return null;
  const domain = [...send.marks.linkDomains].find(
    (each) => steering.linkDomains.has(each) && !ownOrganisations.has(each),
  );
  if (domain) return `a link to ${domain}`;
  if ([...send.marks.accounts].some((account) => steering.accounts.has(account))) return 'an account number';
  if (outside.length === 0) return null;
  // An answer to somebody whom the identity knows needs no steering.
  const authors = new Set(
    isCorrespondent(candidate) ? [] : [sender, ...reply_to.map(({ address }) => address.toLowerCase())],
  );
  const named = outside.find(({ address }) => authors.has(address) || steering.addresses.has(address));
  if (named) return `the address ${named.address}`;
  const address = [...send.marks.addresses].find(
    (each) => steering.addresses.has(each) && !ownOrganisations.has(organisationOf(each)),
  );
  if (address) return `the address ${address}`;
  return sharedPassage(send.words, (shingle) => steering.shingles.has(shingle), WORDING) ? 'wording' : null;
}
