import { eraser as eventEraser } from '#events/index.ts';
import { eraser as deadLetterEraser } from '#jobs/index.ts';
import type { Eraser } from '#kernel/operation/erasure.ts';
import { idempotencyEraser } from '#kernel/operation/idempotency-erasure.ts';
import { eraser as approvalEraser } from '#mail/approvals/index.ts';
import { eraser as draftEraser } from '#mail/drafts/index.ts';
import { eraser as refusalEraser } from '#mail/refusals/index.ts';
import { eraser as reportEraser } from '#mail/reports/index.ts';
import { eraser as sendingEraser } from '#mail/sending/index.ts';
import { eraser as spoolEraser } from '#mail/spool/index.ts';
import { eraser as testMailEraser } from '#mail/test-mails/index.ts';
import { eraser as attachmentEraser } from '#mailbox/attachments/index.ts';
import { eraser as contactEraser } from '#mailbox/contacts/index.ts';
import { eraser as messageEraser } from '#mailbox/messages/index.ts';
import { eraser as suppressionEraser } from '#mailbox/suppressions/index.ts';
import { eraser as threadEraser } from '#mailbox/threads/index.ts';
import { eraser as uploadEraser } from '#mailbox/uploads/index.ts';
import { eraser as verificationEraser } from '#mailbox/wait/index.ts';
import { eraser as searchEraser } from '#search/index.ts';
import { eraser as signingEraser } from '#trust/signing/index.ts';
import { eraser as keyEraser } from '#workspace/api-keys/index.ts';
import { eraser as billingEraser } from '#workspace/billing/index.ts';
import { eraser as domainEraser } from '#workspace/domains/index.ts';
import { eraser as memberEraser } from '#workspace/members/index.ts';
import { eraser as notificationEraser } from '#workspace/notifications/index.ts';
import { eraser as oauthEraser } from '#workspace/oauth/index.ts';
import { eraser as requestLogEraser } from '#workspace/requests/index.ts';
import { eraser as signInRuleEraser } from '#workspace/sign-in-rules/index.ts';
import { eraser as usageEraser } from '#workspace/usage/index.ts';
import { eraser as exportEraser } from './erasure.ts';

/**
 * Every room that stores something about a message, an identity, a counterparty or a tenant, one line each. Data that
 * belongs to messages is erased before the messages, and threads are updated after them.
 */
export const erasers: readonly Eraser[] = [
  attachmentEraser,
  draftEraser,
  uploadEraser,
  approvalEraser,
  sendingEraser,
  idempotencyEraser,
  searchEraser,
  messageEraser,
  threadEraser,
  contactEraser,
  eventEraser,
  spoolEraser,
  exportEraser,
  suppressionEraser,
  signingEraser,
  verificationEraser,
  memberEraser,
  signInRuleEraser,
  testMailEraser,
  domainEraser,
  reportEraser,
  usageEraser,
  requestLogEraser,
  refusalEraser,
  billingEraser,
  notificationEraser,
  deadLetterEraser,
  oauthEraser,
  keyEraser,
];
