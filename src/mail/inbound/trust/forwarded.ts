import type { Authentication } from '#content/mime/index.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';

/**
 * Mailbox providers that forward mail for their customers, by the domains with which they sign ARC seals. Only their
 * results are trusted, because anybody can add a seal.
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
 * Mail that a domain's own server forwards to us fails SPF, and also DKIM if the server changes it. The ARC chain (RFC
 * 8617) contains the results of that server. If it seals in the domain's name, or is a trusted mailbox provider, a
 * DMARC pass that it found counts as ours.
 * @param forwardedDomain the domain that the envelope names; null if only To or Cc name it, which anybody can write
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
