import { Webhook } from 'standardwebhooks';
import { confirmSubscription, verifySnsMessage } from '#adapters/sns/sns-message.ts';
import { enqueue } from '#jobs/index.ts';
import { after, SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import { applyProviderNews } from '../jobs.ts';
import { applyNews, type ProviderNews } from './news.ts';
import { readResendEvent } from './resend-events.ts';
import { readSesEvent } from './ses-events.ts';

/**
 * Takes what SES tells of mail that it took (interface-spec 4.2, POST /hooks/mailprovider).
 * @throws AppError `invalid_signature`; `unavailable`, upon which SNS comes again
 */
export async function receiveSesEvent(
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
  const news = message.Type === 'Notification' ? readSesEvent(message.Message) : null;
  if (!news)
    return log.info({ topic: message.TopicArn, type: message.Type }, 'no delivery in an SNS message');
  await receive(services, news);
}

/**
 * Takes a webhook of Resend, signed over the body as it came: by Svix, whose scheme became Standard Webhooks and has its own
 * header names. @throws AppError `invalid_signature`
 */
export async function receiveResendEvent(
  services: Services,
  body: Uint8Array,
  header: (name: string) => string | null,
): Promise<void> {
  const { resendWebhookSecret: secret } = services.config;
  const text = Buffer.from(body).toString();
  const headers = Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, header(`svix-${name}`) ?? '']),
  );
  try {
    if (secret === null) throw new Error('No secret is set.');
    new Webhook(secret).verify(text, headers);
  } catch {
    throw new AppError('invalid_signature');
  }
  const news = readResendEvent(text);
  if (news) await receive(services, news);
}

/** At once, or later by a job: news can come before our own record of the message that they tell of. */
async function receive(services: Services, news: ProviderNews): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (await applyNews(services, tx, news)) return;
    const now = services.clock.now();
    const payload = { ...news, received_at: now.toISOString() };
    await enqueue(tx, applyProviderNews, payload, { runAt: after(now, SECOND) });
  });
}
