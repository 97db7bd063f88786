import { createErasure } from './create-erasure.ts';
import { createExport } from './create-export.ts';
import { createHold } from './create-hold.ts';
import { deleteIdentity } from './delete-identity.ts';
import { deleteMessage } from './delete-message.ts';
import { getErasure } from './get-erasure.ts';
import { getExport } from './get-export.ts';
import { listErasures } from './list-erasures.ts';
import { listExports } from './list-exports.ts';
import { listHolds } from './list-holds.ts';
import { releaseHold } from './release-hold.ts';

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
  listExports,
  getExport,
] as const;
