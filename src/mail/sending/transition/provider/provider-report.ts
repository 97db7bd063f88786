import { z } from 'zod';
import { after, DAY, SECOND } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type DeliveryRow, findMessageOfProvider, insertProviderMessages } from '../../repository.ts';
import { providerOutcomes } from '../state.ts';
import { type DeliveryUpdate, openSend, transition } from '../transition.ts';

/** What a provider reports about a message, in one form for all providers. Also the payload of the job that retries it. */
export const providerReport = z.object({
  driver: z.enum(['ses', 'resend']),
  provider_message_id: z.string().min(1),
  /** Our message id, if the provider repeats it. */
  message_id: z.string().nullable(),
  /** The Message-ID on the wire, with angle brackets, if the provider names it. */
  rfc_message_id: z.string().nullable(),
  outcome: z.enum(providerOutcomes),
  /** Empty if the report is about all recipients. */
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
  /** The provider's own text, if it concerns all recipients. */
  detail: z.string().nullable().default(null),
});
export type ProviderReport = z.output<typeof providerReport>;

/** How long a report about an unknown message is kept. */
const KEEP = 3 * DAY;
const FIRST_WAIT = 2 * SECOND;

/**
 * Applies a report to its message. Safe in any order and any number of times: `state.ts` moves a recipient only forwards.
 * A report can arrive before the attempt's own outcome is written. @returns whether the message is known
 */
export async function applyProviderReport(
  services: Services,
  tx: Transaction,
  report: ProviderReport,
): Promise<boolean> {
  const { driver, provider_message_id: providerMessageId, rfc_message_id: rfcMessageId } = report;
  const found = await findMessageOfProvider(tx, { driver, providerMessageId, messageId: report.message_id });
  const open = found && (await openSend(tx, found.message_id));
  if (!open) return false;
  const at = services.clock.now();
  await insertProviderMessages(tx, [{ ...found, driver, providerMessageId, rfcMessageId }]);
  await transition(services, tx, open.send, open.deliveries, updatesFrom(report, open.deliveries), {
    at,
    providerMessageId: open.send.attempt_started_at === null ? null : providerMessageId,
  });
  return true;
}

/** When to look for the message of an early report again; undefined once the report is too old. */
export function retryReportAt(since: Date, now: Date): Date | undefined {
  const age = now.getTime() - since.getTime();
  return age > KEEP ? undefined : after(now, Math.max(FIRST_WAIT, age / 2));
}

function updatesFrom(report: ProviderReport, deliveries: readonly DeliveryRow[]): DeliveryUpdate[] {
  const { outcome, bounce_type, reason, detail } = report;
  const trigger = { provider: outcome } as const;
  if (report.recipients.length === 0)
    return deliveries.map(({ address }) => ({
      address,
      trigger,
      bounce_type,
      reason,
      smtp_response: detail,
    }));
  const reported = new Map(report.recipients.map((one) => [one.address.toLowerCase(), one]));
  return deliveries.flatMap(({ address }) => {
    const recipient = reported.get(address.toLowerCase());
    return recipient ? [{ ...recipient, address, trigger, bounce_type, reason }] : [];
  });
}
