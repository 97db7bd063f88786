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
  type DeliveryRow,
  insertProviderMessages,
  type LockedSend,
  markAttempt,
  smallContentOf,
} from './repository.ts';
import { simulateHandOver } from './simulate.ts';
import { isSimulated } from './simulator.ts';
import { isWaiting } from './state.ts';
import { type News, openSend, type Transition, transition } from './transition.ts';
import { signedFor, transportOf, unavailable } from './transport-choice.ts';

const GIVE_UP_AFTER = 24 * HOUR;
/** Waits after the first, second, … clear temporary refusal. */
const BACK_OFF = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE);

type Attempt = { send: LockedSend; remote: string[]; content: Buffer | null };
/** What is left after what needs no transport: an attempt, another time, or nothing. */
type Begun = { attempt: Attempt } | { again: Date | undefined };

/**
 * One attempt to hand a message over to the recipients that wait for it. Returns when to try again, or nothing when
 * every recipient's outcome is known. "Attempt started" is committed before the transport is spoken to, so that a crash
 * in between is told apart.
 */
export async function submit(services: Services, messageId: string): Promise<Date | undefined> {
  const begun = await begin(services, messageId);
  if (!('attempt' in begun)) return begun.again;
  const { send, remote, content } = begun.attempt;
  const raw = content ?? (await readBlob(services, send.raw_id));
  const result = await handOver(services, send, remote, raw);
  return finish(services, send, result);
}

async function handOver(
  services: Services,
  send: LockedSend,
  to: readonly string[],
  raw: Uint8Array,
): Promise<SubmitResult> {
  const transport = await transportOf(services, send);
  if (transport === null) return unavailable(to);
  const signed = await signedFor(services, transport, send.envelope_from, raw);
  return transport.submit({ from: send.envelope_from, to }, signed, {
    messageId: send.rfc_message_id,
    reference: send.message_id,
  });
}

/** Recipients by who hands the message to them. */
function byWay(
  waiting: readonly DeliveryRow[],
  mailDomain: string,
): { inside: string[]; simulated: string[]; remote: string[] } {
  const ways = { inside: [] as string[], simulated: [] as string[], remote: [] as string[] };
  for (const { address } of waiting) {
    if (isSimulated(address, mailDomain)) ways.simulated.push(address);
    else if (isInside(address, mailDomain)) ways.inside.push(address);
    else ways.remote.push(address);
  }
  return ways;
}

/** Delivers to the deployment's own recipients and the simulator's, and says what is left for the transport. */
async function begin(services: Services, messageId: string): Promise<Begun> {
  return services.db.transaction(async (tx): Promise<Begun> => {
    const [open, small] = await Promise.all([openSend(tx, messageId), smallContentOf(tx, messageId)]);
    const waiting = open?.deliveries.filter(isWaiting) ?? [];
    if (!open || waiting.length === 0) return { again: undefined };
    const { send, deliveries } = open;
    const at = services.clock.now();
    if (send.attempt_started_at !== null) {
      await endLostAttempt(services, tx, send, deliveries, at);
      return { again: undefined };
    }
    const { inside, simulated, remote } = byWay(waiting, services.config.mailDomain);
    await markAttempt(tx, messageId, at);
    if (remote.length === waiting.length)
      return { attempt: { send, remote, content: small?.content ?? null } };
    const news = [
      ...(await deliverInside(services, tx, send, inside, at)),
      ...(await simulateHandOver(tx, messageId, simulated, at)),
    ].map((each) => lastTry(each, send, at));
    const { deliveries: afterwards } = await transition(services, tx, send, deliveries, news, {
      at,
      endsAttempt: remote.length === 0,
      providerMessageId: simulated.length > 0 ? `simulator-${messageId.toLowerCase()}` : null,
    });
    if (remote.length > 0) return { attempt: { send, remote, content: small?.content ?? null } };
    return { again: nextTry(afterwards, send, at) };
  });
}

/** When to try again, while somebody waits for it. `send` is as it was before this attempt. */
const nextTry = (deliveries: readonly DeliveryRow[], send: LockedSend, at: Date): Date | undefined =>
  deliveries.some(isWaiting) ? after(at, BACK_OFF[Math.min(send.attempts, BACK_OFF.length - 1)]!) : undefined;

/** A temporary refusal after 24 hours of them is a final one (interface-spec 7.3). */
function lastTry(news: News, { first_attempt_at }: LockedSend, at: Date): News {
  const since = first_attempt_at === null ? 0 : at.getTime() - new Date(first_attempt_at).getTime();
  const { trigger } = news;
  const isRefusal =
    typeof trigger === 'object' && 'attempt' in trigger && trigger.attempt === 'refused_temporarily';
  if (!isRefusal || since <= GIVE_UP_AFTER) return news;
  return { ...news, trigger: { attempt: 'given_up' }, reason: 'quota_exhausted' };
}

/** The process died between "attempt started" and its outcome: the transport may have the message. */
const endLostAttempt = (
  services: Services,
  tx: Transaction,
  send: LockedSend,
  deliveries: readonly DeliveryRow[],
  at: Date,
): Promise<Transition> => {
  const reason = 'transport_connection_lost';
  const news = deliveries.map(({ address }): News => ({ address, trigger: { attempt: 'unknown' }, reason }));
  return transition(services, tx, send, deliveries, news, { at, endsAttempt: true, reason });
};

/** Recipients of this deployment receive it as real inbound mail, in the same transaction that says so. */
async function deliverInside(
  services: Services,
  tx: Transaction,
  send: LockedSend,
  addresses: readonly string[],
  now: Date,
): Promise<News[]> {
  if (addresses.length === 0) return [];
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
  begun: LockedSend,
  result: SubmitResult,
): Promise<Date | undefined> {
  const at = services.clock.now();
  const news = result.recipients.map((recipient) => lastTry(newsOf(recipient, result), begun, at));
  return services.db.transaction(async (tx) => {
    const open = await openSend(tx, begun.message_id);
    // Erased meanwhile.
    if (!open) return undefined;
    const { deliveries } = await transition(services, tx, open.send, open.deliveries, news, {
      at,
      endsAttempt: true,
      providerMessageId: result.providerMessageId,
      reason: result.reason ?? null,
    });
    await insertProviderMessages(tx, begun, result.taken ?? []);
    return nextTry(deliveries, begun, at);
  });
}

function newsOf(recipient: RecipientResult, { reason }: SubmitResult): News {
  const { address, smtp_code, enhanced_code, response, outcome } = recipient;
  const said = { address, trigger: { attempt: outcome }, smtp_code, enhanced_code, smtp_response: response };
  if (outcome === 'accepted') return said;
  return { ...said, reason: reason ?? (outcome === 'refused_permanently' ? 'provider_validation' : null) };
}
