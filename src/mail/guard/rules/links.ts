import type { Queryable } from '#kernel/data/database.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { asksForAction } from '../text/requests.ts';
import { reachesOwnerOnly } from './influence.ts';
import { isEstablished, isKnownTo, isOfMachine, isOfOwner, senderOf } from './sources.ts';
import { calm } from './unasked.ts';

const MOST = 3;

/**
 * Links and bank accounts that only untrusted mail brought, on their way to somebody else. Colleagues see who wrote a message
 * that is forwarded to them, but not where the agent's own words come from.
 */
export async function linkFromContent(db: Queryable, facts: Facts): Promise<Finding[]> {
  const { send, recipients, outside, ownOrganisations, candidates } = facts;
  if (candidates.length === 0 || reachesOwnerOnly(facts)) return [];
  const marks = outside.length === 0 ? send.ownMarks : send.marks;
  const theirs = new Set([...ownOrganisations, ...recipients.map(({ organisation }) => organisation)]);
  const unknown = (sources: readonly Candidate[], domain: string | null): boolean =>
    sources.length > 0 &&
    !sources.some((each) => isKnownTo(each, recipients) || vouches(each, domain, facts));
  const links = [...marks.linkDomains].flatMap((domain) => {
    if (theirs.has(domain)) return [];
    const sources = candidates.filter(({ digest }) => digest.linkDomains.has(domain));
    return unknown(sources, domain) ? [{ domain, sources }] : [];
  });
  const accounts = [...marks.accounts].flatMap((account) => {
    const sources = candidates.filter(({ digest }) => digest.accounts.has(account));
    return unknown(sources, null) ? [finding(`The account number ${account}`, sources)] : [];
  });
  return [...accounts, ...(await weighed(db, facts, links.slice(0, MOST)))].slice(0, MOST);
}

const finding = (what: string, [source]: readonly Candidate[], isWeak = false): Finding => ({
  reason: 'link_from_content',
  text: `${what} is known only from a message from ${senderOf(source!)}.`,
  source_message_id: source!.id,
  isWeak,
});

/** The owner vouches for everything, and an established correspondent for links to its own organisation. */
const vouches = (candidate: Candidate, domain: string | null, facts: Facts): boolean =>
  isOfOwner(candidate, facts) ||
  (domain !== null && isEstablished(candidate) && organisationOf(candidate.sender!) === domain);

type Link = { domain: string; sources: readonly Candidate[] };

/**
 * A message that asks nobody to sign in, to confirm or to pay may tell of links: to people whom the identity knows, a
 * carrier's of a parcel; to colleagues, also those of newsletters, and the meeting rooms and folders of established correspondents.
 */
async function weighed(db: Queryable, facts: Facts, links: readonly Link[]): Promise<Finding[]> {
  const { send, outside } = facts;
  const strong = links.map(({ domain, sources }) => finding(`A link to ${domain}`, sources));
  const isToKnown = outside.every(({ written, is_proven }) => written > 0 || is_proven);
  if (links.length === 0 || !isToKnown || asksForAction(send.whole)) return strong;
  if (outside.length > 0)
    return links.map((link) =>
      finding(
        `A link to ${link.domain}`,
        link.sources,
        link.sources.some((each) => isNotice(each, link)),
      ),
    );
  const left = links.filter((link) => !link.sources.some((each) => isNotice(each, link)));
  const quiet = await calm(
    db,
    left.flatMap(({ sources }) => sources),
  );
  return left.map(({ domain, sources }) =>
    finding(
      `A link to ${domain}`,
      sources,
      sources.some(({ id }) => quiet.has(id)),
    ),
  );
}

/** A program of proven origin links to its own site. */
const isNotice = (source: Candidate, { domain }: Link): boolean =>
  source.verdict === 'pass' &&
  isOfMachine(source) &&
  source.digest.steering === null &&
  organisationOf(source.sender!) === domain;
