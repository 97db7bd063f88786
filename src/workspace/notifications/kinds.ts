// This file imports no server code, because the console's pages use it too.

/** The kinds of notices to people of a workspace. Each reader can turn each kind off. */
export const workspaceKinds = [
  'approval_waiting',
  'quarantine_waiting',
  'identity_paused',
  'webhook_failing',
  'domain_trouble',
  'key_expiring',
  'allowance_used',
  'payment_failed',
  'postmaster_mail',
] as const;

/** The kinds of notices to the operators of the deployment. */
export const operatorKinds = ['dead_letters', 'certificate_expiring', 'platform_key_expiring'] as const;

export const noticeKinds = [...workspaceKinds, ...operatorKinds] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Stands for the deployment in the field `tenant_id` of notices to operators. */
export const PLATFORM = 'platform';
