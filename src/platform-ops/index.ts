import { maintain, startDaily } from './jobs.ts';
import { createMaintenanceJob } from './operations/create-job.ts';
import { listDeadLetters } from './operations/list-dead-letters.ts';
import { listMaintenanceJobs } from './operations/list-jobs.ts';
import { readMaintenanceJob } from './operations/read-job.ts';
import { redriveDeadLetter } from './operations/redrive.ts';
import { rotateKey } from './operations/rotate-key.ts';

export const operations = [
  listDeadLetters,
  redriveDeadLetter,
  createMaintenanceJob,
  listMaintenanceJobs,
  readMaintenanceJob,
  rotateKey,
] as const;

export const jobs = [maintain, startDaily] as const;
