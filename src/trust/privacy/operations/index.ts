import { createErasure } from './create-erasure.ts';
import { createExport } from './create-export.ts';
import { createHold } from './create-hold.ts';
import { deleteIdentity } from './delete-identity.ts';
import { deleteMessage } from './delete-message.ts';
import { listErasures } from './list-erasures.ts';
import { listExports } from './list-exports.ts';
import { listHolds } from './list-holds.ts';
import { readErasure } from './read-erasure.ts';
import { readExport } from './read-export.ts';
import { releaseHold } from './release-hold.ts';

export const operations = [
  createErasure,
  listErasures,
  readErasure,
  deleteIdentity,
  deleteMessage,
  createHold,
  listHolds,
  releaseHold,
  createExport,
  listExports,
  readExport,
] as const;
