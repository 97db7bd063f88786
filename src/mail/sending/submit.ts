import { atMost } from '#kernel/base/at-most.ts';
import { after, HOUR, MINUTE } from '#kernel/base/clock.ts';
import { breathe, createBatcher } from '#kernel/data/batcher.ts';
import { readBlob } from '#kernel/data/blobs.ts';
import type { Database, Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import type {
  MailTransport,
  RecipientOutcome,
  RecipientResult,
  SubmitReason,
  SubmitResult,
} from '#kernel/ports/mail-transport.ts';
import { deliverInside } from '#mail/spool/index.ts';
import { findRecipients } from '#mailbox/identities/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import { giveBack } from './caps.ts';
import { isInside } from './checks.ts';
import type { Transition } from './events.ts';
import {
  type DeliveryRow,
  insertProviderMessages,
  type LockedSend,
  markAttempts,
  smallContentsOf,
} from './repository.ts';
import { simulateHandOver } from './simulate.ts';
import { isSimulated } from './simulator.ts';
import { isWaiting } from './state.ts';
import { type News, openSend, openSends, type Step, transition, transitionAll } from './transition.ts';
import { notReady, signedFor, transportOf, unavailable } from './transport-choice.ts';

const GIVE_UP_AFTER = 24 * HOUR;
/** Waits after the first, second, … clear temporary refusal. */
const BACK_OFF = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE);

/** As many as the transport has connections. Each holds its message, of 5 MiB at most, in memory. */
const HANDED_OVER_AT_ONCE = 20;
/** Hand-overs that share a transaction: as many as run at the same time. */
const MAX_BATCH = 40;

type Attempt = { send: LockedSend; remote: string[]; content: Uint8Array | null };
/** What is left after what needs no transport: an attempt, another time, or nothing. */
type Begun = { attempt: Attempt } | Ended;
type Ended = { again: Date | undefined };

/**
 * One attempt to hand a message over to the recipients that wait for it. Returns when to try again, or nothing when
 * every recipient's outcome is known. "Attempt started" is committed before the transport is spoken to, so that a crash
 * in between is told apart. Attempts that begin or end at the same time share a transaction; what has to wait for
 * others, or is more than that, has one of its own.
 */
export async function submit(services: Services, messageId: string): Promise<Date | undefined> {
  const together = togetherOn(services);
  const outcome = await together.inTurn(() => attempt(services, together, messageId));
  if (!('result' in outcome)) return outcome.again;
  // What may give back to the caps is alone in its transaction: that takes counters in another order than senders do.
  const ended =
    (outcome.isAsked && (await together.end(outcome))) || (await endAll(services, [outcome], 'wait'))[0];
  return ended?.again;
}

async function attempt(services: Services, { begin }: Together, messageId: string): Promise<Said | Ended> {
  const begun = (await begin(messageId)) ?? (await beginAlone(services, messageId));
  if (!('attempt' in begun)) return begun;
  const { send, remote, content } = begun.attempt;
  return { send, ...(await handOver(services, send, remote, content)) };
}

type Together = {
  /** An attempt that has begun neither waits for a connection nor is one of many that a crash makes uncertain. */
  inTurn: ReturnType<typeof atMost>;
  begin(messageId: string): Promise<Begun | null>;
  end(said: Said): Promise<Ended | null>;
};
const togetherOf = new WeakMap<Database, Together>();

/** Both answer null for what is to be done alone. */
function togetherOn(services: Services): Together {
  let together = togetherOf.get(services.db);
  if (!together) {
    together = {
      inTurn: atMost(HANDED_OVER_AT_ONCE),
      begin: createBatcher((ids: string[]) => beginAll(services, ids), MAX_BATCH, undefined, breathe),
      end: createBatcher((batch: Said[]) => endAll(services, batch, 'skip'), MAX_BATCH, undefined, breathe),
    };
    togetherOf.set(services.db, together);
  }
  return together;
}

async function handOver(
  services: Services,
  send: LockedSend,
  to: readonly string[],
  content: Uint8Array | null,
): Promise<Omit<Said, 'send'>> {
  let ready: { transport: MailTransport | null; raw: Uint8Array };
  try {
    ready = await makeReady(services, send, content);
  } catch (error) {
    services.log.error(
      { err: error, message_id: send.message_id },
      'a message could not be made ready to send',
    );
    // The transport was not spoken to, so this is plain: nobody has it.
    return { result: notReady(to), isAsked: false };
  }
  if (ready.transport === null) return { result: unavailable(to), isAsked: false };
  const options = { messageId: send.rfc_message_id, reference: send.message_id };
  const envelope = { from: send.envelope_from, to };
  return { result: await ready.transport.submit(envelope, ready.raw, options), isAsked: true };
}

