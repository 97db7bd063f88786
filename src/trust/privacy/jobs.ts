import { z } from 'zod';
import { defineJob, enqueue, jobTenant } from '#jobs/index.ts';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { deleteUnusedBlobs } from '#kernel/data/blob-references.ts';
import { failErasure, runErasure } from './erase.ts';
import { runExport } from './export.ts';
import { expireDue, markExportFailed } from './exports-repository.ts';
import { lookForLateMail } from './late.ts';
import { reopenErasure } from './repository.ts';

const TRIES = 12;

/** Performs an erasure request. A second run continues after the last committed step. */
export const eraseJob = defineJob({
  name: 'privacy.erase',
  payload: z.object({ tenant_id: jobTenant, erasure_id: z.string() }),
  tries: TRIES,
  async run(context, { erasure_id }) {
    try {
      return await runErasure(context, erasure_id);
    } catch (error) {
      context.services.log.error(
        { err: error, erasure_id, attempt: context.attempt },
        'a step of an erasure failed',
      );
      if (context.attempt < TRIES) throw error;
      await failErasure(context.services, erasure_id, String(error).slice(0, 500));
      return undefined;
    }
  },
});

/** By this time, every request and delivery that began before the erasure has ended. */
export const LATE = 2 * MINUTE;

/** Checks whether mail arrived too late to be erased. A second run finds nothing more to do. */
export const lateJob = defineJob({
  name: 'privacy.erase_late',
  payload: z.object({ tenant_id: jobTenant, erasure_id: z.string() }),
  tries: 5,
  async run({ services }, { tenant_id, erasure_id }) {
    const found = await lookForLateMail(services.db, erasure_id);
    if (found === 'still open') return after(services.clock.now(), LATE);
    if (found === 'late mail') {
      await services.db.transaction(async (tx) => {
        if (await reopenErasure(tx, erasure_id)) await enqueue(tx, eraseJob, { tenant_id, erasure_id });
      });
    }
    return undefined;
  },
});

const EXPORT_TRIES = 6;

/** Creates the file of an export. A second run begins again, and stops if the export is no longer wanted. */
export const exportJob = defineJob({
  name: 'privacy.export',
  payload: z.object({ tenant_id: jobTenant, export_id: z.string() }),
  tries: EXPORT_TRIES,
  async run(context, { export_id }) {
    try {
      await runExport(context, export_id);
    } catch (error) {
      if (context.attempt < EXPORT_TRIES) throw error;
      context.services.log.error(
        { err: error, export_id },
        'could not create an export; it is marked as failed',
      );
      await markExportFailed(context.services.db, export_id, String(error).slice(0, 500));
    }
    return undefined;
  },
});

const EXPIRED_AT_ONCE = 50;

/**
 * Deletes the files of exports past their 7 days, each hour; nobody can download them in between. A second run finds
 * only the remaining ones.
 */
export const expireExports = defineJob({
  name: 'privacy.expire_exports',
  payload: z.object({}),
  tries: 5,
  schedule: '17 * * * *',
  async run({ services, signal }) {
    let count = 0;
    do {
      if (signal.aborted) return services.clock.now();
      count = await services.db.transaction(async (tx) => {
        const due = await expireDue(tx, services.clock.now(), EXPIRED_AT_ONCE);
        await deleteUnusedBlobs(
          services,
          tx,
          due.flatMap(({ blob_id }) => blob_id ?? []),
        );
        return due.length;
      });
    } while (count === EXPIRED_AT_ONCE);
    return undefined;
  },
});

export const jobs = [eraseJob, lateJob, exportJob, expireExports] as const;
