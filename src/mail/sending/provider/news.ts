import { z } from 'zod';
import { after, DAY, SECOND } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type DeliveryRow, findToldMessage, insertProviderMessages } from '../repository.ts';
import { providerOutcomes } from '../state.ts';
import { type News, openSend, transition } from '../transition.ts';

/** What a provider told of a message, in one form for all of them. Also the payload of the job that waits with it. */
export const providerNews = z.object({
  driver: z.enum(['ses', 'resend']),
  provider_message_id: z.string().min(1),
  /** Ours, where the provider repeats it. */
  message_id: z.string().nullable(),
  /** The Message-ID on the wire, with angle brackets, where the provider tells it. */
  rfc_message_id: z.string().nullable(),
  outcome: z.enum(providerOutcomes),
  /** Empty: all of them. */
  recipients: z.array(
    z.object({
      address: z.string(),
      smtp_code: z.number().nullable().default(null),
      enhanced_code: z.string().nullable().default(null),
      smtp_response: z.string().nullable().default(null),
    }),
  ),
  bounce_type: z.enum(['hard', 'soft']).nullable().default(null),
  reason: z.string().nullable().default(null),
  /** In the provider's words, where it speaks of all recipients. */
  detail: z.string().nullable().default(null),
});
export type ProviderNews = z.output<typeof providerNews>;

/** How long news of a message that we don't know wait for it. */
const KEEP = 3 * DAY;
const FIRST_WAIT = 2 * SECOND;

/**
 * Brings news to their message. Safe in any order and however often: `state.ts` moves a recipient only forwards. News
 * can be faster than our own record of the attempt. @returns whether the message is known
 */
export async function applyNews(services: Services, tx: Transaction, news: ProviderNews): Promise<boolean> {
  const { driver, provider_message_id: providerMessageId, rfc_message_id: rfcMessageId } = news;
  const found = await findToldMessage(tx, { driver, providerMessageId, messageId: news.message_id });
  const open = found && (await openSend(tx, found.message_id));
  if (!open) return false;
  const at = services.clock.now();
  await insertProviderMessages(tx, [{ ...found, driver, providerMessageId, rfcMessageId }]);
  await transition(services, tx, open.send, open.deliveries, newsFor(news, open.deliveries), {
    at,
    providerMessageId: open.send.attempt_started_at === null ? null : providerMessageId,
  });
  return true;
}

/** When to look again for the message of news that came first, or nothing once they are too old. */
export function lookAgain(since: Date, now: Date): Date | undefined {
  const age = now.getTime() - since.getTime();
  return age > KEEP ? undefined : after(now, Math.max(FIRST_WAIT, age / 2));
}

function newsFor(news: ProviderNews, deliveries: readonly DeliveryRow[]): News[] {
  const { outcome, bounce_type, reason, detail } = news;
  const trigger = { provider: outcome } as const;
  if (news.recipients.length === 0)
    return deliveries.map(({ address }) => ({
      address,
      trigger,
      bounce_type,
      reason,
      smtp_response: detail,
    }));
  const told = new Map(news.recipients.map((one) => [one.address.toLowerCase(), one]));
  return deliveries.flatMap(({ address }) => {
    const said = told.get(address.toLowerCase());
    return said ? [{ ...said, address, trigger, bounce_type, reason }] : [];
  });
}
