import type { NewEvent } from '#events/index.ts';
import { enqueue, enqueueMany } from '#jobs/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { createBatcher, gatherDelay } from '#kernel/data/batcher.ts';
import { insertBlobs, type StagedBlob } from '#kernel/data/blobs.ts';
import { type Database, sqlState, type Transaction } from '#kernel/data/database.ts';
import { type AnswerToStore, storeAnswers } from '#kernel/operation/idempotency.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Guarded, messageGuardAdvised } from '#mail/guard/index.ts';
import { recordContacts, type Sighting } from '#mailbox/contacts/index.ts';
import {
  insertAttachments,
  insertMessages,
  type NewAttachment,
  type NewMessage,
} from '#mailbox/messages/index.ts';
import {
  applyChanges,
  insertTokens,
  lockThreads,
  mergeParticipants,
  type ThreadChange,
  type ThreadRow,
} from '#mailbox/threads/index.ts';
import { requestedEvents, writeApprovals } from '../approval/hold.ts';
import type { NewApproval } from '../approval/repository.ts';
import { recordAccepted, suppressedEvents } from '../events.ts';
import { submitMessage, submitScheduled } from '../jobs.ts';
import { insertSends, limitLockWaits, type NewDelivery } from '../repository.ts';
import { countedIn, type SendCap, takeOfCaps } from './caps.ts';
import type { Draft } from './draft.ts';
import { storedVerdict } from './guarded.ts';

/** The caller's own writes in the transaction of the message. If they throw, nothing is sent. */
export type Alongside = (tx: Transaction, messageId: string) => Promise<void>;

/** A message with everything that is written in its transaction. */
export type Accepted = {
  draft: Draft;
  message: NewMessage;
  thread: ThreadRow | null;
  transport: string;
  token: { token: string; kid: string };
  deliveries: readonly NewDelivery[];
  attachments: readonly NewAttachment[];
  blobs: readonly StagedBlob[];
  caps: readonly SendCap[];
  /** Whether at least one recipient is not suppressed. */
  goesOut: boolean;
  /** The guard's verdict; null if the policy turns the guard off. */
  guarded: Guarded | null;
  /** Set when a person has to approve it first. */
  approval: NewApproval | null;
  alongside: Alongside | null;
  now: Date;
  record: AnswerToStore;
};

const MAX_BATCH = 32;
const batchers = new WeakMap<Database, (accepted: Accepted) => Promise<void>>();

/**
 * Writes an accepted message and the stored response for its idempotency key, in one transaction. Concurrent messages
 * share one, and its commit; when that fails, each gets its own transaction and its own error. A message that continues
 * a thread never shares: it may have to wait for the lock on the thread, and others must not wait with it.
 * @throws AppError `thread_busy`, `billing_limit`, `daily_cap_reached`
 */
export function writeAccepted(services: Services, accepted: Accepted): Promise<void> {
  const { db } = services;
  if (accepted.thread) return db.transaction((tx) => writeAll(tx, services, [accepted]));
  let write = batchers.get(db);
  if (!write) {
    write = createBatcher(
      async (batch) => {
        await db.transaction((tx) => writeAll(tx, services, batch));
        return batch.map(() => undefined);
      },
      MAX_BATCH,
      undefined,
      gatherDelay,
    );
    batchers.set(db, write);
  }
  return write(accepted);
}

async function writeAll(tx: Transaction, services: Services, batch: readonly Accepted[]): Promise<void> {
  const changes = await Promise.all(batch.map((accepted) => threadChange(tx, accepted)));
  const goingOut = batch.filter(({ goesOut, approval }) => goesOut && approval === null);
  const held = batch.flatMap(({ approval, message }) => (approval ? [{ approval, message }] : []));
  // This runs first, so that its error becomes the response.
  await Promise.all(batch.flatMap(({ alongside, message }) => alongside?.(tx, message.id) ?? []));
  await Promise.all([
    storeAnswers(
      tx,
      batch.map(({ record }) => record),
    ),
    insertBlobs(
      tx,
      batch.flatMap(({ blobs }) => blobs),
    ),
    insertMessages(
      tx,
      batch.map(({ message }) => message),
      services.storageFormat,
    ),
    insertAttachments(
      tx,
      batch.flatMap(({ attachments }) => attachments),
    ),
    applyChanges(tx, changes),
    recordContacts(tx, batch.flatMap(recipientsMet)),
    insertTokens(
      tx,
      batch.map(({ token, message: { identity_id, thread_id } }) => ({ ...token, identity_id, thread_id })),
    ),
    insertSends(tx, batch.map(toNewSend)),
    ...enqueueSubmits(tx, goingOut),
    ...writeApprovals(tx, held),
    count(tx, services, batch, goingOut),
  ]);
}

/**
 * Runs last, because from here on concurrent senders of the same tenants wait for this commit. Events are written
 *  before the counters, in the same order as for canceled messages: the opposite order could deadlock.
 */
