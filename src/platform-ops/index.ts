import { maintain, startDaily } from './jobs.ts';
import { createMaintenanceJob } from './operations/create-job.ts';
import { discardDeadLetter } from './operations/discard.ts';
import { listDeadLetters } from './operations/list-dead-letters.ts';
import { listMaintenanceJobs } from './operations/list-jobs.ts';
import { listOutbox } from './operations/list-outbox.ts';
import { readHealth } from './operations/read-health.ts';
import { readMaintenanceJob } from './operations/read-job.ts';
import { readOutboxMail } from './operations/read-outbox-mail.ts';
import { redriveDeadLetter } from './operations/redrive.ts';
import { rotateKey } from './operations/rotate-key.ts';

export const operations = [
  listDeadLetters,
  redriveDeadLetter,
  discardDeadLetter,
  createMaintenanceJob,
  listMaintenanceJobs,
  readMaintenanceJob,
  rotateKey,
  listOutbox,
  readOutboxMail,
  readHealth,
] as const;

export const jobs = [maintain, startDaily] as const;
