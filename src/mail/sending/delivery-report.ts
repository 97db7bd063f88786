import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { verifiedTokens } from '#mailbox/threads/index.ts';
import { type DeliveryRow, findReported, findReportedInThreads } from './repository.ts';
import { isWaiting } from './state.ts';
import { type News, openSend, transition } from './transition.ts';

/** What a report that came to an identity says about a message that the identity sent. */
const reportPayload = z.object({
  tenant_id: z.string().nullable().default(null),
  identity_id: z.string(),
  /** Of the returned message, with angle brackets. */
  rfc_message_id: z.string().nullable(),
  /** Thread tokens in the address that the report came to, and in the returned Reply-To; not verified yet. */
  tokens: z.array(z.string()),
  recipients: z.array(
    z.object({
      addresses: z.array(z.string()),
      outcome: z.enum(['delivered', 'deferred', 'bounced', 'complained']),
      bounce_type: z.enum(['hard', 'soft']).nullable(),
      smtp_code: z.number().nullable(),
      enhanced_code: z.string().nullable(),
      smtp_response: z.string().nullable(),
    }),
  ),
});
/** Applies a report; `jobs.ts` runs it. */
export const deliveryReportJob = declareJob({
  name: 'sending.delivery_report',
  payload: reportPayload,
  tries: 10,
});
export type ReportPayload = z.output<typeof reportPayload>;

/**
 * Brings a delivery report (RFC 3464, RFC 5965) to the message that it tells of, when the identity that received the
 * report really sent that message: by the returned Message-ID, or by a thread token of ours and the recipient.
 */
export async function applyReport(services: Services, report: ReportPayload): Promise<void> {
  await services.db.transaction(async (tx) => {
    const found = await findMessage(services, tx, report);
    const open = found && (await openSend(tx, found.message_id));
    if (!open) return;
    const isBeingSent = open.send.attempt_started_at !== null;
    const news = newsOf(report, open.deliveries).filter(
      // What was never handed over cannot have come back. A report can be faster than the end of the attempt.
      ({ address }) => isBeingSent || !isWaiting(open.deliveries.find((row) => row.address === address)!),
    );
    await transition(services, tx, open.send, open.deliveries, news, { at: services.clock.now() });
  });
}

async function findMessage(
  services: Services,
  tx: Transaction,
  { identity_id, rfc_message_id, tokens, recipients }: ReportPayload,
): Promise<{ message_id: string } | null> {
  const byId = rfc_message_id === null ? null : await findReported(tx, identity_id, rfc_message_id);
  if (byId || tokens.length === 0) return byId;
  const threads = await verifiedTokens(services, tx, tokens);
  const own = threads.filter((token) => token.identity_id === identity_id).map(({ thread_id }) => thread_id);
  const addresses = recipients.flatMap((recipient) => recipient.addresses);
  return own.length === 0 ? null : findReportedInThreads(tx, identity_id, own, addresses);
}

/** Each recipient of the report that is one of the message's, once. */
function newsOf({ recipients }: ReportPayload, deliveries: readonly DeliveryRow[]): News[] {
  const news = new Map<string, News>();
  for (const { addresses, outcome, ...said } of recipients) {
    const delivery =
      addresses.length === 0 && deliveries.length === 1
        ? deliveries[0]
        : deliveries.find(({ address }) => addresses.includes(address.toLowerCase()));
    if (!delivery || news.has(delivery.address)) continue;
    news.set(delivery.address, { address: delivery.address, trigger: { provider: outcome }, ...said });
  }
  return [...news.values()];
}
