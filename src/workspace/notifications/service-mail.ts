import { enqueue } from '#jobs/index.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { serviceMailJob } from './declared-jobs.ts';
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
