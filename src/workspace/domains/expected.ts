import type { Config } from '#kernel/base/config.ts';
import { mergeSpf } from './dns/spf.ts';
import { dkimName, needsMx, ownershipName, ownershipValue, returnPathOf } from './names.ts';
import { usesSes } from './provider.ts';
import type { DomainMethod, DomainTransport, ExpectedRecord } from './schema.ts';

/** The fields of a domain that decide which records it publishes. */
export type Publishing = {
  domain: string;
  method: DomainMethod;
  transport: DomainTransport;
  inbound_forwarding: boolean;
  ownership_token: string;
  previous_spf: string | null;
};

/** A key whose record must exist. The next key's record is not critical until the key signs. */
export type PublishedKey = { selector: string; record: string; state: string };

type Deployment = Pick<Config, 'mailDomain' | 'smtpPort' | 'snsTopics' | 'ses' | 'basicTransport'>;

/**
 * The server that receives mail for a domain: our own SMTP server, or SES if that is off. Null if SES receives none.
 */
export function mxHost(
  { mailDomain, smtpPort, snsTopics, ses }: Deployment,
  transport: DomainTransport,
): string | null {
  if (smtpPort !== 0 || transport !== 'ses') return mailDomain;
  return ses && snsTopics.length > 0 ? `inbound-smtp.${ses.region}.amazonaws.com` : null;
}

/** The mechanism that an SPF record must contain; null for a relay, whose addresses only its owner knows. */
export function spfMechanism(
  config: Pick<Config, 'mailDomain' | 'basicTransport'>,
  transport: DomainTransport,
): string | null {
  if (transport === 'relay') return null;
  return usesSes(config, transport) ? 'include:amazonses.com' : `include:${config.mailDomain}`;
}

/** Every record that a domain publishes, in the order in which its owner should add them. */
export function expectedRecords(
  config: Deployment,
  domain: Publishing,
  keys: readonly PublishedKey[],
): ExpectedRecord[] {
  const text = { type: 'TXT', priority: null } as const;
  return [
    {
      ...text,
      purpose: 'ownership',
      name: ownershipName(domain.domain),
      value: ownershipValue(domain.ownership_token),
      is_critical: true,
    },
    ...mxRecords(config, domain),
    {
      ...text,
      purpose: 'spf',
      name: domain.domain,
      value: spfValue(config, domain),
      is_critical: true,
    },
    ...keys
      .filter(({ state }) => state !== 'retiring')
      .map((key) => ({
        ...text,
        purpose: 'dkim' as const,
        name: dkimName(key.selector, domain.domain),
        value: key.record,
        is_critical: key.state === 'active',
      })),
    {
      ...text,
      purpose: 'dmarc',
      name: `_dmarc.${domain.domain}`,
      value: `v=DMARC1; p=none; rua=mailto:dmarc@${config.mailDomain}`,
      is_critical: false,
    },
    ...returnPathRecords(config, domain),
  ];
}

function mxRecords(config: Deployment, domain: Publishing): ExpectedRecord[] {
  const value = mxHost(config, domain.transport);
  if (!needsMx(domain) || value === null) return [];
  return [{ purpose: 'mx', type: 'MX', name: domain.domain, value, priority: 10, is_critical: true }];
}

function spfValue(config: Deployment, { transport, previous_spf }: Publishing): string {
  const mechanism = spfMechanism(config, transport);
  if (mechanism !== null) return mergeSpf(previous_spf, mechanism);
  return previous_spf ?? 'v=spf1 a mx ~all';
}

/** Bounces and the SPF check of receivers use this name. SES wants records of its own there. */
function returnPathRecords(config: Deployment, domain: Publishing): ExpectedRecord[] {
  const { mailDomain, ses } = config;
  const name = returnPathOf(domain);
  if (name === null) return [];
  const shared = { purpose: 'return_path', name, is_critical: false } as const;
  if (!usesSes(config, domain.transport))
    return [{ ...shared, type: 'CNAME', value: mailDomain, priority: null }];
  const feedback = `feedback-smtp.${ses?.region ?? 'us-east-1'}.amazonses.com`;
  return [
    { ...shared, type: 'MX', value: feedback, priority: 10 },
    { ...shared, type: 'TXT', value: 'v=spf1 include:amazonses.com ~all', priority: null },
  ];
}
