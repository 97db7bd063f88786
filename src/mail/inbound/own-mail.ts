import type { Authentication } from '#content/mime/index.ts';

const isWithin = (domain: string, domains: readonly string[]): boolean =>
  domains.some((own) => domain === own || domain.endsWith(`.${own}`));

/**
 * The verdict on mail from outside that claims to come from a domain of the deployment. Without our signature it is a
 * `fail`, whatever DNS says (decisions.md, Message trust verdict).
 */
export function judgeClaim(authentication: Authentication, ownDomains: readonly string[]): Authentication {
  const { domain, ownSigned } = authentication;
  if (ownSigned || domain === null || !isWithin(domain, ownDomains)) return authentication;
  return { ...authentication, verdict: 'fail', reason: 'claims a domain of ours without our signature' };
}

/**
 * The same for a tenant's domain. Others may send from it too (the tenant's own server, a shop), so an aligned pass of
 * theirs counts. Without one, the verdict is `fail`, because all mail of the tenant is signed.
 */
export const judgeTenantClaim = (authentication: Authentication): Authentication =>
  authentication.ownSigned || authentication.verdict !== 'unverified' || wasUnanswered(authentication)
    ? authentication
    : { ...authentication, verdict: 'fail', reason: 'claims a domain of a tenant without proof' };

const wasUnanswered = ({ spf, dkim, dmarc }: Authentication): boolean =>
  [spf, dkim, dmarc].includes('temperror');

const HEADER_BYTES = 64 * 1024;
const MAX_NAMES = 10;

/**
 * DNS names (lower case) of the keys that the message's DKIM signatures name, within the limit of what is read.
 */
export function signingKeyNames(raw: Buffer): string[] {
  const head = raw.toString('latin1', 0, HEADER_BYTES);
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length;
  const fields = head
    .slice(0, end)
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/)
    .filter((line) => /^dkim-signature[ \t]*:/i.test(line))
    .slice(0, MAX_NAMES);
  const names = fields.flatMap((field) => {
    const tags = new Map(
      field
        .slice(field.indexOf(':') + 1)
        .split(';')
        .map((tag) => {
          const equals = tag.indexOf('=');
          return [tag.slice(0, Math.max(0, equals)).trim(), tag.slice(equals + 1).replace(/\s+/g, '')];
        }),
    );
    const [selector, domain] = [tags.get('s'), tags.get('d')];
    return selector && domain ? [`${selector}._domainkey.${domain}`.toLowerCase()] : [];
  });
  return [...new Set(names)].filter((name) => name.length <= 255);
}
