import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import type { DomainMethod, DomainTransport } from './schema.ts';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Leaves room for `pm-bounces.` and `selector._domainkey.` within the 253 characters of a name, and for addresses. */
const MAX_NAME = 200;

export type DomainName = {
  domain: string;
  /** The registrable domain. */
  zone: string;
};

/**
 * Normalizes a domain for storage: lower case, IDN as A-labels.
 * @returns a sentence that explains the problem if it cannot be a mail domain
 */
export function readDomainName(given: string, platformDomain: string): DomainName | string {
  const text = given.trim().replace(/\.$/, '');
  if (text.includes('%') || text.includes('@') || text.includes('/')) return NOT_A_NAME;
  const domain = domainToASCII(text).toLowerCase();
  const labels = domain.split('.');
  if (domain.length > MAX_NAME || labels.length < 2 || !labels.every((label) => LABEL.test(label)))
    return NOT_A_NAME;
  const { isIp, domain: zone } = parse(domain, { allowPrivateDomains: true });
  if (isIp || /^\d+$/.test(labels.at(-1)!)) return NOT_A_NAME;
  if (zone === null)
    return 'Use a domain that you registered: this is a public suffix, under which others register their domains.';
  if (isWithin(domain, platformDomain)) return 'Use another domain: this is the domain of the deployment.';
  return { domain, zone };
}

const NOT_A_NAME = 'Use a domain name, for example acme.example.';

/** Whether a name is the domain or a name below it. */
export const isWithin = (name: string, domain: string): boolean =>
  name === domain || name.endsWith(`.${domain}`);

/** The name of the record that proves a domain. */
export const ownershipName = (domain: string): string => `_proofmail.${domain}`;

export const ownershipValue = (token: string): string => `proofmail-verification=${token}`;

export const dkimName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`;

/**
 * The host of the envelope sender. With a relay it is the sender's own domain, because the customer's server gets bounces.
 */
export const returnPathOf = ({
  domain,
  transport,
}: {
  domain: string;
  transport: DomainTransport;
}): string | null => (transport === 'relay' ? null : `pm-bounces.${domain}`);

/** Whether mail to the domain reaches us through its MX record. */
export const needsMx = ({
  method,
  inbound_forwarding,
}: {
  method: DomainMethod;
  inbound_forwarding: boolean;
}): boolean => method !== 'send_only' && !inbound_forwarding;
