import { confirmSubscription, verifySnsMessage } from '#adapters/sns/sns-message.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findRecipients, isFull, reportFull } from '#mailbox/identities/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import { withoutReturnPathHost } from '#workspace/domains/index.ts';
import { createAcceptor } from '../accept.ts';
import { MailLoop } from '../loop-detection.ts';
import { readSesNotification, type SesMail } from './ses-notification.ts';
import { openStoredMail } from './stored-mail.ts';

/**
 * Receives incoming mail from the mail provider (spec 4.2): an SES receipt notification over SNS, with the message
 * inside or in S3. When it returns, the message is committed to disk. A repeated notification does not store the
 * message again.
 * @throws AppError `invalid_signature`; `payload_too_large`; `unavailable`, after which SNS tries again
 */
export async function receiveProviderMail(
  services: Services,
  body: Uint8Array,
  fetcher: typeof fetch = globalThis.fetch,
): Promise<void> {
  const { config, clock, log } = services;
  const message = await verifySnsMessage(body, {
    topics: config.snsTopics,
    now: clock.now(),
    fetch: fetcher,
  });
  if (message.Type === 'SubscriptionConfirmation') return confirmSubscription(message.SubscribeURL, fetcher);
  const mail = message.Type === 'Notification' ? readSesNotification(message.Message) : null;
  if (!mail)
    return log.warn(
      { topic: message.TopicArn, type: message.Type },
      'ignored an SNS message that contains no mail',
    );
  await deferWhenFull(services, mail);
  const accepted = await store(services, mail, message.TopicArn).catch((error: unknown) => {
    // If SNS delivered it again, it would loop again.
    if (error instanceof MailLoop) return { id: 'dropped' };
    log.error(
      { err: error },
      'could not store a message from the mail provider; the provider will send it again',
    );
    throw new AppError('unavailable', { component: 'mail_provider' });
  });
  if (!accepted) throw new AppError('payload_too_large');
}

/**
 * The provider has accepted the mail and can no longer refuse it, so while all of its mailboxes are full, the provider
 * is asked to try again.
 * @throws AppError `unavailable`
 */
async function deferWhenFull(services: Services, { envelope }: SesMail): Promise<void> {
  const addresses = envelope.recipients.map(
    (address) => splitThreadToken(withoutReturnPathHost(address)).address,
  );
  const known = await findRecipients(services.db, addresses);
  if (known.length === 0 || !known.every(isFull)) return;
  for (const { identity_id, tenant_id } of known) await reportFull(services, { id: identity_id, tenant_id });
  throw new AppError('unavailable', { component: 'mailbox', reason: 'mailbox_full' }, { retryAfter: 300 });
}

async function store(services: Services, mail: SesMail, topic: string): Promise<{ id: string } | null> {
  const content = await contentOf(services, mail, topic);
  return createAcceptor(services).accept(mail.envelope, content, limits.providerMessage);
}

async function contentOf(
  { config }: Services,
  { source }: SesMail,
  topic: string,
): Promise<AsyncIterable<Uint8Array>> {
  if ('bytes' in source) return only(source.bytes);
  // arn:aws:sns:<region>:<account>:<name>; SES writes to S3 in its own region.
  const region = topic.split(':')[3]!;
  return openStoredMail({ ...source, region, endpoint: config.sesS3Endpoint });
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
