import type { AnyJob } from '#jobs/index.ts';
import { jobs as approvalJobs } from '#mail/approvals/jobs.ts';
import { jobs as inboundJobs } from '#mail/inbound/jobs.ts';
import { jobs as reportJobs } from '#mail/reports/jobs.ts';
import { jobs as sendingJobs } from '#mail/sending/jobs.ts';
import { jobs as testMailJobs } from '#mail/test-mails/jobs.ts';
import { jobs as triageJobs } from '#mail/triage/jobs.ts';
import { jobs as attachmentJobs } from '#mailbox/attachments/jobs.ts';
import { jobs as identityJobs } from '#mailbox/identities/jobs.ts';
import { jobs as platformJobs } from '#platform/jobs.ts';
import { jobs as privacyJobs } from '#trust/privacy/jobs.ts';
import { jobs as signingJobs } from '#trust/signing/jobs.ts';
import { jobs as domainJobs } from '#workspace/domains/jobs.ts';
import { jobs as notificationJobs } from '#workspace/notifications/jobs.ts';
import { jobs as paymentJobs } from '#workspace/payments/jobs.ts';
import { jobs as signInJobs } from '#workspace/sign-in/jobs.ts';
import { jobs as usageJobs } from '#workspace/usage/jobs.ts';

/** Every job of the product; the worker runs them. */
export const jobs: readonly AnyJob[] = [
  ...identityJobs,
  ...attachmentJobs,
  ...platformJobs,
  ...inboundJobs,
  ...reportJobs,
  ...sendingJobs,
  ...testMailJobs,
  ...approvalJobs,
  ...signingJobs,
  ...triageJobs,
  ...privacyJobs,
  ...domainJobs,
  ...usageJobs,
  ...paymentJobs,
  ...notificationJobs,
  ...signInJobs,
];
