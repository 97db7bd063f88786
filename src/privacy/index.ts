import { eraseJob, expireExports, exportJob, lateJob } from './jobs.ts';
import { createErasure } from './operations/create-erasure.ts';
import { createExport } from './operations/create-export.ts';
import { createHold } from './operations/create-hold.ts';
import { deleteIdentity } from './operations/delete-identity.ts';
import { deleteMessage } from './operations/delete-message.ts';
import { getErasure } from './operations/get-erasure.ts';
import { getExport } from './operations/get-export.ts';
import { listErasures } from './operations/list-erasures.ts';
import { listHolds } from './operations/list-holds.ts';
import { releaseHold } from './operations/release-hold.ts';

export { eraser } from './erasure.ts';
export { exportLinks } from './export-links.ts';

export const operations = [
  createErasure,
  listErasures,
  getErasure,
  deleteIdentity,
  deleteMessage,
  createHold,
  listHolds,
  releaseHold,
  createExport,
  getExport,
] as const;

export const jobs = [eraseJob, lateJob, exportJob, expireExports] as const;
