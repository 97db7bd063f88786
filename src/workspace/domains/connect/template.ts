import type { CheckedRecord } from '../schema.ts';

/** The name of our template at DNS hosts; its provider is the deployment's mail domain (docs/domains.md). */
export const SERVICE_ID = 'agent-mail';

const TTL = 3_600;
const text = { type: 'TXT', ttl: TTL } as const;

/**
 * A deployment's template for DNS hosts (draft-ietf-dconn-domainconnect, section 6). A domain uses only the groups that its
 * method needs. `syncPubKeyDomain` makes hosts refuse requests that our key has not signed, so that nobody else's link can
 * put other values into the records.
 */
export const templateOf = (provider: string, providerName: string) => ({
  providerId: provider,
  providerName,
  serviceId: SERVICE_ID,
  serviceName: 'Mail for agents',
  version: 2,
  syncBlock: false,
  syncPubKeyDomain: provider,
  description: 'Lets agents send and receive mail on this domain.',
  variableDescription:
    'ownership, mx, spf, selector, dkim, dmarc, returnpath, feedback, feedbackspf, mtasts, mtastshost and tlsrpt are ' +
    'the values that Proofmail lists for the domain.',
  records: [
    {
      ...text,
      groupId: 'sending',
      host: '_proofmail',
      data: '%ownership%',
      txtConflictMatchingMode: 'All',
    },
    { type: 'MX', groupId: 'receiving', host: '@', pointsTo: '%mx%', priority: 10, ttl: TTL },
    { type: 'SPFM', groupId: 'sending', host: '@', spfRules: '%spf%' },
    { ...text, groupId: 'sending', host: '%selector%._domainkey', data: '%dkim%' },
    {
      ...text,
      groupId: 'sending',
      host: '_dmarc',
      data: '%dmarc%',
      txtConflictMatchingMode: 'Prefix',
      txtConflictMatchingPrefix: 'v=DMARC1',
      essential: 'OnApply',
    },
    { type: 'CNAME', groupId: 'returnpath', host: 'pm-bounces', pointsTo: '%returnpath%', ttl: TTL },
    {
      type: 'MX',
      groupId: 'sesreturnpath',
      host: 'pm-bounces',
      pointsTo: '%feedback%',
      priority: 10,
      ttl: TTL,
    },
    {
      ...text,
      groupId: 'sesreturnpath',
      host: 'pm-bounces',
      data: '%feedbackspf%',
      txtConflictMatchingMode: 'Prefix',
      txtConflictMatchingPrefix: 'v=spf1',
    },
    {
      ...text,
      groupId: 'mtasts',
      host: '_mta-sts',
      data: '%mtasts%',
      txtConflictMatchingMode: 'Prefix',
      txtConflictMatchingPrefix: 'v=STSv1',
      essential: 'OnApply',
    },
    { type: 'CNAME', groupId: 'mtasts', host: 'mta-sts', pointsTo: '%mtastshost%', ttl: TTL },
    {
      ...text,
      groupId: 'tlsrpt',
      host: '_smtp._tls',
      data: '%tlsrpt%',
      txtConflictMatchingMode: 'Prefix',
      txtConflictMatchingPrefix: 'v=TLSRPTv1',
      essential: 'OnApply',
    },
  ],
});

/** The contents of a link for a domain: the groups of records that it needs, and the values of their variables. */
export type Filled = { groups: string[]; variables: Record<string, string> };

/** Fills the template for a domain; null if it has no place for one of the domain's records. */
export function fill(records: readonly CheckedRecord[]): Filled | null {
  const groups = new Set<string>();
  const variables: Record<string, string> = {};
  for (const record of records) {
    // If there are two keys, the signing one comes first. The next one is added by hand, so that the host does not replace
    // it.
    const place = places.find(({ purpose, type }) => purpose === record.purpose && type === record.type);
    if (!place) return null;
    if (place.variable in variables) continue;
    groups.add(place.group);
    variables[place.variable] = place.partOf?.(record) ?? record.value;
    if (record.purpose === 'dkim') variables.selector = record.name.split('.', 1)[0]!;
  }
  return { groups: [...groups], variables };
}

type Place = Pick<CheckedRecord, 'purpose' | 'type'> & {
  group: string;
  variable: string;
  partOf?: (record: CheckedRecord) => string;
};

/** The SPF rules that hosts merge into an existing record. They add the version and `all` themselves. */
const rulesOf = ({ value }: CheckedRecord): string =>
  value.replace(/^v=spf1\s+/i, '').replace(/\s*[~?+-]?all$/i, '');

const places: readonly Place[] = [
  { purpose: 'ownership', type: 'TXT', group: 'sending', variable: 'ownership' },
  { purpose: 'mx', type: 'MX', group: 'receiving', variable: 'mx' },
  { purpose: 'spf', type: 'TXT', group: 'sending', variable: 'spf', partOf: rulesOf },
  { purpose: 'dkim', type: 'TXT', group: 'sending', variable: 'dkim' },
  { purpose: 'dmarc', type: 'TXT', group: 'sending', variable: 'dmarc' },
  { purpose: 'return_path', type: 'CNAME', group: 'returnpath', variable: 'returnpath' },
  { purpose: 'return_path', type: 'MX', group: 'sesreturnpath', variable: 'feedback' },
  { purpose: 'return_path', type: 'TXT', group: 'sesreturnpath', variable: 'feedbackspf' },
  { purpose: 'mta_sts', type: 'TXT', group: 'mtasts', variable: 'mtasts' },
  { purpose: 'mta_sts', type: 'CNAME', group: 'mtasts', variable: 'mtastshost' },
  { purpose: 'tls_rpt', type: 'TXT', group: 'tlsrpt', variable: 'tlsrpt' },
];
