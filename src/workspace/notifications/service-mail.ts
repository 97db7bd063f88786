import { z } from 'zod';
import { declareJob, enqueue } from '#jobs/index.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Letter, renderLetter } from './letter/index.ts';

/** Mail of the deployment itself: sign-in links, invitations, notices. */
export type ServiceMail = {
  to: string;
  subject: string;
  /** The part before the @ of the sender; `noreply` by default. */
  from?: 'noreply' | 'mailer-daemon' | undefined;
  /**
   * Whether the mail leaves the deployment even if its recipient is inside, so that it takes the same route as other mail.
   */
  by_way_of_dns?: boolean | undefined;
  headers?: Record<string, string> | undefined;
} & ({ letter: Letter } | { text: string });

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

/** Enqueues mail of the deployment itself, in the caller's transaction. */
export const sendServiceMail = (db: Queryable, services: Services, mail: ServiceMail): Promise<void> => {
  const { mailDomain } = services.config;
  const { to, subject, from, by_way_of_dns, headers } = mail;
  const body = 'letter' in mail ? renderLetter(mail.letter, mailDomain) : { text: mail.text };
  return enqueue(db, serviceMailJob, {
    ...{ to, subject, from, by_way_of_dns, headers },
    ...body,
    message_id: `<${newUlid().toLowerCase()}@${mailDomain}>`,
  });
};
