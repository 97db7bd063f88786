import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';
import type { DomainRow } from './repository.ts';
import type { DomainStatus } from './schema.ts';

/** The mails to people of a workspace about a domain. There is one only if they have to do something. */
type Notice = 'degraded' | 'failing' | 'suspended' | 'reminder';

const newsOf = (before: DomainStatus, { status }: DomainRow, isReminder: boolean): Notice | null => {
  if (isReminder) return 'reminder';
  if (status === before) return null;
  return status === 'degraded' || status === 'failing' || status === 'suspended' ? status : null;
};

const subjects: Record<Notice, (domain: string) => string> = {
  degraded: (domain) => `${domain} has a record that is missing or wrong`,
  failing: (domain) => `${domain} cannot send or receive mail`,
  suspended: (domain) => `${domain} was suspended`,
  reminder: (domain) => `${domain} is still waiting for its DNS records`,
};

const reasons: Record<string, string> = {
  failing_14_days: 'Its records have been wrong for 14 days.',
  nameservers_changed: 'Its name servers are no longer those that Proofmail assigned to it.',
  ownership_record_missing: 'Its ownership record was removed.',
  registration_changed: 'It is no longer registered.',
};

/** The consequences, as the mail explains them. */
const consequences: Record<Notice, string> = {
  degraded: 'Mail is still sent and received, but some of it may not arrive.',
  failing: 'Mail of this domain is not sent until its records are correct.',
  suspended: 'Mail of this domain is neither sent nor received.',
  reminder: 'You can use the domain as soon as its records are found.',
};

/** The maximum number of issues in a mail; the page of the domain lists all. */
const MAX_ISSUES = 5;

/** Mails the admins of the workspace in the transaction of the check, within their daily limits (spec 8.4). */
export async function tellPeople(
  tx: Transaction,
  services: Services,
  before: DomainStatus,
  domain: DomainRow,
  isReminder: boolean,
): Promise<void> {
  const news = newsOf(before, domain, isReminder);
  if (news === null) return;
  const people = await findAdmins(tx, domain.tenant_id);
  const issues = domain.issues.slice(0, MAX_ISSUES).map(({ fix }) => fix);
  const why =
    news === 'suspended'
      ? (reasons[domain.status_reason ?? ''] ?? consequences.suspended)
      : consequences[news];
  await notify(tx, services, {
    tenantId: domain.tenant_id,
    kind: 'domain_trouble',
    // A domain can fail again after it has recovered, so every notice is sent; the check's transaction runs only once.
    once: null,
    people,
    subject: subjects[news](domain.domain),
    body: [why, ...(issues.length > 0 ? ['What to do:', { list: issues }] : [])],
    path: `/console/domains/${domain.id}`,
    button: { label: 'Open the domain' },
  });
}
