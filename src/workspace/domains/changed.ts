import type { z } from 'zod';
import type { NewEvent } from '#events/index.ts';
import { domainDegraded, domainFailing, domainRecovered, domainSuspended, domainVerified } from './events.ts';
import type { DomainStatus, domainSchema, SuspensionReason } from './schema.ts';

/** The events for a change of status (spec 6.4); none if it stayed the same. */
export function changeEvents(
  before: { status: DomainStatus },
  domain: z.input<typeof domainSchema>,
): NewEvent[] {
  const { id, tenant_id, status, issues, fallback_active } = domain;
  if (status === before.status) return [];
  const about = { tenant_id, domain_id: id };
  switch (status) {
    case 'healthy': {
      const wasReady = before.status === 'degraded' || before.status === 'failing';
      if (!wasReady) return [domainVerified({ ...about, data: { domain } })];
      return [domainRecovered({ ...about, data: { domain_id: id, from_state: before.status } })];
    }
    case 'degraded':
      return [domainDegraded({ ...about, data: { domain_id: id, issues } })];
    case 'failing':
      return [domainFailing({ ...about, data: { domain_id: id, issues, fallback_active } })];
    case 'suspended': {
      const reason = domain.status_reason as SuspensionReason;
      return [domainSuspended({ ...about, data: { domain_id: id, reason } })];
    }
    default:
      return [];
  }
}
