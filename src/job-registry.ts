import { jobs as attachmentJobs } from '#attachments/index.ts';
import { jobs as identityJobs } from '#identities/index.ts';
import type { AnyJob } from '#jobs/index.ts';
import { jobs as notificationJobs } from '#notifications/index.ts';
import { jobs as platformJobs } from '#platform-ops/index.ts';
import { jobs as privacyJobs } from '#privacy/index.ts';
import { jobs as sendingJobs } from '#sending/index.ts';
import { jobs as signInJobs } from '#sign-in/index.ts';
import { jobs as signingJobs } from '#signing/index.ts';
import { jobs as triageJobs } from '#triage/index.ts';
import { jobs as usageJobs } from '#usage/index.ts';

/** Every job of the product. What stands here is run by the worker. */
export const jobs: readonly AnyJob[] = [
  ...identityJobs,
  ...attachmentJobs,
  ...platformJobs,
  ...sendingJobs,
  ...signingJobs,
  ...triageJobs,
  ...privacyJobs,
  ...usageJobs,
  ...notificationJobs,
  ...signInJobs,
];
