import { TextReader } from '#content/files/index.ts';
import { isReadWithMessage } from '#content/mime/index.ts';
import { defineJob, enqueue } from '#jobs/index.ts';
import { SECOND } from '#kernel/base/clock.ts';
import { readBlob } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { extractTextJob, textExtractedJob } from './declared-jobs.ts';
import { findPendingFiles, markUnavailable, type PendingFile, storePages } from './repository.ts';

/** One reader per process. Its thread starts with the first file and ends when it is idle. */
const reader = new TextReader();

/** The number of jobs that may wait for the reader. Others come back later, so that they do not occupy the engine. */
const MAX_WAITING = 2;

/**
 * Reads the text of attachments. Each file is handled separately, so a second run continues with the first file that
 * has no result. The last attempt gives up, because a file that crashes the process must not do so for ever.
 */
export const extractText = defineJob({
  ...extractTextJob,
  async run({ services, attempt }, { tenant_id, blob_ids }) {
    if (attempt >= extractTextJob.tries) {
      await markUnavailable(services.db, blob_ids);
      return undefined;
    }
    if (reader.waiting >= MAX_WAITING) return new Date(services.clock.now().getTime() + SECOND);
    for (const file of await findPendingFiles(services.db, blob_ids))
      await extractOne(services, tenant_id, file);
    return undefined;
  },
});

async function extractOne(
  services: Services,
  tenant_id: string | null,
  { blob_id, content_type }: PendingFile,
): Promise<void> {
  const result = await reader.read(async () => ({
    contentType: content_type,
    content: await readBlob(services, blob_id),
  }));
  if (result.status === 'ready') {
    await services.db.transaction(async (tx) => {
      const message_ids = await storePages(tx, blob_id, result.pages);
      if (message_ids.length > 0 && !isReadWithMessage(content_type))
        await enqueue(tx, textExtractedJob, { tenant_id, message_ids });
    });
    return;
  }
  services.log.info(
    { blob_id, content_type, reason: result.reason },
    'could not extract text from an attachment',
  );
  await markUnavailable(services.db, [blob_id]);
}

export const jobs = [extractText] as const;
