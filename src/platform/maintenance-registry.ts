import type { MaintenanceTask, RetentionStep } from '#jobs/index.ts';
import { draftRetention } from '#mail/drafts/index.ts';
import { refusalRetention } from '#mail/refusals/index.ts';
import { capturedRetention } from '#mail/sending/index.ts';
import { modelReadRetention, rawMessageRetention } from '#mailbox/messages/index.ts';
import { uploadRetention } from '#mailbox/uploads/index.ts';
import { searchReindex } from '#search/index.ts';
import { auditRetention } from '#workspace/audit/index.ts';
import { paymentEventRetention, periodRetention } from '#workspace/billing/index.ts';
import { domainChecks } from '#workspace/domains/index.ts';
import { challengeRetention } from '#workspace/factors/index.ts';
import { invitationRetention, signInTokenRetention } from '#workspace/members/index.ts';
import { digest, notificationRetention } from '#workspace/notifications/index.ts';
import { oauthRetention } from '#workspace/oauth/index.ts';
import { billingReconcile } from '#workspace/payments/index.ts';
import { requestLogRetention } from '#workspace/requests/index.ts';
import { sessionRetention } from '#workspace/sign-in/index.ts';
import { usageRetention, usageRollup } from '#workspace/usage/index.ts';
import { eventRetention } from '#workspace/webhooks/index.ts';

/**
 * The maintenance tasks of the rooms, by the names in decisions.md section 3. `src/platform` itself has `retention` and
 * `blob_sweep`.
 */
export const maintenanceTasks: readonly MaintenanceTask[] = [
  usageRollup,
  billingReconcile,
  searchReindex,
  digest,
  domainChecks,
];

/** The steps of the task `retention`, in order. */
export const retentionSteps: readonly RetentionStep[] = [
  rawMessageRetention,
  capturedRetention,
  draftRetention,
  uploadRetention,
  signInTokenRetention,
  invitationRetention,
  sessionRetention,
  challengeRetention,
  oauthRetention,
  eventRetention,
  periodRetention,
  paymentEventRetention,
  notificationRetention,
  modelReadRetention,
  requestLogRetention,
  refusalRetention,
  auditRetention,
  usageRetention,
];
