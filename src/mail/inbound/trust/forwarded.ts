import type { Authentication } from '#content/mime/index.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';

/**
 * Hosts of mailboxes that forward for their customers, by the domains with which they sign ARC seals. What one of these
 * says about a message when it came is believed; anybody can seal, so nobody else's is.
 */
const TRUSTED_SEALERS = new Set([
  'google.com',
  'microsoft.com',
  'messagingengine.com', // Fastmail
  'icloud.com',
  'yahoo.com',
  'zoho.com',
  'zohomail.com',
  'proton.me',
  'protonmail.ch',
  'mailbox.org',
  'mimecast.org',
  'proofpoint.com',
]);

/**
 * Mail of a domain whose own server forwards to us fails SPF, and DKIM when the server changes it. The ARC chain
 * (RFC 8617) carries what that server found: when it seals in the domain's name, or is a trusted host of mailboxes, a
 * DMARC pass that it saw counts as ours.
 * @param forwardedDomain the domain that the envelope names; null where only To or Cc do, which anybody can write
 */
export function judgeForwarded(
  authentication: Authentication,
  forwardedDomain: string | null,
): Authentication {
  const { verdict, arc, arcSeal, domain } = authentication;
  if (verdict === 'pass' || arc !== 'pass' || !arcSeal || domain === null) return authentication;
  const sealer = organisationOf(arcSeal.sealer);
  const ownOrganisation = forwardedDomain === null ? null : organisationOf(forwardedDomain);
  const isTrusted = TRUSTED_SEALERS.has(sealer) || sealer === ownOrganisation;
  const isAboutAuthor = arcSeal.author === null || organisationOf(arcSeal.author) === organisationOf(domain);
  if (!isTrusted || !isAboutAuthor || arcSeal.dmarc !== 'pass') return authentication;
  return { ...authentication, verdict: 'pass', reason: null };
}
