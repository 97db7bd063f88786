import { createHash } from 'node:crypto';
import type { RecipientResult, SubmitResult } from '#adapters/mail-transport/port.ts';
import { findRecipients } from '#identities/index.ts';
import { insertReceipts } from '#inbound/index.ts';
import { readBlob } from '#kernel/blobs.ts';
import { after, HOUR, MINUTE } from '#kernel/clock.ts';
import type { Transaction } from '#kernel/database.ts';
import { newUlid } from '#kernel/ids.ts';
import type { Services } from '#kernel/services.ts';
import { splitThreadToken } from '#threads/index.ts';
import { isInside } from './checks.ts';
import {
  type DeliveryChange,
  type DeliveryRow,
  deliveriesOf,
  endAttempt,
  lockQueuedSend,
  markAttempt,
  type OpenSend,
  updateDeliveries,
} from './repository.ts';
import { rollUp } from './state.ts';

const GIVE_UP_AFTER = 24 * HOUR;
/** Waits after the first, second, … clear temporary refusal. */
const BACK_OFF = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE);

type Attempt = { send: OpenSend; remote: string[]; raw: Uint8Array };

/**
 * One attempt to hand a queued message over. Returns when to try again, or nothing when every recipient's outcome is
 * known. "Attempt started" is committed before the transport is spoken to, so that a crash in between is told apart.
 */
export async function submit(services: Services, messageId: string): Promise<Date | undefined> {
  const attempt = await begin(services, messageId);
  if (!attempt) return undefined;
  const { send, remote, raw } = attempt;
  const result = await services.basicTransport.submit({ from: send.envelope_from, to: remote }, raw, {
    messageId: send.rfc_message_id,
  });
  return finish(services, send, result);
}

/** Delivers to the deployment's own recipients, and says what is left for the transport. */
async function begin(services: Services, messageId: string): Promise<Attempt | null> {
  const { db, clock } = services;
  const opened = await db.transaction(async (tx) => {
    const [send, deliveries] = await Promise.all([
      lockQueuedSend(tx, messageId),
      deliveriesOf(tx, messageId),
    ]);
    if (!send) return null;
    const now = clock.now();
    const waiting = deliveries.filter(({ status }) => status === 'queued' || status === 'deferred');
    if (send.attempt_started_at !== null) {
      await endUnknownAttempt(tx, send, waiting, now);
      return null;
    }
    const inside = waiting
      .filter(({ address }) => isInside(address, services.config.mailDomain))
      .map(({ address }) => address);
    const remote = waiting.map(({ address }) => address).filter((address) => !inside.includes(address));
    const deliveriesNow =
      inside.length > 0 ? await deliverInside(services, tx, send, inside, now) : deliveries;
    if (remote.length > 0) await markAttempt(tx, messageId, now);
    else await conclude(tx, send, deliveriesNow, null, null, now);
    return remote.length > 0 ? { send, remote } : null;
  });
  if (!opened) return null;
  return { ...opened, raw: opened.send.content ?? (await readBlob(services, opened.send.raw_id)) };
}

/** The process died between "attempt started" and its outcome: the transport may have the message. */
async function endUnknownAttempt(
  tx: Transaction,
  send: OpenSend,
  waiting: readonly DeliveryRow[],
  now: Date,
): Promise<void> {
  const changes = waiting.map(({ address }) =>
    change(address, 'uncertain', { reason: 'transport_connection_lost' }),
  );
  const deliveries = await updateDeliveries(tx, send.message_id, changes, now);
  await conclude(tx, send, deliveries, 'transport_connection_lost', null, now);
}

/** Recipients of this deployment receive it as real inbound mail, in the same transaction that says so. */
async function deliverInside(
  services: Services,
  tx: Transaction,
  send: OpenSend,
  addresses: readonly string[],
  now: Date,
): Promise<DeliveryRow[]> {
  const bare = new Map(
    addresses.map((address) => [address, splitThreadToken(address.toLowerCase()).address]),
  );
  const known = new Set((await findRecipients(tx, [...bare.values()])).map(({ address }) => address));
  const reached = addresses.filter((address) => known.has(bare.get(address)!));
  const changes = addresses.map((address) =>
    reached.includes(address)
      ? change(address, 'delivered', { smtp_code: 250, enhanced_code: '2.1.5' })
      : change(address, 'bounced', {
          smtp_code: 550,
          enhanced_code: '5.1.1',
          smtp_response: 'No such mailbox here',
          bounce_type: 'hard',
        }),
  );
  const deliveries = await updateDeliveries(tx, send.message_id, changes, now);
  if (reached.length === 0) return deliveries;
  await insertReceipts(tx, [
    {
      id: newUlid(),
      source: 'loopback',
      envelope_from: send.envelope_from,
      recipients: reached.map((address) => address.toLowerCase()),
      helo_name: services.config.mailDomain,
      remote_address: '127.0.0.1',
      raw_id: send.raw_id,
      // One outbound message is one message to whoever receives it, however often it is handed over.
      content_hash: createHash('sha256').update(send.message_id).digest('hex'),
      received_at: now.toISOString(),
    },
  ]);
  tx.afterCommit(() => services.wakeUps.emit('inbound'));
  return deliveries;
}

async function finish(services: Services, send: OpenSend, result: SubmitResult): Promise<Date | undefined> {
  const now = services.clock.now();
  const expired = now.getTime() - new Date(send.created_at).getTime() > GIVE_UP_AFTER;
  const changes = result.recipients.map((recipient) => toChange(recipient, result, expired));
  await services.db.transaction(async (tx) => {
    const deliveries = await updateDeliveries(tx, send.message_id, changes, now);
    await conclude(tx, send, deliveries, result.reason ?? null, result.providerMessageId, now);
  });
  if (!changes.some(({ status }) => status === 'deferred')) return undefined;
  return after(now, BACK_OFF[Math.min(send.attempts, BACK_OFF.length - 1)]!);
}

/** Ends the attempt with the roll-up of its recipients. */
async function conclude(
  tx: Transaction,
  send: OpenSend,
  deliveries: readonly DeliveryRow[],
  reason: string | null,
  providerMessageId: string | null,
  now: Date,
): Promise<void> {
  const statuses = deliveries.map(({ status }) => status);
  const taken = statuses.some((status) => status === 'submitted' || status === 'delivered');
  await endAttempt(tx, send.message_id, {
    status: rollUp(statuses),
    reason,
    providerMessageId,
    sentAt: taken ? now : null,
  });
}

function toChange(recipient: RecipientResult, result: SubmitResult, expired: boolean): DeliveryChange {
  const { address, smtp_code, enhanced_code, response } = recipient;
  const answer = { smtp_code, enhanced_code, smtp_response: response, reason: result.reason ?? null };
  switch (recipient.outcome) {
    case 'accepted':
      return change(address, 'submitted', { ...answer, reason: null });
    case 'refused_permanently':
      return change(address, 'rejected', { ...answer, reason: answer.reason ?? 'provider_validation' });
    case 'refused_temporarily':
      return expired
        ? change(address, 'failed', { ...answer, reason: 'quota_exhausted' })
        : change(address, 'deferred', answer);
    case 'unknown':
      return change(address, 'uncertain', answer);
  }
}

const change = (
  address: string,
  status: DeliveryChange['status'],
  more: Partial<DeliveryChange> = {},
): DeliveryChange => ({
  address,
  status,
  reason: null,
  smtp_code: null,
  enhanced_code: null,
  smtp_response: null,
  bounce_type: null,
  ...more,
});
