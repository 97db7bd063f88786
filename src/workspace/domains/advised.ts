import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { Config } from '#kernel/base/config.ts';
import { mxHost, type Publishing } from './expected.ts';
import { needsMx } from './names.ts';
import type { ExpectedRecord } from './schema.ts';

type Deployment = Pick<
  Config,
  'mailDomain' | 'smtpPort' | 'snsTopics' | 'ses' | 'basicTransport' | 'publicUrl'
>;

/** The address of the deployment that receives reports about TLS (RFC 8460). */
export const tlsReportsAddress = ({ mailDomain }: Pick<Config, 'mailDomain'>): string =>
  `tlsrpt@${mailDomain}`;

/**
 * Records that make senders encrypt their mail to the domain and report when they cannot: MTA-STS (RFC 8461) and
 * TLS-RPT (RFC 8460). They concern incoming mail, so only a domain whose MX record points to us has them, and nothing
 * depends on them.
 */
export function advisedRecords(config: Deployment, domain: Publishing): ExpectedRecord[] {
  const mx = mxHost(config, domain.transport);
  if (!needsMx(domain) || mx === null) return [];
  const shared = { priority: null, is_critical: false } as const;
  const reports: ExpectedRecord = {
    ...shared,
    purpose: 'tls_rpt',
    type: 'TXT',
    name: `_smtp._tls.${domain.domain}`,
    value: `v=TLSRPTv1; rua=mailto:${tlsReportsAddress(config)}`,
  };
  const host = policyHost(config);
  if (host === null) return [reports];
  return [
    {
      ...shared,
      purpose: 'mta_sts',
      type: 'CNAME',
      name: `mta-sts.${domain.domain}`,
      value: host,
    },
    {
      ...shared,
      purpose: 'mta_sts',
      type: 'TXT',
      name: `_mta-sts.${domain.domain}`,
      value: `v=STSv1; id=${policyId(mx)}`,
    },
    reports,
  ];
}

/** The public host from which senders fetch the policy over HTTPS; null if the deployment has none. */
function policyHost({ publicUrl }: Pick<Config, 'publicUrl'>): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isPublic = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.');
  return protocol === 'https:' && isPublic ? hostname : null;
}

const ID_LENGTH = 16;

/** The policy's id, derived from its mail server. A new id makes senders fetch the policy again (RFC 8461 3.1). */
const policyId = (mx: string): string => createHash('sha256').update(mx).digest('hex').slice(0, ID_LENGTH);
