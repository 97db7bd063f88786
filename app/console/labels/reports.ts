import type { ReportSummary } from '../data/trpc.ts';

type Advice = NonNullable<ReportSummary['advice']>;

/** What the DMARC policies ask receivers to do with unauthenticated mail. */
export const policyNames: Record<NonNullable<Advice['policy']>, string> = {
  none: 'deliver it',
  quarantine: 'put it into the spam folder',
  reject: 'refuse it',
};

export const adviceWords: Record<Advice['reason'], string> = {
  no_policy: 'The domain has no readable DMARC policy. Publish the DMARC record first.',
  too_few_reports: 'Wait until receivers have reported on 14 days. Then you can make the policy stricter.',
  unaligned_mail:
    'More than 1 in 100 messages fails authentication. Look at the senders below, and let your own servers sign with this domain before you make the policy stricter.',
  ready:
    'Almost all mail passes authentication, so you can make the policy stricter. Publish this record instead of the present one.',
  strictest: 'The policy is as strict as it can be.',
};

/** The advice if a parent's policy applies, which should not be changed for its other subdomains. */
export const readyBelowParent =
  'Almost all mail passes authentication, so you can make the policy stricter. Publish this record for the domain itself; the record of the parent domain stays as it is.';

/** Results of TLS sessions (RFC 8460 section 4.3). */
const tlsResults: Record<string, string> = {
  success: 'Encrypted',
  failure: 'Failed',
  'starttls-not-supported': 'Encryption not offered',
  'certificate-host-mismatch': 'Certificate of another name',
  'certificate-expired': 'Certificate expired',
  'certificate-not-trusted': 'Certificate not trusted',
  'validation-failure': 'Not valid',
  'tlsa-invalid': 'DANE record not valid',
  'dnssec-invalid': 'DNSSEC not valid',
  'dane-required': 'DANE required',
  'sts-policy-fetch-error': 'Policy not fetched',
  'sts-policy-invalid': 'Policy not valid',
  'sts-webpki-invalid': 'Certificate of the policy not valid',
};
export const tlsResult = (result: string): string => tlsResults[result] ?? 'Other failure';
