import { createConnectKey } from './create-connect-key.ts';
import { createMaintenanceJob } from './create-job.ts';
import { discardDeadLetter } from './discard.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { listMaintenanceJobs } from './list-jobs.ts';
import { listOutbox } from './list-outbox.ts';
import { readDomainConnect } from './read-domain-connect.ts';
import { readHealth } from './read-health.ts';
import { readMaintenanceJob } from './read-job.ts';
import { readOutboxMail } from './read-outbox-mail.ts';
import { redriveDeadLetter } from './redrive.ts';
import { rotateKey } from './rotate-key.ts';

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
  readDomainConnect,
  createConnectKey,
] as const;
