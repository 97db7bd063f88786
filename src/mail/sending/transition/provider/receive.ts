import { Webhook } from 'standardwebhooks';
import { confirmSubscription, verifySnsMessage } from '#adapters/sns/sns-message.ts';
import { enqueue } from '#jobs/index.ts';
import { after, SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import { retryProviderReport } from '../../jobs.ts';
import { applyProviderReport, type ProviderReport } from './provider-report.ts';
import { readResendEvent } from './resend-events.ts';
import { readSesEvent } from './ses-events.ts';

/**
 * Receives SES's reports about mail that it accepted (spec 4.2, POST /hooks/mailprovider).
 * @throws AppError `invalid_signature`; `unavailable`, after which SNS tries again
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
  const report = message.Type === 'Notification' ? readSesEvent(message.Message) : null;
  if (!report)
    return log.info(
      { topic: message.TopicArn, type: message.Type },
      'ignored an SNS message that reports no delivery',
    );
  await receive(services, report);
}

/**
 * Receives a webhook of Resend. Svix signs its unchanged body, by a scheme that became Standard Webhooks but has
 * different header names. @throws AppError `invalid_signature`
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
  const report = readResendEvent(text);
  if (report) await receive(services, report);
}

/** Applies a report immediately, or by a job if it arrived before our own record of the message. */
async function receive(services: Services, report: ProviderReport): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (await applyProviderReport(services, tx, report)) return;
    const now = services.clock.now();
    const payload = { ...report, received_at: now.toISOString() };
    await enqueue(tx, retryProviderReport, payload, { runAt: after(now, SECOND) });
  });
}
