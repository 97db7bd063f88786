import type { Services } from '#kernel/operation/services.ts';
import type { ProviderAccount } from '#kernel/ports/mail-identities.ts';
import { advisedRecords } from './advised.ts';
import { type Assessed, assess } from './assess.ts';
import { type EdgeOutcome, publishAtEdge } from './edge.ts';
import { expectedRecords } from './expected.ts';
import type { DomainKeyRow } from './keys-repository.ts';
import { providerFinding, usesSes } from './provider.ts';
import { accountTrouble, providerAccount } from './provider-account.ts';
import { type DomainRow, publishedBy } from './repository.ts';
import type { CheckedRecord, DomainIssue, ExpectedRecord } from './schema.ts';
import { type Evidence, type Finding, findingOf } from './state.ts';

/** The findings of a check, before it changes anything. */
export type Observation = {
  evidence: Evidence;
  records: CheckedRecord[];
  /** Advised records, on which the status does not depend. */
  advised: CheckedRecord[];
  issues: DomainIssue[];
  nameservers: string[];
  edge: EdgeOutcome;
  /** The next DKIM key, if its record was found, so that it can sign from now on. */
  readyKey: DomainKeyRow | null;
};

type Deployment = Pick<Services, 'clock' | 'config' | 'dnsZones' | 'domainDns' | 'mailIdentities' | 'log'>;

/** Writes records where we can, then looks all of them up. It changes nothing in the database and never throws. */
export async function observe(
  services: Deployment,
  domain: DomainRow,
  keys: readonly DomainKeyRow[],
): Promise<Observation> {
  const { config } = services;
  const expected = expectedRecords(config, domain, keys);
  const advised = advisedRecords(config, domain);
  const edge = await publishAtEdge(services, domain, [...expected, ...advised]);
  const lookups = services.domainDns.lookups(domain.domain);
  const context = { config, lookups, subject: domain, before: publishedBy(domain) };
  const look = (records: readonly ExpectedRecord[]) =>
    Promise.all(records.map((record) => assess(context, record)));
  const [zone, provider, account, assessed, assessedAdvised] = await Promise.all([
    lookups.nameservers(),
    providerFinding(services, domain),
    usesSes(config, domain.transport) ? providerAccount(services) : null,
    look(expected),
    look(advised),
  ]);
  const ownership = findingOf(assessed.filter(isOf('ownership')).map(finding));
  const critical = assessed.filter(({ record }) => record.is_critical && record.purpose !== 'ownership');
  return {
    records: assessed.map(({ record }) => record),
    advised: assessedAdvised.map(({ record }) => record),
    issues: issuesOf(domain, assessed, zone.nameservers, provider, account),
    nameservers: zone.outcome === 'found' ? zone.nameservers : domain.found_nameservers,
    edge,
    readyKey: readyKeyOf(keys, assessed),
    evidence: {
      ownership,
      critical: both(findingOf(critical.map(finding)), provider),
      optional: findingOf(
        assessed.filter(({ record }) => !record.is_critical && !isNextKey(record, keys)).map(finding),
      ),
      nameservers: nameserversOf(domain, zone, edge),
      registration:
        zone.outcome === 'unknown'
          ? 'unknown'
          : zone.outcome === 'absent' && domain.found_nameservers.length > 0
            ? 'changed'
            : 'same',
    },
  };
}

const isOf =
  (purpose: CheckedRecord['purpose']) =>
  ({ record }: Assessed): boolean =>
    record.purpose === purpose;

const finding = ({ record, isUnknown }: Assessed) => ({ isPresent: record.status === 'present', isUnknown });

function both(one: Finding, other: Finding): Finding {
  if (one === 'missing' || other === 'missing') return 'missing';
  return one === 'unknown' || other === 'unknown' ? 'unknown' : 'present';
}

const keyOf = (keys: readonly DomainKeyRow[], { name }: CheckedRecord): DomainKeyRow | undefined =>
  keys.find(({ selector }) => name.startsWith(`${selector}._domainkey.`));

/** Whether the record belongs to a key that does not sign yet, so that it may still be missing. */
const isNextKey = (record: CheckedRecord, keys: readonly DomainKeyRow[]): boolean =>
  record.purpose === 'dkim' && keyOf(keys, record)?.state === 'next';

function readyKeyOf(keys: readonly DomainKeyRow[], assessed: readonly Assessed[]): DomainKeyRow | null {
  const ready = assessed.find(
    ({ record, isUnknown }) => !isUnknown && record.status === 'present' && isNextKey(record, keys),
  );
  return (ready && keyOf(keys, ready.record)) ?? null;
}

/** The finding about name servers. Only the method `nameservers` depends on them; otherwise the records prove control. */
function nameserversOf(
  domain: DomainRow,
  zone: { outcome: string; nameservers: string[] },
  edge: EdgeOutcome,
): Evidence['nameservers'] {
  if (edge === 'gone' || edge === 'moved') return 'changed';
  if (domain.method !== 'nameservers') return 'same';
  if (zone.outcome !== 'found' || zone.nameservers.length === 0) return 'unknown';
  return zone.nameservers.some((name) => domain.nameservers.includes(name)) ? 'same' : 'changed';
}

function issuesOf(
  domain: DomainRow,
  assessed: readonly Assessed[],
  nameservers: readonly string[],
  provider: Finding,
  account: ProviderAccount | null,
): DomainIssue[] {
  const issues = assessed.flatMap(({ issue }) => issue ?? []);
  const isDelegated = nameservers.some((name) => domain.nameservers.includes(name));
  if (domain.method === 'nameservers' && !isDelegated)
    issues.unshift({
      code: 'nameservers_not_set',
      record: domain.domain,
      fix: `Set the name servers of ${domain.domain} at your registrar to: ${domain.nameservers.join(', ')}`,
    });
  if (provider === 'missing')
    issues.push({
      code: 'provider_unverified',
      record: domain.domain,
      fix: 'Amazon SES has not verified the domain yet. Wait until it has found the DKIM record, which can take some hours.',
    });
  const trouble = account && accountTrouble(account);
  if (trouble)
    issues.push({
      code: trouble.code,
      record: domain.domain,
      fix: `${trouble.text} Ask the operator of this deployment to have Amazon change that.`,
    });
  return issues;
}
