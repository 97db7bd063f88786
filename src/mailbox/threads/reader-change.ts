import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { labels } from '#kernel/operation/schema.ts';

/** The changes that a reader may make to a message, or to all messages of a thread (spec 4.6; decisions.md section 3). */
export const readerChange = {
  labels_add: labels.default([]),
  labels_remove: labels
    .default([])
    .meta({ description: 'Labels to remove. Labels that are not set are ignored.' }),
  read: z.boolean().optional().meta({ description: 'The read state. Leave the field out to keep it.' }),
};

/** @param most the largest number of labels of a message. @throws AppError `invalid_request`, which rolls the change back */
export function checkLabelCount(most: number): void {
  if (most <= limits.labels.perMessage) return;
  throw invalidRequest([
    {
      path: 'labels_add',
      message: `Remove some labels first: a message can have at most ${limits.labels.perMessage}.`,
    },
  ]);
}
