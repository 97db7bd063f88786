import { SharedPlaces } from '#kernel/base/shared-places.ts';
import { createBatcher, gatherDelay } from '#kernel/data/batcher.ts';
import { readBlob } from '#kernel/data/blobs.ts';
import type { Database } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import type {
  MailTransport,
  RecipientOutcome,
  RecipientResult,
  SubmitReason,
  SubmitResult,
} from '#kernel/ports/mail-transport.ts';
import { giveBack } from '../accept/caps.ts';
import type { Transition } from '../events.ts';
import { insertProviderMessages, type LockedSend } from '../repository.ts';
import {
  type DeliveryUpdate,
  type OpenSend,
  openSends,
  type Step,
  transitionAll,
} from '../transition/transition.ts';
import { type Attempt, createClaims, NotClaimed } from './claim.ts';
import { type Ended, nextTry, type Prepared, prepareAll, prepareAlone, withLastTry } from './prepare.ts';
import { envelopesOf } from './return-path.ts';
import { submitEach } from './submit-each.ts';
import { notReady, signedFor, transportOf, unavailable } from './transport-choice.ts';

/** As many as the transport has connections. Each keeps its message, of at most 5 MiB, in memory. */
const HANDED_OVER_AT_ONCE = 20;
/** Attempts that share a statement or a transaction: as many as jobs run at the same time. */
const MAX_BATCH = 40;

/** How an attempt ended. `send` is as it was before. */
type TransportReport = {
  send: LockedSend;
  result: SubmitResult;
  /** False if we failed before we tried any transport. */
  isAsked: boolean;
  /** The deployment keeps outgoing mail instead of sending it. */
  isCaptured: boolean;
  /** When "attempt started" was recorded; null when it ended before the transport could have got the message. */
  claimedAt: Date | null;
};

/**
 * One attempt to hand a message over to the recipients that wait for it. Returns when to try again, or nothing when
 * every recipient's outcome is known. Reads first (`prepare.ts`), connects, and records the attempt (`claim.ts`) only
 * when the content is about to leave, so that a crash makes nothing uncertain that the transport cannot have.
 */
export async function submit(
  services: Services,
  messageId: string,
  tenantId: string | null,
): Promise<Date | undefined> {
  const batches = batchesOf(services);
  const outcome = await batches.places.run(tenantId, () => attempt(services, batches, messageId));
  if (!('result' in outcome)) return outcome.again;
  // A message that may be taken off its caps needs its own transaction: senders lock the counters in another order.
  const ended =
    (outcome.isAsked && (await batches.end(outcome))) || (await endAll(services, [outcome], 'wait'))[0];
  return ended?.again;
}

async function attempt(
  services: Services,
  { prepare, claim }: Batches,
  messageId: string,
): Promise<TransportReport | Ended> {
  const prepared = (await prepare(messageId)) ?? (await prepareAlone(services, messageId));
  return 'attempt' in prepared ? handOver(services, claim, prepared.attempt) : prepared;
}

/** Concurrent attempts share statements and commits. */
type Batches = {
  /** Bounds the messages in memory. A tenant whose transport is slow leaves room for others. */
  places: SharedPlaces;
  /** Null if the message needs `prepareAlone`. */
  prepare(messageId: string): Promise<Prepared | null>;
  claim(attempt: Attempt): Promise<Date>;
  /** Null if another transaction holds the send. Then `endAll` is called for it alone, and waits. */
  end(report: TransportReport): Promise<Ended | null>;
};
const batchesByDatabase = new WeakMap<Database, Batches>();

function batchesOf(services: Services): Batches {
  let batches = batchesByDatabase.get(services.db);
  if (!batches) {
    batches = {
      places: new SharedPlaces(HANDED_OVER_AT_ONCE),
      prepare: createBatcher((ids: string[]) => prepareAll(services, ids), MAX_BATCH),
      claim: createClaims(services),
      end: createBatcher(
        (reports: TransportReport[]) => endAll(services, reports, 'skip'),
        MAX_BATCH,
        undefined,
        gatherDelay,
      ),
    };
    batchesByDatabase.set(services.db, batches);
  }
  return batches;
}

