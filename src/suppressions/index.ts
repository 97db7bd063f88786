import { createSuppression } from './operations/create-suppression.ts';
import { deleteListEntry } from './operations/delete-entry.ts';
import { deleteSuppressionOperation } from './operations/delete-suppression.ts';
import { getListEntry } from './operations/get-entry.ts';
import { listListEntries } from './operations/list-entries.ts';
import { listSuppressionsOperation } from './operations/list-suppressions.ts';
import { putListEntry } from './operations/put-entry.ts';

export { eraser } from './erasure.ts';
export { addressHint, entriesFor, storedEntry } from './names.ts';
export type { Reason as SuppressionReason } from './schema.ts';
export {
  type Listed,
  type RecipientStanding,
  recipientStandings,
  sendersListed,
  suppressedAmong,
} from './standing.ts';
export { suppress, type ToSuppress } from './suppress.ts';

export const operations = [
  listSuppressionsOperation,
  createSuppression,
  deleteSuppressionOperation,
  listListEntries,
  getListEntry,
  putListEntry,
  deleteListEntry,
] as const;
