import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';

/** Mails the code and the link of a sign-in. A request enqueues it in its transaction. */
export const signInMailJob = declareJob({
  name: 'sign_in.mail',
  payload: z.object({ request: z.string(), email: z.string(), provider: z.string().optional() }),
  tries: 6,
});

export type SignInMail = z.output<typeof signInMailJob.payload>;