/** @throws Error when the attempt could not be recorded: nobody has the message then */
async function handOver(
  services: Services,
  claim: Batches['claim'],
  attempt: Attempt,
): Promise<TransportReport | Ended> {
  const { send, remote } = attempt;
  const unasked = { send, isAsked: false, isCaptured: false, claimedAt: null };
  let ready: { transport: MailTransport | null; raw: Uint8Array };
  try {
    ready = await makeReady(services, attempt);
  } catch (error) {
    services.log.error(
      { err: error, message_id: send.message_id },
      'could not prepare a message for sending',
    );
    return { ...unasked, result: notReady(remote) };
  }
  if (ready.transport === null) return { ...unasked, result: unavailable(remote) };
  const claims: Promise<Date>[] = [];
  const beforeHandOver = async (): Promise<void> => {
    if (claims.length === 0) claims.push(claim(attempt));
    await claims[0];
  };
  const options = { messageId: send.rfc_message_id, reference: send.message_id, beforeHandOver };
  const envelopes = envelopesOf(services, ready.transport, attempt);
  const result = await submitEach(ready.transport, envelopes, ready.raw, options);
  try {
    // A transport that gave up may not have waited for the claim.
    const [claimedAt = null] = await Promise.all(claims);
    const isCaptured =
      ready.transport.driver === 'capture' && result.recipients.some(({ outcome }) => outcome === 'accepted');
    return { send, result, isAsked: true, isCaptured, claimedAt };
  } catch (error) {
    // Runs again at once to find out why.
    if (error instanceof NotClaimed) return { again: services.clock.now() };
    throw error;
  }
}

/** @throws Error when the database, the storage or a key is out of reach */
async function makeReady(services: Services, { send, domain, content }: Attempt) {
  const transport = transportOf(services, send, domain);
  const raw = content ?? (await readBlob(services, send.raw_id));
  const from = { address: send.envelope_from, domain };
  return { transport, raw: transport ? await signedFor(services, transport, from, raw) : raw };
}

/**
 * Writes the transports' reports. A report of the provider about the same recipients that is already stored is newer
 *  and stays. Null for a send that another transaction holds, or that was erased.
 */
async function endAll(
  services: Services,
  batch: readonly TransportReport[],
  others: 'wait' | 'skip',
): Promise<(Ended | null)[]> {
  const at = services.clock.now();
  return services.db.transaction(async (tx) => {
    const ids = batch.map(({ send }) => send.message_id);
    const open = await openSends(tx, ids, others);
    const held = batch.filter(({ send }, index) => {
      return open.has(send.message_id) && ids.indexOf(send.message_id) === index;
    });
    const steps = held.map((report) => stepOf(report, open.get(report.send.message_id)!, at));
    const [transitions] = await Promise.all([
      transitionAll(services, tx, steps),
      insertProviderMessages(
        tx,
        held.flatMap(({ send, result }) => (result.taken ?? []).map((ids) => ({ ...send, ...ids }))),
      ),
    ]);
    for (const [index, report] of held.entries())
      if (endsUntried(report, transitions[index]!)) await giveBack(tx, report.send.message_id);
    const again = new Map(
      held.map(({ send }, index) => [send, nextTry(transitions[index]!.deliveries, send, at)]),
    );
    return batch.map(({ send }) => (again.has(send) ? { again: again.get(send) } : null));
  });
}

function stepOf({ send, result, isCaptured, claimedAt }: TransportReport, open: OpenSend, at: Date): Step {
  // An attempt that never claimed the message says nothing about the one that did.
  const isOthers = claimedAt === null && open.send.attempt_started_at !== null;
  const updates = result.recipients.map((recipient) => withLastTry(updateOf(recipient, result), send, at));
  const { providerMessageId, reason = null } = result;
  return {
    ...open,
    updates: isOthers ? [] : updates,
    options: {
      at,
      endsAttempt: claimedAt !== null,
      countsAttempt: claimedAt === null && !isOthers,
      providerMessageId,
      reason,
      isCaptured,
    },
  };
}

/** Whether it failed before its first attempt, so that no transport and no recipient has it. */
const endsUntried = ({ send, isAsked }: TransportReport, { to, deliveries }: Transition): boolean =>
  !isAsked && send.attempts === 0 && to === 'rejected' && !deliveries.some(({ is_taken }) => is_taken);

function updateOf(recipient: RecipientResult, { reason }: SubmitResult): DeliveryUpdate {
  const { address, smtp_code, enhanced_code, response, outcome } = recipient;
  return {
    address,
    trigger: { attempt: outcome },
    smtp_code,
    enhanced_code,
    smtp_response: response,
    reason: reasonOf(outcome, recipient.reason === undefined ? reason : recipient.reason),
  };
}

/** A message's reason comes from some of its recipients; each recipient gets only a reason that fits its own outcome. */
function reasonOf(outcome: RecipientOutcome, reason: SubmitReason | null = null): SubmitReason | null {
  const [otherwise, ...others] = REASONS[outcome];
  return reason !== null && (reason === otherwise || others.includes(reason)) ? reason : otherwise;
}

/** The reasons of each outcome; the first is the default. */
const REASONS: Record<RecipientOutcome, readonly [SubmitReason | null, ...SubmitReason[]]> = {
  accepted: [null],
  refused_temporarily: [null, 'transport_unavailable'],
  refused_permanently: ['provider_validation', 'sender_domain_unavailable'],
  unknown: ['transport_answer_unclear', 'transport_timeout', 'transport_connection_lost'],
};
