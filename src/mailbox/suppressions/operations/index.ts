import { createSuppression } from './create-suppression.ts';
import { deleteListEntry } from './delete-entry.ts';
import { deleteSuppressionOperation } from './delete-suppression.ts';
import { getListEntry } from './get-entry.ts';
import { listListEntries } from './list-entries.ts';
import { listSuppressionsOperation } from './list-suppressions.ts';
import { putListEntry } from './put-entry.ts';

export const operations = [
  listSuppressionsOperation,
  createSuppression,
  deleteSuppressionOperation,
  listListEntries,
  getListEntry,
  putListEntry,
  deleteListEntry,
] as const;
