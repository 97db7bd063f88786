import { after, DAY } from '#kernel/base/clock.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { sharedPassage } from '../text/passages.ts';
import { asksForAction } from '../text/requests.ts';
import { isCorrespondent, isEstablished, isKnownTo, isOfMachine, isOfOwner, senderOf } from './sources.ts';

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
const reachesOwnerOnly = ({ send, recipients }: Facts): boolean => {
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

/**
 * Links and bank accounts that only untrusted mail brought, on their way to somebody else. Colleagues see who wrote a message that is forwarded to them, but not where the agent's own words come from.
 */
export function linkFromContent(facts: Facts): Finding[] {
  const { send, recipients, outside, ownOrganisations, candidates } = facts;
  if (reachesOwnerOnly(facts)) return [];
  const marks = outside.length === 0 ? send.ownMarks : send.marks;
  const theirs = new Set([...ownOrganisations, ...recipients.map(({ organisation }) => organisation)]);
  const findings: Finding[] = [];
  const weak = new Set<number>();
  const check = (what: string, holds: (candidate: Candidate) => boolean, domain: string | null): void => {
    const sources = candidates.filter(holds);
    const [source] = sources;
    if (!source || sources.some((each) => isKnownTo(each, recipients) || vouches(each, domain, facts)))
      return;
    if (domain !== null && isNotice(domain, sources, facts)) {
      if (outside.length === 0) return;
      weak.add(findings.length);
    }
    const text = `${what} is known only from a message from ${senderOf(source)}.`;
    findings.push({ reason: 'link_from_content', text, source_message_id: source.id });
  };
  for (const domain of marks.linkDomains)
    if (!theirs.has(domain))
      check(`A link to ${domain}`, ({ digest }) => digest.linkDomains.has(domain), domain);
  for (const account of marks.accounts)
    check(`The account number ${account}`, ({ digest }) => digest.accounts.has(account), null);
  return findings.slice(0, 3).map((finding, at) => ({ ...finding, isWeak: weak.has(at) }));
}

/**
 * A carrier's tracking link, or the newsletter of a shop: a program of proven origin links to its own site, and the message
 * tells people whom the identity knows about it, without asking them to sign in, to confirm or to pay.
 */
const isNotice = (domain: string, sources: readonly Candidate[], { send, outside }: Facts): boolean =>
  outside.every(({ written }) => written > 0) &&
  sources.some(
    (source) =>
      source.verdict === 'pass' &&
      isOfMachine(source) &&
      source.digest.steering === null &&
      organisationOf(source.sender!) === domain,
  ) &&
  !asksForAction(send.whole);

/** The owner vouches for everything, and an established correspondent for links to its own organisation. */
const vouches = (candidate: Candidate, domain: string | null, facts: Facts): boolean =>
  isOfOwner(candidate, facts) ||
  (domain !== null && isEstablished(candidate) && organisationOf(candidate.sender!) === domain);
