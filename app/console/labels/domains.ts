import type { SuspensionReason } from '#workspace/domains/index.ts';
import type { Domain } from '../data/trpc.ts';
import type { Tone } from '../parts/badge.tsx';
import { asWords, labelOf } from './label-of.ts';

type State = { name: string; tone: Tone; meaning: string };

export const states: Record<Domain['status'], State> = {
  pending: {
    name: 'Waiting for verification',
    tone: 'neutral',
    meaning: 'Publish the ownership record. Proofmail looks for it after 1, 5 and 15 minutes, then hourly.',
  },
  verifying: {
    name: 'Verifying',
    tone: 'accent',
    meaning: 'The domain is yours. It works as soon as the required records below are found.',
  },
  healthy: { name: 'Healthy', tone: 'good', meaning: 'All records are in place. It is checked every day.' },
  degraded: {
    name: 'Degraded',
    tone: 'warn',
    meaning: 'The domain works, but a recommended record is missing.',
  },
  failing: {
    name: 'Failing',
    tone: 'bad',
    meaning: 'A required record is missing. After 14 days the domain is suspended.',
  },
  suspended: {
    name: 'Suspended',
    tone: 'bad',
    meaning: 'The domain is not used. Correct its records, then verify the domain again.',
  },
};

export const domainState = ({ status }: Pick<Domain, 'status'>): State => states[status];

type Purpose = Domain['records'][number]['purpose'];
type IssueCode =
  | `${Purpose}_${'missing' | 'conflict'}`
  | 'spf_multiple'
  | 'spf_lookup_limit'
  | 'spf_not_merged'
  | 'lookup_failed'
  | 'nameservers_not_set'
  | 'provider_unverified'
  | 'provider_sandbox'
  | 'provider_paused';

const reasons: Record<SuspensionReason | IssueCode, string> = {
  ownership_missing: 'Its ownership record is missing.',
  ownership_conflict: 'Its ownership record has another value.',
  mx_missing: 'Its MX record is missing.',
  mx_conflict: 'Its MX records name other servers as well.',
  spf_missing: 'Its SPF record is missing.',
  spf_conflict: 'Its SPF record has another value.',
  spf_multiple: 'It has more than one SPF record.',
  spf_lookup_limit: 'Its SPF record needs too many lookups.',
  spf_not_merged: 'Its SPF record does not name our servers.',
  dkim_missing: 'Its DKIM record is missing.',
  dkim_conflict: 'Its DKIM record has another value.',
  dmarc_missing: 'Its DMARC record is missing.',
  dmarc_conflict: 'Its DMARC record has another value.',
  return_path_missing: 'Its return path record is missing.',
  return_path_conflict: 'Its return path record has another value.',
  mta_sts_missing: 'Its MTA-STS records are missing.',
  mta_sts_conflict: 'Its MTA-STS records have other values.',
  tls_rpt_missing: 'Its TLS-RPT record is missing.',
  tls_rpt_conflict: 'Its TLS-RPT record does not name our address.',
  nameservers_not_set: 'Its name servers are not ours yet.',
  provider_unverified: 'Amazon SES has not verified it yet.',
  provider_sandbox: 'Amazon SES delivers only to verified addresses.',
  provider_paused: 'Amazon SES has paused the account.',
  lookup_failed: 'Its name servers did not answer at the last check.',
  failing_14_days: 'It was failing for 14 days.',
  nameservers_changed: 'Its name servers are no longer ours.',
  ownership_record_missing: 'Its ownership record was removed.',
  registration_changed: 'Its registration has changed.',
};

/** One sentence on why a domain is in its state; null if nothing is known. */
export const stateReason = ({ status_reason }: Pick<Domain, 'status_reason'>): string | null =>
  status_reason === null ? null : (labelOf(reasons, status_reason) ?? `${asWords(status_reason)}.`);

type Explained = { name: string; meaning: string };

export const methods: Record<Domain['method'], Explained> = {
  records: { name: 'DNS records', meaning: 'You add a few records at the domain’s DNS host.' },
  nameservers: {
    name: 'Our name servers',
    meaning:
      'The whole domain moves to our name servers, which hold its records. Choose this if the domain is used for nothing else.',
  },
  subdomain: {
    name: 'Subdomain',
    meaning: 'A subdomain of a domain that already uses our name servers. You need not add any records.',
  },
  send_only: {
    name: 'Send only',
    meaning: 'Agents send from the domain. Its mail still arrives at your present mail server.',
  },
  relay: { name: 'Your mail server', meaning: 'Agents send through your own SMTP server.' },
};

export const transports: Record<Domain['transport'], string> = {
  basic: 'Proofmail',
  ses: 'Amazon SES',
  relay: 'Your mail server',
};

export const purposes: Record<Domain['records'][number]['purpose'], Explained> = {
  ownership: { name: 'Ownership', meaning: 'Shows that the domain is yours.' },
  mx: { name: 'Receiving (MX)', meaning: 'Brings mail for the domain to us.' },
  spf: { name: 'SPF', meaning: 'Names the servers that may send for the domain.' },
  dkim: { name: 'DKIM', meaning: 'Holds the key that verifies our signature.' },
  dmarc: { name: 'DMARC', meaning: 'Tells receivers what to do with mail that is not yours.' },
  return_path: { name: 'Return path', meaning: 'Receives the reports of mail that could not be delivered.' },
  mta_sts: { name: 'MTA-STS', meaning: 'Asks senders to encrypt their mail to the domain.' },
  tls_rpt: { name: 'TLS reports', meaning: 'Asks senders to report when encryption fails.' },
};

export const recordState: Record<Domain['records'][number]['status'], { name: string; tone: Tone }> = {
  present: { name: 'Found', tone: 'good' },
  missing: { name: 'Missing', tone: 'warn' },
  conflict: { name: 'Differs', tone: 'bad' },
};
