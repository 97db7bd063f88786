import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { localDate } from '#kernel/base/local-day.ts';
import { forgetReports } from './repository.ts';

/** Keeps a year of days for comparison, and the time in which a reporter may repeat a report. */
const DAYS_KEPT = 400 * DAY;
const REPORTS_KEPT = 60 * DAY;

/** Deletes counts of old days. A second run finds nothing. */
export const forgetOldReports = defineJob({
  name: 'reports.forget',
  payload: z.object({}),
  tries: 3,
  schedule: '40 3 * * *',
  run: async ({ services: { db, clock } }) => {
    const now = clock.now();
    await forgetReports(db, localDate('UTC', after(now, -DAYS_KEPT)), after(now, -REPORTS_KEPT));
    return undefined;
  },
});

export const jobs = [forgetOldReports] as const;
