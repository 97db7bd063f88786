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
import { type DeliveryRow, type LockedSend, markAttempt, smallContentOf } from './repository.ts';
import { isWaiting } from './state.ts';
import { type News, openSend, type Transition, transition } from './transition.ts';

const GIVE_UP_AFTER = 24 * HOUR;
/** Waits after the first, second, … clear temporary refusal. */
const BACK_OFF = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE);

type Attempt = { send: LockedSend; remote: string[]; content: Buffer | null };

/**
 * One attempt to hand a message over to the recipients that wait for it. Returns when to try again, or nothing when
 * every recipient's outcome is known. "Attempt started" is committed before the transport is spoken to, so that a crash
 * in between is told apart.
 */
export async function submit(services: Services, messageId: string): Promise<Date | undefined> {
  const attempt = await begin(services, messageId);
  if (!attempt) return undefined;
  const { send, remote, content } = attempt;
  const raw = content ?? (await readBlob(services, send.raw_id));
  const result = await services.basicTransport.submit({ from: send.envelope_from, to: remote }, raw, {
    messageId: send.rfc_message_id,
  });
  return finish(services, send, result);
}

/** Delivers to the deployment's own recipients, and says what is left for the transport. */
async function begin(services: Services, messageId: string): Promise<Attempt | null> {
  return services.db.transaction(async (tx) => {
    const [open, small] = await Promise.all([openSend(tx, messageId), smallContentOf(tx, messageId)]);
    const waiting = open?.deliveries.filter(isWaiting) ?? [];
    if (!open || waiting.length === 0) return null;
    const { send, deliveries } = open;
    const at = services.clock.now();
    if (send.attempt_started_at !== null) {
      await endLostAttempt(tx, send, deliveries, at);
      return null;
    }
    const isOurs = ({ address }: DeliveryRow): boolean => isInside(address, services.config.mailDomain);
    const inside = waiting.filter(isOurs).map(({ address }) => address);
    const remote = waiting.filter((row) => !isOurs(row)).map(({ address }) => address);
    if (inside.length > 0) {
      const news = await deliverInside(services, tx, send, inside, at);
      await transition(tx, send, deliveries, news, { at });
    }
    if (remote.length === 0) return null;
    await markAttempt(tx, messageId, at);
    return { send, remote, content: small?.content ?? null };
  });
}

/** The process died between "attempt started" and its outcome: the transport may have the message. */
const endLostAttempt = (
  tx: Transaction,
  send: LockedSend,
  deliveries: readonly DeliveryRow[],
  at: Date,
): Promise<Transition> => {
  const reason = 'transport_connection_lost';
  const news = deliveries.map(({ address }): News => ({ address, trigger: { attempt: 'unknown' }, reason }));
  return transition(tx, send, deliveries, news, { at, endsAttempt: true, reason });
};

/** Recipients of this deployment receive it as real inbound mail, in the same transaction that says so. */
async function deliverInside(
  services: Services,
  tx: Transaction,
  send: LockedSend,
  addresses: readonly string[],
  now: Date,
): Promise<News[]> {
  const bare = new Map(
    addresses.map((address) => [address, splitThreadToken(address.toLowerCase()).address]),
  );
  const known = new Set((await findRecipients(tx, [...bare.values()])).map(({ address }) => address));
  const reached = addresses.filter((address) => known.has(bare.get(address)!));
  if (reached.length > 0) {
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
  }
  return addresses.map((address) => ({ address, ...(reached.includes(address) ? DELIVERED : NO_MAILBOX) }));
}

const DELIVERED = { trigger: { inside: 'delivered' }, smtp_code: 250, enhanced_code: '2.1.5' } as const;
const NO_MAILBOX = {
  trigger: { inside: 'no_mailbox' },
  smtp_code: 550,
  enhanced_code: '5.1.1',
  smtp_response: 'No such mailbox here',
  bounce_type: 'hard',
} as const;

/** Writes down what the transport said. What a provider told meanwhile of the same recipients stays. */
async function finish(
  services: Services,
  { message_id, ...send }: LockedSend,
  result: SubmitResult,
): Promise<Date | undefined> {
  const at = services.clock.now();
  const since = at.getTime() - new Date(send.first_attempt_at ?? at).getTime();
  const news = result.recipients.map((recipient) => newsOf(recipient, result, since > GIVE_UP_AFTER));
  return services.db.transaction(async (tx) => {
    const open = (await openSend(tx, message_id))!;
    const { deliveries } = await transition(tx, open.send, open.deliveries, news, {
      at,
      endsAttempt: true,
      providerMessageId: result.providerMessageId,
      reason: result.reason ?? null,
    });
    if (!deliveries.some(isWaiting)) return undefined;
    return after(at, BACK_OFF[Math.min(send.attempts, BACK_OFF.length - 1)]!);
  });
}

function newsOf(recipient: RecipientResult, result: SubmitResult, isLastTry: boolean): News {
  const { address, smtp_code, enhanced_code, response } = recipient;
  const said = { address, smtp_code, enhanced_code, smtp_response: response };
  const reason = result.reason ?? null;
  switch (recipient.outcome) {
    case 'accepted':
      return { ...said, trigger: { attempt: 'accepted' } };
    case 'refused_permanently':
      return {
        ...said,
        trigger: { attempt: 'refused_permanently' },
        reason: reason ?? 'provider_validation',
      };
    case 'refused_temporarily':
      return isLastTry
        ? { ...said, trigger: { attempt: 'given_up' }, reason: 'quota_exhausted' }
        : { ...said, trigger: { attempt: 'refused_temporarily' }, reason };
    case 'unknown':
      return { ...said, trigger: { attempt: 'unknown' }, reason };
  }
}
