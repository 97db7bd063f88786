import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { testMailJob } from './declared-jobs.ts';
import { forgetTestMails } from './repository.ts';
import { submitTestMail } from './submit.ts';

const KEPT = 30 * DAY;

/** Sends a test mail. A second run finds that it was sent, or that it was about to be. */
export const sendTestMailJob = defineJob({
  ...testMailJob,
  async run({ services }, { test_mail_id, token, to }) {
    await submitTestMail(services, { id: test_mail_id, token, to });
    return undefined;
  },
});

/** Deletes old test mails. A second run finds nothing. */
export const forgetOldTestMails = defineJob({
  name: 'test_mails.forget',
  payload: z.object({}),
  tries: 3,
  schedule: '50 3 * * *',
  async run({ services: { db, clock } }) {
    await forgetTestMails(db, after(clock.now(), -KEPT));
    return undefined;
  },
});

export const jobs = [sendTestMailJob, forgetOldTestMails] as const;
