import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { labels } from '#kernel/operation/schema.ts';

/** What a reader may change of a message, or of all messages of a thread (interface-spec 4.6; decisions.md section 3). */
export const readerChange = {
  labels_add: labels.default([]),
  labels_remove: labels.default([]).meta({ description: 'A label that is not there is no error.' }),
  read: z.boolean().optional().meta({ description: 'Left out: the read state stays.' }),
};

/** @param most labels of the fullest message after the change. @throws AppError `invalid_request`, which takes it back */
export function checkLabelCount(most: number): void {
  if (most <= limits.labels.perMessage) return;
  throw invalidRequest([
    { path: 'labels_add', message: `A message would have more than ${limits.labels.perMessage} labels.` },
  ]);
}
