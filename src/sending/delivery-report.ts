import { z } from 'zod';
import { after, SECOND } from '#kernel/clock.ts';
import type { Transaction } from '#kernel/database.ts';
import type { Services } from '#kernel/services.ts';
import { verifiedTokens } from '#threads/index.ts';
import {
  type DeliveryChange,
  type DeliveryRow,
  deliveriesOf,
  findReported,
  findReportedInThreads,
  type Reported,
  setMessageStatus,
  updateDeliveries,
} from './repository.ts';
import { canMove, rollUp } from './state.ts';

const LOOK_AGAIN = 15 * SECOND;

/** What a report that came to an identity says about a message that the identity sent. */
export const reportPayload = z.object({
  identity_id: z.string(),
  /** Of the returned message, with angle brackets. */
  rfc_message_id: z.string().nullable(),
  /** Thread tokens in the address that the report came to, and in the returned Reply-To; not verified yet. */
  tokens: z.array(z.string()),
  recipients: z.array(
    z.object({
      addresses: z.array(z.string()),
      outcome: z.enum(['delivered', 'bounced', 'complained']),
      bounce_type: z.enum(['hard', 'soft']).nullable(),
      smtp_code: z.number().nullable(),
      enhanced_code: z.string().nullable(),
      smtp_response: z.string().nullable(),
    }),
  ),
});
export type ReportPayload = z.output<typeof reportPayload>;

/**
 * Brings a delivery report (RFC 3464, RFC 5965) to the message that it tells of, when the identity that received the
 * report really sent that message: by the returned Message-ID, or by a thread token of ours and the recipient. Changes
 * only recipients that the transport may have taken. Returns when to look again while an attempt is going on.
 */
export async function applyReport(services: Services, report: ReportPayload): Promise<Date | undefined> {
  const now = services.clock.now();
  return services.db.transaction(async (tx) => {
    const reported = await findMessage(services, tx, report);
    if (!reported) return undefined;
    // A report can be faster than the end of the attempt, which would then overwrite it.
    if (reported.is_being_sent) return after(now, LOOK_AGAIN);
    const changes = changesOf(report, await deliveriesOf(tx, reported.message_id));
    if (changes.length === 0) return undefined;
    const deliveries = await updateDeliveries(tx, reported.message_id, changes, now);
    await setMessageStatus(tx, reported.message_id, rollUp(deliveries.map(({ status }) => status)));
    return undefined;
  });
}

async function findMessage(
  services: Services,
  tx: Transaction,
  { identity_id, rfc_message_id, tokens, recipients }: ReportPayload,
): Promise<Reported | null> {
  const byId = rfc_message_id === null ? null : await findReported(tx, identity_id, rfc_message_id);
  if (byId || tokens.length === 0) return byId;
  const threads = await verifiedTokens(services, tx, tokens);
  const own = threads.filter((token) => token.identity_id === identity_id).map(({ thread_id }) => thread_id);
  const addresses = recipients.flatMap((recipient) => recipient.addresses);
  return own.length === 0 ? null : findReportedInThreads(tx, identity_id, own, addresses);
}

/** Each recipient of the report that is one of the message's and can still become that, once. */
function changesOf({ recipients }: ReportPayload, deliveries: readonly DeliveryRow[]): DeliveryChange[] {
  const changes = new Map<string, DeliveryChange>();
  for (const { addresses, outcome, ...said } of recipients) {
    const delivery =
      addresses.length === 0 && deliveries.length === 1
        ? deliveries[0]
        : deliveries.find(({ address }) => addresses.includes(address.toLowerCase()));
    if (!delivery || changes.has(delivery.address)) continue;
    // What was never handed over cannot have come back.
    if (delivery.status === 'queued' || delivery.status === 'deferred') continue;
    if (!canMove(delivery.status, outcome)) continue;
    changes.set(delivery.address, { address: delivery.address, status: outcome, reason: null, ...said });
  }
  return [...changes.values()];
}
