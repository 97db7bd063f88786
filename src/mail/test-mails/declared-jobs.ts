import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';

export const testMailJob = declareJob({
  name: 'test_mails.send',
  payload: z.object({ test_mail_id: z.string(), token: z.string(), to: z.string(), tenant_id: z.string() }),
  tries: 5,
});
