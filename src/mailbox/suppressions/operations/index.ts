import { createSuppression } from './create-suppression.ts';
import { deleteListEntry } from './delete-entry.ts';
import { deleteSuppressionOperation } from './delete-suppression.ts';
import { listListEntries } from './list-entries.ts';
import { listSuppressionsOperation } from './list-suppressions.ts';
import { putListEntry } from './put-entry.ts';
import { readListEntry } from './read-entry.ts';

export const operations = [
  listSuppressionsOperation,
  createSuppression,
  deleteSuppressionOperation,
  listListEntries,
  readListEntry,
  putListEntry,
  deleteListEntry,
] as const;
