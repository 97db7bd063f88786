import type { RouterOutputs } from '#api/trpc/router.ts';
import type { Identity } from '../data/trpc.ts';
import type { Tone } from '../parts/badge.tsx';

type Label = { name: string; tone: Tone };
type Tenant = RouterOutputs['tenants']['get'];
type Partner = RouterOutputs['partners']['get'];

export const identityStates: Record<Identity['status'], Label> = {
  active: { name: 'Active', tone: 'good' },
  paused: { name: 'Paused', tone: 'warn' },
  deleting: { name: 'Being deleted', tone: 'bad' },
  deleted: { name: 'Deleted', tone: 'bad' },
};

export const pauseReasons: Record<NonNullable<Identity['pause_reason']>, string> = {
  manual: 'Paused by hand',
  abuse_threshold: 'Paused: too many bounces or spam reports',
  tenant_suspended: 'Paused with the workspace',
};

export const tenantStates: Record<Tenant['status'], Label> = {
  active: { name: 'Active', tone: 'good' },
  suspended: { name: 'Suspended', tone: 'warn' },
  erasing: { name: 'Being erased', tone: 'neutral' },
  erased: { name: 'Erased', tone: 'neutral' },
};

export const tenantModes: Record<Tenant['mode'], string> = { live: 'Live', test: 'Test' };

export const suspenders: Record<NonNullable<Tenant['suspended_by']>, string> = {
  platform: 'by the operator',
  partner: 'by the partner',
};

export const partnerStates: Record<Partner['status'], Label> = {
  active: { name: 'Active', tone: 'good' },
  suspended: { name: 'Suspended', tone: 'warn' },
  deleted: { name: 'Deleted', tone: 'neutral' },
};

export const partnerBilling: Record<Partner['default_billing_mode'], string> = {
  metered: 'Metered',
  exempt: 'Exempt',
};

export const billingModes: Record<RouterOutputs['usage']['get']['billing'], string> = {
  ...partnerBilling,
  disabled: 'Billing is off',
};

export const featureLabels: Record<RouterOutputs['usage']['get']['features'][number]['feature'], string> = {
  inboxes: 'Mailboxes',
  sends: 'Messages sent this month',
  triage: 'Messages triaged this month',
  custom_domains: 'Domains',
  storage_gb: 'Storage (GB, rounded up)',
  seats: 'Seats',
};

/** Names of daily limits that are nearly used up. The limits of a plan have the names above. */
export const limitLabels: Record<
  RouterOutputs['overview']['read']['needs']['limits'][number]['kind'],
  string
> = {
  workspace_sends: 'Messages that the workspace may send today',
  identity_sends: 'Messages that an identity may send today',
  agentic_searches: 'Deep searches today',
  plan: 'Plan',
};