/** @throws Error when the database, the storage or a key is out of reach */
async function makeReady(services: Services, send: LockedSend, content: Uint8Array | null) {
  const transport = await transportOf(services, send);
  const raw = content ?? (await readBlob(services, send.raw_id));
  return { transport, raw: transport ? await signedFor(services, transport, send.envelope_from, raw) : raw };
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

/** Begins the attempts of messages that go to the transport only. Null for any other, and for what somebody holds. */
async function beginAll(services: Services, messageIds: readonly string[]): Promise<(Begun | null)[]> {
  return services.db.transaction(async (tx) => {
    const [open, contents] = await Promise.all([
      openSends(tx, messageIds, 'skip'),
      smallContentsOf(tx, messageIds),
    ]);
    const contentOf = new Map(contents.map(({ message_id, content }) => [message_id, content]));
    const begun = new Map<string, Begun>();
    for (const [id, { send, deliveries }] of open) {
      const waiting = deliveries.filter(isWaiting);
      const { remote } = byWay(waiting, services.config.mailDomain);
      if (waiting.length === 0) begun.set(id, { again: undefined });
      else if (send.attempt_started_at === null && remote.length === waiting.length)
        begun.set(id, { attempt: { send, remote, content: contentOf.get(id) ?? null } });
    }
    const attempted = [...begun].filter(([, each]) => 'attempt' in each).map(([id]) => id);
    if (attempted.length > 0) tx.last(markAttempts(attempted, services.clock.now()));
    // Each attempt belongs to one job: a second one for the same message finds it begun.
    return messageIds.map((id) => {
      const each = begun.get(id) ?? null;
      begun.delete(id);
      return each;
    });
  });
}

/** Delivers to the deployment's own recipients and the simulator's, and says what is left for the transport. */
async function beginAlone(services: Services, messageId: string): Promise<Begun> {
  return services.db.transaction(async (tx): Promise<Begun> => {
    const [open, [small]] = await Promise.all([openSend(tx, messageId), smallContentsOf(tx, [messageId])]);
    const waiting = open?.deliveries.filter(isWaiting) ?? [];
    if (!open || waiting.length === 0) return { again: undefined };
    const { send, deliveries } = open;
    const at = services.clock.now();
    if (send.attempt_started_at !== null) {
      await endLostAttempt(services, tx, send, deliveries, at);
      return { again: undefined };
    }
    const { inside, simulated, remote } = byWay(waiting, services.config.mailDomain);
    await tx.run(markAttempts([messageId], at));
    const attempt = { send, remote, content: small?.content ?? null };
    if (remote.length === waiting.length) return { attempt };
    const news = [
      ...(await deliverToOurselves(services, tx, send, inside, at)),
      ...(await simulateHandOver(tx, messageId, simulated, at)),
    ].map((each) => lastTry(each, send, at));
    const { deliveries: afterwards } = await transition(services, tx, send, deliveries, news, {
      at,
      endsAttempt: remote.length === 0,
      providerMessageId: simulated.length > 0 ? `simulator-${messageId.toLowerCase()}` : null,
    });
    return remote.length > 0 ? { attempt } : { again: nextTry(afterwards, send, at) };
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
async function deliverToOurselves(
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
    await deliverInside(tx, services, {
      from: send.envelope_from,
      recipients: reached.map((address) => address.toLowerCase()),
      rawId: send.raw_id,
      heloName: services.config.mailDomain,
      // One outbound message is one message to whoever receives it, however often it is handed over.
      dedupeKey: send.message_id,
      at: now,
    });
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

/** What the transport said of a message, whose send is as it was before the attempt; or we, where it was not asked. */
type Said = { send: LockedSend; result: SubmitResult; isAsked: boolean };

/**
 * Writes down what the transport said. What a provider told meanwhile of the same recipients stays. Null for what
 * somebody else holds, or was erased meanwhile.
 */
async function endAll(
  services: Services,
  batch: readonly Said[],
  others: 'wait' | 'skip',
): Promise<(Ended | null)[]> {
  const at = services.clock.now();
  return services.db.transaction(async (tx) => {
    const ids = batch.map(({ send }) => send.message_id);
    const open = await openSends(tx, ids, others);
    const held = batch.filter(({ send }, index) => {
      return open.has(send.message_id) && ids.indexOf(send.message_id) === index;
    });
    const steps = held.map(({ send, result }): Step => {
      const news = result.recipients.map((recipient) => lastTry(newsOf(recipient, result), send, at));
      const { providerMessageId, reason = null } = result;
      return {
        ...open.get(send.message_id)!,
        news,
        options: { at, endsAttempt: true, providerMessageId, reason },
      };
    });
    const [transitions] = await Promise.all([
      transitionAll(services, tx, steps),
      insertProviderMessages(
        tx,
        held.flatMap(({ send, result }) => (result.taken ?? []).map((ids) => ({ ...send, ...ids }))),
      ),
    ]);
    for (const [index, said] of held.entries())
      if (endsUntried(said, transitions[index]!)) await giveBack(tx, said.send.message_id);
    const again = new Map(
      held.map(({ send }, index) => [send, nextTry(transitions[index]!.deliveries, send, at)]),
    );
    return batch.map(({ send }) => (again.has(send) ? { again: again.get(send) } : null));
  });
}

/** It failed before any attempt: no transport was ever asked, and nobody has it. */
const endsUntried = ({ send, isAsked }: Said, { to, deliveries }: Transition): boolean =>
  !isAsked && send.attempts === 0 && to === 'rejected' && !deliveries.some(({ is_taken }) => is_taken);

function newsOf(recipient: RecipientResult, { reason }: SubmitResult): News {
  const { address, smtp_code, enhanced_code, response, outcome } = recipient;
  const said = { address, trigger: { attempt: outcome }, smtp_code, enhanced_code, smtp_response: response };
  return { ...said, reason: reasonOf(outcome, reason) };
}

/** A message's reason is that of some of its recipients; each is told only what fits its own outcome. */
function reasonOf(outcome: RecipientOutcome, reason: SubmitReason | undefined): SubmitReason | null {
  const [otherwise, ...others] = REASONS[outcome];
  return reason !== undefined && (reason === otherwise || others.includes(reason)) ? reason : otherwise;
}

/** The reasons of each outcome; first what stands for none. */
const REASONS: Record<RecipientOutcome, readonly [SubmitReason | null, ...SubmitReason[]]> = {
  accepted: [null],
  refused_temporarily: [null, 'transport_unavailable'],
  refused_permanently: ['provider_validation', 'sender_domain_unavailable'],
  unknown: ['transport_answer_unclear', 'transport_timeout', 'transport_connection_lost'],
};
