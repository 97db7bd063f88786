import { defineJob } from '#jobs/index.ts';
import { textExtractedJob } from '#mailbox/attachments/index.ts';
import { triageJob } from './declared-jobs.ts';
import { readFiles } from './read-files.ts';
import { runTriage } from './run.ts';

/**
 * Triages messages. A second run leaves out messages that are no longer pending; for skipped ones it writes the same
 * risk flags again.
 */
export const triageMessages = defineJob({
  ...triageJob,
  run: ({ services, attempt, signal }, { message_ids }) =>
    runTriage(services, message_ids, { isLastTry: attempt >= triageJob.tries, signal }),
});

/** Reads messages again with the text of their files. A second run finds nothing to add. */
export const readExtractedFiles = defineJob({
  ...textExtractedJob,
  run: ({ services }, { message_ids }) => readFiles(services, message_ids),
});

export const jobs = [triageMessages, readExtractedFiles] as const;
