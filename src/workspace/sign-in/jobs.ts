import { defineJob } from '#jobs/index.ts';
import { signInMailJob } from './declared-jobs.ts';
import { mailSignIn } from './mail.ts';

/** Mails the code and the link of a sign-in. A second run finds the request with its code. */
const sendSignInMail = defineJob({
  ...signInMailJob,
  async run({ services }, mail) {
    await mailSignIn(services, mail);
    return undefined;
  },
});

export const jobs = [sendSignInMail] as const;
