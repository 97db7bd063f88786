import { eraseJob } from './jobs.ts';
import { createErasure } from './operations/create-erasure.ts';
import { createHold } from './operations/create-hold.ts';
import { deleteIdentity } from './operations/delete-identity.ts';
import { deleteMessage } from './operations/delete-message.ts';
import { getErasure } from './operations/get-erasure.ts';
import { listErasures } from './operations/list-erasures.ts';
import { listHolds } from './operations/list-holds.ts';
import { releaseHold } from './operations/release-hold.ts';

export const operations = [
  createErasure,
  listErasures,
  getErasure,
  deleteIdentity,
  deleteMessage,
  createHold,
  listHolds,
  releaseHold,
] as const;

export const jobs = [eraseJob] as const;
