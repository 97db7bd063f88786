import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';

/** Declared here, below all rooms that send such mail. `src/mail/sending` runs it. */
export const serviceMailJob = declareJob({
  name: 'sending.service_mail',
  payload: z.object({
    message_id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    /** The HTML form, for people. Mail that only programs read has none. */
    html: z.string().optional(),
    from: z.enum(['noreply', 'mailer-daemon']).optional(),
    by_way_of_dns: z.boolean().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  tries: 12,
});

export type ComposedServiceMail = z.output<typeof serviceMailJob.payload>;
