import { z } from 'zod';
import { defineEvent } from '#events/index.ts';
import { domainIssue, domainSchema } from './schema.ts';

/** Events about domains (spec 6.4). */

export const domainCreated = defineEvent('domain.created', 'domain', { domain: domainSchema });
export const domainVerified = defineEvent('domain.verified', 'domain', { domain: domainSchema });
export const domainDegraded = defineEvent('domain.degraded', 'domain', {
  domain_id: z.string(),
  issues: z.array(domainIssue),
});
export const domainFailing = defineEvent('domain.failing', 'domain', {
  domain_id: z.string(),
  issues: z.array(domainIssue),
  fallback_active: z.boolean(),
});
export const domainSuspended = defineEvent('domain.suspended', 'domain', {
  domain_id: z.string(),
  reason: z.enum([
    'failing_14_days',
    'nameservers_changed',
    'ownership_record_missing',
    'registration_changed',
  ]),
});
export const domainRecovered = defineEvent('domain.recovered', 'domain', {
  domain_id: z.string(),
  from_state: z.string(),
});
export const domainReminder = defineEvent('domain.reminder', 'domain', {
  domain_id: z.string(),
  state: z.string(),
  hours_in_state: z.int(),
});
export const domainRemoved = defineEvent('domain.removed', 'domain', {
  domain_id: z.string(),
  reason: z.enum(['requested', 'zone_expired']),
});
