import { type Namesake, organisationOf } from '#mailbox/contacts/index.ts';
import type { TrustFlag } from '#mailbox/messages/index.ts';
import type { Copy } from '../copies.ts';
import { isDisguised, looksLike } from './look-alike-domains.ts';
import { comparableName, isPublicProvider, showsOtherAddress, showsOtherDomain } from './names.ts';
import { type KnownSenders, ownNameKey } from './senders.ts';
import { spamScore } from './spam-rules.ts';

export type Assessment = { known_sender: boolean; flags: TrustFlag[]; spam_score: number };

/**
 * The part of `trust` that depends on the mailbox: which senders it knows, and what could deceive its reader (spec
 * 2.6).
 */
export function assess(
  copy: Copy,
  senders: KnownSenders,
  { ownDomains, unverifiedJoin }: { ownDomains: readonly string[]; unverifiedJoin: boolean },
): Assessment {
  const { processed, scannedScore } = copy.delivery;
  const { parsed, authentication } = processed;
  const known_sender = senders.has(copy);
  const flags: TrustFlag[] = [];
  if (parsed.signals.includes('hidden_text')) flags.push('hidden_text');
  if (isNameSpoof(copy, senders, ownDomains, known_sender)) flags.push('display_name_spoof');
  if (isLookAlike(copy, senders, ownDomains)) flags.push('lookalike_domain');
  if (isAnsweredElsewhere(copy)) flags.push('reply_to_mismatch');
  if (unverifiedJoin) flags.push('thread_join_unverified');
  const spamProbability = processed.reading?.spam_probability ?? null;
  const evidence = { parsed, authentication, flags, knownSender: known_sender, spamProbability };
  return { known_sender, flags, spam_score: scannedScore ?? spamScore(evidence) };
}

const isWithin = (domain: string, domains: readonly string[]): boolean =>
  domains.some((own) => domain === own || domain.endsWith(`.${own}`));

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * True if the display name shows another address or domain, or has characters that reorder it on the screen. Also true
 * if it is the name of a contact, of an identity of the tenant or of its owner, and the mail comes neither from the
 * contact's organisation nor from one that the identity has written to.
 */
function isNameSpoof(
  copy: Copy,
  senders: KnownSenders,
  ownDomains: readonly string[],
  known: boolean,
): boolean {
  const { from } = copy.delivery.processed.parsed;
  if (!from) return false;
  if (showsOtherAddress(from) || copy.delivery.processed.parsed.signals.includes('reordered_name'))
    return true;
  const name = comparableName(from.name);
  const { identity_id: identityId, tenant_id: tenantId } = copy.recipient;
  const organisation = organisationOf(from.address);
  const isWrittenTo = senders.organisation(identityId, organisation)?.last_outbound_at;
  if (!isWrittenTo && showsOtherDomain(from)) return true;
  if (known || name === null || isWithin(domainOf(from.address), ownDomains)) return false;
  if (isWrittenTo && !isPublicProvider(organisation)) return false;
  if (senders.facts.ownNames.has(ownNameKey(tenantId, name))) return true;
  const namesakes = (senders.facts.namesakes.get(identityId) ?? []).filter(
    (contact) => contact.name === name,
  );
  const isOneOfThem = namesakes.some((contact) => contact.organisation === organisation);
  if (isRole(namesakes) || namesItsMailbox(name, from.address)) return false;
  // The sender of a delivery report has no name to spoof, unless it uses the name of a correspondent.
  const isReport = copy.delivery.processed.parsed.report !== null;
  if (isReport && !namesakes.some(({ written_to }) => written_to)) return false;
  return namesakes.length > 0 && (!isOneOfThem || isPublicProvider(organisation));
}

/**
 * Whether several organisations use the name, such as `Customer Service`, so that it says nothing about the sender. If
 * exactly one of the people that the mailbox has written to has the name, it belongs to that person.
 */
function isRole(namesakes: readonly Namesake[]): boolean {
  const all = new Set(namesakes.map(({ organisation }) => organisation));
  const partners = new Set(
    namesakes.filter(({ written_to }) => written_to).map(({ organisation }) => organisation),
  );
  return all.size > 1 && partners.size !== 1;
}

/** Whether a name only repeats the local part, in one word: `Support <support@vendor.example>`. */
const namesItsMailbox = (name: string, address: string): boolean =>
  address.slice(0, address.lastIndexOf('@')).toLowerCase() === name;

/** Whether the domain of From or Reply-To resembles one of ours, an earlier correspondent's, or a well-known one. */
function isLookAlike(copy: Copy, senders: KnownSenders, ownDomains: readonly string[]): boolean {
  const { from, replyTo } = copy.delivery.processed.parsed;
  const { identity_id: identityId } = copy.recipient;
  const correspondents = senders.facts.correspondents.get(identityId) ?? [];
  const written = [...(from ? [from] : []), ...replyTo].slice(0, 5).map(({ address }) => domainOf(address));
  return [...new Set(written)].some((domain) => {
    if (isWithin(domain, ownDomains)) return false;
    if (ownDomains.some((own) => looksLike(domain, own, { own: true }))) return true;
    if (isDisguised(domain)) return true;
    const known = senders.organisation(identityId, organisationOf(domain));
    if (known?.last_outbound_at) return false;
    return correspondents.some(
      (meant) =>
        (!known || meant.first_seen_at < known.first_seen_at) &&
        looksLike(domain, meant.organisation, { own: false }),
    );
  });
}

/** Whether answers go to another organisation than the sender's. Mailing lists that answers go to are exempt. */
function isAnsweredElsewhere({ delivery }: Copy): boolean {
  const { from, replyTo, listHeaders } = delivery.processed.parsed;
  if (!from) return false;
  const author = organisationOf(from.address);
  const list = (listHeaders['list-post'] ?? '').toLowerCase();
  return replyTo.some(({ address }) => {
    const organisation = organisationOf(address);
    return organisation !== author && !list.includes(address.toLowerCase());
  });
}