async function count(
  tx: Transaction,
  services: Services,
  batch: readonly Accepted[],
  goingOut: readonly Accepted[],
): Promise<void> {
  const suppressed = batch
    .filter(({ goesOut }) => !goesOut)
    .map(({ message, deliveries }) => ({
      tenant_id: message.tenant_id,
      identity_id: message.identity_id,
      message_id: message.id,
      recipients: deliveries.map(({ address }) => address),
    }));
  const held = batch.flatMap(({ approval, message }) => (approval ? [{ approval, message }] : []));
  const events = [...suppressedEvents(suppressed), ...requestedEvents(held), ...batch.flatMap(advisedEvents)];
  await recordAccepted(tx, services, events, []);
  const toCount = goingOut.map(({ draft, caps, now }) => ({
    caps,
    now,
    at: draft.sendAt ?? now,
    zone: draft.identity.tenant.timezone,
  }));
  if (toCount.length > 0) await recordAccepted(tx, services, [], await takeOfCaps(tx, services, toCount));
}

/** None for a message that waits for approval, because its approval request has the reasons. */
function advisedEvents({ guarded, message }: Accepted): NewEvent[] {
  if (guarded?.verdict !== 'advised') return [];
  const { id: message_id, tenant_id, identity_id } = message;
  return [messageGuardAdvised({ tenant_id, identity_id, data: { message_id, reasons: guarded.reasons } })];
}

/** Enqueues the jobs that submit them. A scheduled message is checked again when it is due. */
function enqueueSubmits(tx: Transaction, accepted: readonly Accepted[]): Promise<void>[] {
  const payloadOf = ({ message: { id, tenant_id } }: Accepted) => ({ message_id: id, tenant_id });
  const scheduled = accepted.filter(({ draft }) => draft.sendAt !== null);
  const now = accepted.filter(({ draft }) => draft.sendAt === null);
  return [
    enqueueMany(tx, submitMessage, now.map(payloadOf)),
    ...scheduled.map((each) => enqueue(tx, submitScheduled, payloadOf(each), { runAt: each.draft.sendAt! })),
  ];
}

/** Suppressed recipients do not become contacts. Those of a message that waits for approval do once it is released. */
export function recipientsMet({
  draft,
  message,
  deliveries,
}: Pick<Accepted, 'draft' | 'deliveries'> & {
  message: Pick<NewMessage, 'tenant_id' | 'identity_id' | 'created_at' | 'thread_id'>;
}): Sighting[] {
  const reached = new Set(
    deliveries.filter(({ status }) => status === 'queued').map(({ address }) => address),
  );
  return [...draft.to, ...draft.cc, ...draft.bcc]
    .filter(({ address }) => reached.has(address))
    .map(({ address, name }) => ({
      tenant_id: message.tenant_id,
      identity_id: message.identity_id,
      address,
      name,
      direction: 'outbound',
      at: message.created_at,
      thread_id: message.thread_id,
    }));
}

const toNewSend = ({ message, transport, caps, goesOut, approval, deliveries, guarded }: Accepted) => ({
  message_id: message.id,
  tenant_id: message.tenant_id,
  identity_id: message.identity_id,
  envelope_from: message.from!.address,
  transport,
  ...(goesOut && approval === null ? countedIn(caps) : { counted_on: null, metered_on: null }),
  guard: storedVerdict(guarded),
  read_message_ids: guarded?.readMessageIds ?? [],
  created_at: message.created_at,
  deliveries,
});

/** Adds a message to its thread. An existing thread is locked. */
async function threadChange(tx: Transaction, { draft, message, thread }: Accepted): Promise<ThreadChange> {
  const present = thread ? await lockParticipants(tx, thread.id) : [];
  return {
    id: message.thread_id,
    tenant_id: message.tenant_id,
    identity_id: message.identity_id,
    subject: draft.subject,
    participants: mergeParticipants(present, [message.from!, ...draft.to, ...draft.cc, ...draft.bcc]),
    message_count: 1,
    quarantined_count: 0,
    unread_count: 0,
    last_at: message.created_at,
    last_any_at: message.created_at,
    labels: draft.labels,
    directions: ['outbound'],
    created_at: message.created_at,
  };
}

/** How long, in milliseconds, a send waits for another one on its thread before it answers `thread_busy`. */
const THREAD_WAIT = 3_000;
const THREAD_RETRY_AFTER = 1;
const LOCK_NOT_AVAILABLE = '55P03';

/** @throws AppError `thread_busy` */
async function lockParticipants(tx: Transaction, threadId: string): Promise<ThreadRow['participants']> {
  const [, threads] = await Promise.all([
    limitLockWaits(tx, THREAD_WAIT),
    lockThreads(tx, [threadId]).catch((error: unknown) => {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new AppError(
        'thread_busy',
        { retry_after: THREAD_RETRY_AFTER },
        { retryAfter: THREAD_RETRY_AFTER },
      );
    }),
    // A lock timeout aborts the transaction; the caller turns it into `thread_busy`.
    limitLockWaits(tx, 0).catch(() => 0),
  ]);
  return threads[0]?.participants ?? [];
}
