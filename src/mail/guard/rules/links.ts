import { asksForAction } from '#content/reading/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts } from '../facts.ts';
import { findSent } from '../repository.ts';
import type { Finding } from '../schema.ts';
import { domainOf } from '../text/marks.ts';
import { isMeetingRoom } from '../text/meeting-rooms.ts';
import { partsIn, spells } from '../text/skeleton.ts';
import { reachesOwnerOnly } from './influence.ts';
import { isOrdered } from './orders.ts';
import {
  isAttributed,
  isCalm,
  isEstablished,
  isKnownTo,
  isMeantFor,
  isOfMachine,
  isOfOwner,
  isOfSender,
  isPlain,
  mentions,
  senderOf,
} from './sources.ts';
import { isForwardedNotice, lately, unasked } from './unasked.ts';

const MOST = 3;
/** How many recent sends are examined for content that spreads. */
const SENT = 40;

/**
 * Finds links and bank accounts that come only from untrusted mail and are sent to somebody else. When mail is forwarded,
 * colleagues see who wrote it; in the agent's own words they do not see where a link came from.
 */
export async function linkFromContent(db: Queryable, facts: Facts): Promise<Finding[]> {
  const { send, recipients, outside, ownOrganisations } = facts;
  // The owner decides what to act on, but cannot recognise a sender who uses somebody else's name.
  const candidates = reachesOwnerOnly(facts)
    ? facts.candidates.filter(({ is_disguised }) => is_disguised)
    : facts.candidates;
  if (candidates.length === 0) return [];
  const marks = outside.length === 0 ? send.ownMarks : send.marks;
  const given = addressesIn(facts);
  if (marks.urls.size === 0 && marks.accounts.size === 0 && given.length === 0) return [];
  const theirs = new Set([...ownOrganisations, ...recipients.map(({ organisation }) => organisation)]);
  const unknown = (sources: readonly Candidate[], domain: string | null): boolean =>
    sources.length > 0 &&
    !sources.some(
      (each) =>
        isKnownTo(each, recipients) || vouches(each, domain, facts) || isOrdered(each, facts, recipients),
    );
  const links = [...marks.linkDomains].flatMap((domain) => {
    if (theirs.has(domain)) return [];
    const sources = candidates.filter(
      ({ digest }) => digest.linkDomains.has(domain) || spells(digest.skeleton, domain),
    );
    return unknown(sources, domain) ? [{ domain, sources }] : [];
  });
  const accounts = [...marks.accounts].flatMap((account) => {
    const sources = sourcesOf(account, candidates);
    return unknown(sources, null) ? [{ account, sources }] : [];
  });
  const addresses = given.flatMap((address) => {
    const sources = candidates.filter(({ digest }) => digest.addresses.has(address));
    const isVouched = candidates.some(({ sender }) => sender === address) || sources.some(isEstablished);
    return !isVouched && unknown(sources, null) ? [{ address, sources }] : [];
  });
  if (links.length === 0 && accounts.length === 0 && addresses.length === 0) return [];
  const all = [...links, ...accounts].flatMap(({ sources }) => sources);
  const free = outside.length === 0 ? new Set<string>() : await freeSources(db, facts, all);
  return [
    ...accounts.map(({ account, sources }) =>
      finding(`The account number ${account}`, sources, isFineAccount(account, sources, facts, free)),
    ),
    ...addresses.map(({ address, sources }) => finding(`The address ${address}`, sources, false)),
    ...weighed(facts, links, free),
  ].slice(0, MOST);
}

/** Addresses that the agent, in its own words, gives to people outside, for example to write to or to pay. */
const addressesIn = ({ send, outside, ownOrganisations }: Facts): string[] =>
  outside.length === 0 || send.quoted !== null
    ? []
    : [...send.ownMarks.addresses].filter(
        (each) => !send.to.includes(each) && !ownOrganisations.has(organisationOf(each)),
      );

/** The messages that contain an account, or from whose parts it can be assembled. */
function sourcesOf(account: string, candidates: readonly Candidate[]): Candidate[] {
  const whole = candidates.filter(({ digest }) => digest.accounts.has(account));
  if (whole.length > 0) return whole;
  const texts = candidates.map((candidate) => ({ candidate, skeleton: candidate.digest.skeleton }));
  return partsIn(texts, account).map(({ candidate }) => candidate);
}

/** The ids of the sources whose content nobody can have asked for. */
async function freeSources(
  db: Queryable,
  facts: Facts,
  sources: readonly Candidate[],
): Promise<ReadonlySet<string>> {
  const { identity, now } = facts.send;
  return new Set(unasked(facts, sources, await findSent(db, identity.id, after(now, -2 * DAY), SENT)).keys());
}

const finding = (what: string, [source]: readonly Candidate[], isWeak: boolean): Finding => ({
  reason: 'link_from_content',
  text: `${what} appears only in a message from ${senderOf(source!)}.`,
  source_message_id: source!.id,
  isWeak,
});

/** The owner vouches for everything, and an established correspondent for links to its own organisation's site. */
const vouches = (candidate: Candidate, domain: string | null, facts: Facts): boolean =>
  isOfOwner(candidate, facts) ||
  (domain !== null && isEstablished(candidate) && organisationOf(candidate.sender!) === domain);

/**
 * A colleague may get an established correspondent's account if its organisation has given no other, because fraud usually
 * arrives as a new account.
 */
function isFineAccount(
  account: string,
  sources: readonly Candidate[],
  facts: Facts,
  free: ReadonlySet<string>,
): boolean {
  const { outside, candidates, send } = facts;
  const isOnly = ({ sender }: Candidate): boolean =>
    !candidates.some(
      (each) => isOfSender(each, sender!) && [...each.digest.accounts].some((other) => other !== account),
    );
  // A forward shows whose account it is. In the agent's own words it would pass for ours.
  const isShown = ({ id }: Candidate): boolean =>
    send.quoted !== null && (outside.length === 0 || free.has(id));
  return sources.some(
    (each) =>
      (isEstablished(each) || isForwardedNotice(each, facts)) &&
      isCalm(each) &&
      isOnly(each) &&
      isShown(each),
  );
}

type Link = { domain: string; sources: readonly Candidate[] };

/** A message that asks nobody to sign in, confirm or pay may contain links. How freely depends on who provided them. */
function weighed(facts: Facts, links: readonly Link[], free: ReadonlySet<string>): Finding[] {
  if (links.length === 0) return [];
  const { send, outside } = facts;
  const isToKnown = outside.every(({ written, is_proven }) => written > 0 || is_proven);
  if (!isToKnown || asksForAction(send.whole))
    return links.map(({ domain, sources }) => finding(`A link to ${domain}`, sources, false));
  return links.flatMap((link) => {
    if (isCall(link, facts)) return [];
    const harm = outside.length === 0 ? harmInside(link, facts) : harmOutside(link, facts, free);
    return harm === 'none' ? [] : [finding(`A link to ${link.domain}`, link.sources, harm === 'little')];
  });
}

type Harm = 'none' | 'little' | 'harm';

/** A video call to which authenticated mail invites. */
const isCall = ({ domain, sources }: Link, { send }: Facts): boolean =>
  sources.some(isPlain) &&
  [...send.marks.urls].every((url) => domainOf(url) !== domain || isMeetingRoom(url));

/**
 * For colleagues, links in automated notices are harmless, and so are an established correspondent's links if the send names
 * that sender. If only one of the two holds, they do little harm.
 */
function harmInside(link: Link, facts: Facts): Harm {
  if (link.sources.some((each) => isNotice(each, link))) return 'none';
  const calm = link.sources.filter((each) => isPlain(each) && isCalm(each));
  const isSaid = (each: Candidate): boolean => isAttributed(each, facts);
  if (calm.some((each) => isEstablished(each) && isSaid(each))) return 'none';
  return calm.some((each) => isEstablished(each) || isSaid(each)) ? 'little' : 'harm';
}

/**
 * To one external correspondent, little harm is done by: links that a regular sender makes to its own site; links that concern
 * the recipient or that it asked for; links to one matter, such as a parcel, but not to a general page; and links from
 * established correspondents that nobody can have asked for.
 */
function harmOutside(link: Link, facts: Facts, free: ReadonlySet<string>): Harm {
  const [recipient, ...more] = facts.outside;
  const notices = link.sources.filter((each) => isNotice(each, link));
  const isAsker = lately(facts).some(({ sender }) => sender === recipient!.address);
  const isWanted = (each: Candidate): boolean => mentions(each, recipient!) || isAsker;
  if (link.sources.some((each) => isMeantFor(each, facts.outside, facts))) return 'little';
  // Somebody who asked may be told where to read on, on the site of the mail's own author.
  if (
    more.length === 0 &&
    facts.send.isReply &&
    isAsker &&
    link.sources.some((each) => isOwnSite(each, link))
  )
    return 'little';
  if (
    more.length === 0 &&
    (isOfOneMatter(link, facts)
      ? notices.length > 0
      : notices.some((each) => isWanted(each) || isRegular(each)))
  )
    return 'little';
  return link.sources.some((each) => isEstablished(each) && free.has(each.id)) ? 'little' : 'harm';
}

const isRegular = ({ came_from_sender }: Candidate): boolean => came_from_sender > 1;

/** Whether each link to the domain leads to one specific thing, because its path contains a number or a key. */
const isOfOneMatter = ({ domain }: Link, { send }: Facts): boolean =>
  [...send.marks.urls].every(
    (url) =>
      domainOf(url) !== domain ||
      /\d{4}|(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{8}/i.test(url.replace(/^[^/]*\/\/[^/]*/, '')),
  );

/** Authenticated and inconspicuous mail links to its sender's own site. */
const isOwnSite = (source: Candidate, { domain }: Link): boolean =>
  isPlain(source) && isCalm(source) && organisationOf(source.sender!) === domain;

/** An authenticated automated sender links to its own site. */
const isNotice = (source: Candidate, { domain }: Link): boolean =>
  source.verdict === 'pass' &&
  !source.is_disguised &&
  isCalm(source) &&
  isOfMachine(source) &&
  organisationOf(source.sender!) === domain;
