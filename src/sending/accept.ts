import { recordContacts, type Sighting } from '#contacts/index.ts';
import { enqueue } from '#jobs/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { insertBlobs, type StagedBlob, stageBlob } from '#kernel/blobs.ts';
import { sqlState, type Transaction } from '#kernel/database.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Services } from '#kernel/services.ts';
import { insertAttachments, insertMessages, type Message } from '#messages/index.ts';
import { effectivePolicy } from '#tenants/index.ts';
import {
  applyChanges,
  insertTokens,
  lockThreads,
  mergeParticipants,
  type ThreadChange,
  type ThreadRow,
  threadToken,
} from '#threads/index.ts';
import { type CapWarning, type DailyCap, takeOfCaps } from './caps.ts';
import { mailboxChecks, requestChecks, runChecks, senderOf, transportOf } from './checks.ts';
import { type ComposedMessage, replyReferences } from './compose/index.ts';
import { composeDraft } from './compose-draft.ts';
import type { Draft } from './draft.ts';
import { recordAccepted } from './events.ts';
import { readFacts, type SendFacts } from './facts.ts';
import { deliveriesFor } from './fate.ts';
import { submitMessage, submitScheduled } from './jobs.ts';
import { describeAccepted, toAttachmentRows, toNewMessage } from './message.ts';
import { insertSend, limitLockWaits, type NewDelivery, type NewSend } from './repository.ts';

type SendCall = { db: Transaction; services: Services; actor: Actor };

/** What a dry run tells of a draft that passed every check. */
export type DryRun = {
  would_send: true;
  recipients: (Pick<NewDelivery, 'address' | 'field' | 'reason'> & { status: 'queued' | 'suppressed' })[];
};

/** Everything that is known before anything is written. */
type Prepared = {
  draft: Draft;
  messageId: string;
  thread: ThreadRow | null;
  threadId: string;
  from: { address: string; name: string | null };
  transport: string;
  token: { token: string; kid: string };
  composed: ComposedMessage;
  deliveries: NewDelivery[];
  caps: readonly DailyCap[];
  now: Date;
};

/**
 * Accepts a message: when it returns (and the transaction commits) the message, its deliveries and the job that sends
 * it are on disk. @throws AppError every code of interface-spec 4.6
 */
export async function acceptSend(call: SendCall, draft: Draft): Promise<Message> {
  const prepared = await prepare(call, draft);
  const raw = await stageBlob(call.services, prepared.composed.raw);
  return store(call, prepared, raw);
}

/**
 * The same checks, composition included, with nothing written (interface-spec 4.6, Dry run).
 * @throws AppError the same, `recipient_blocked` and `all_recipients_suppressed`
 */
export async function dryRunSend(call: SendCall, draft: Draft): Promise<DryRun> {
  const { deliveries } = await prepare(call, draft);
  const recipients = deliveries.map(({ address, field, status, reason }) => ({
    address,
    field,
    status: status === 'queued' ? status : ('suppressed' as const),
    reason,
  }));
  if (recipients.some(({ status }) => status === 'queued')) return { would_send: true, recipients };
  const allBlocked = recipients.every(({ reason }) => reason === 'send_block');
  throw new AppError(allBlocked ? 'recipient_blocked' : 'all_recipients_suppressed', { recipients });
}

async function prepare(call: SendCall, draft: Draft): Promise<Prepared> {
  const { services } = call;
  const { identity } = draft;
  const policy = effectivePolicy(identity.tenant);
  const now = services.clock.now();
  runChecks(requestChecks, { draft, policy, mailDomain: services.config.mailDomain, now });
  const facts = await readFacts(call, { draft, policy, now });
  runChecks(mailboxChecks, facts);
  const sender = senderOf(facts);
  const threadId = facts.thread?.id ?? newId('thread');
  const ready = {
    draft: continued(facts),
    messageId: newId('message'),
    thread: facts.thread,
    from: { address: sender.address, name: identity.display_name || null },
    token: tokenOf(services, identity.id, threadId),
    now,
  };
  return {
    ...ready,
    threadId,
    transport: transportOf(sender),
    composed: await composeDraft(services, ready, policy),
    deliveries: deliveriesFor(draft, facts.standing, policy),
    caps: facts.caps,
  };
}

function tokenOf({ keyRing }: Services, identityId: string, threadId: string): Prepared['token'] {
  const { kid, key } = keyRing.active('thread');
  return { kid, token: threadToken(key, identityId, threadId) };
}

/** A message that continues a thread without answering one of its messages is threaded as if it answered the newest. */
function continued({ draft, newest }: SendFacts): Draft {
  if (!newest) return draft;
  const { rfc_message_id: messageId, in_reply_to: inReplyTo, references } = newest;
  return { ...draft, ...replyReferences({ messageId, inReplyTo, references }) };
}

const isQueued = ({ status }: NewDelivery): boolean => status === 'queued';

async function store(call: SendCall, prepared: Prepared, raw: StagedBlob): Promise<Message> {
  const { db, services } = call;
  const { draft, threadId, token, deliveries, now } = prepared;
  const goesOut = deliveries.some(isQueued);
  const message = {
    ...toNewMessage({ ...prepared, rawId: raw.id }),
    status: goesOut ? 'queued' : 'suppressed',
  };
  const files = await stageAttachments(services, draft);
  const attachmentRows = toAttachmentRows(message, draft, files);
  const change = await threadChange(db, prepared);
  await Promise.all([
    insertBlobs(db, [raw, ...files.filter((file) => file !== null)]),
    insertMessages(db, [message]),
    insertAttachments(db, attachmentRows),
    applyChanges(db, [change]),
    recordContacts(db, recipientsMet(prepared)),
    insertTokens(db, { ...token, identity_id: draft.identity.id, thread_id: threadId }),
    insertSend(db, toNewSend(prepared, goesOut), deliveries),
    ...(goesOut ? [enqueueSubmit(db, prepared)] : []),
  ]);
  await recordAccepted(db, services, { ...prepared, warnings: goesOut ? await countIt(db, prepared) : null });
  return describeAccepted(message, attachmentRows, deliveries, now);
}

/** The job that hands it over; a scheduled message is looked at once more when its time has come. */
function enqueueSubmit(db: Transaction, { draft: { sendAt, identity }, messageId }: Prepared): Promise<void> {
  const payload = { message_id: messageId, tenant_id: identity.tenant_id };
  return sendAt === null
    ? enqueue(db, submitMessage, payload)
    : enqueue(db, submitScheduled, payload, { runAt: sendAt });
}

/** Last of all: from here on others who send for the same tenant wait for the commit. */
function countIt(db: Transaction, { draft, caps, now }: Prepared): Promise<CapWarning[]> {
  const { timezone: zone } = draft.identity.tenant;
  return takeOfCaps(db, caps, { zone, at: draft.sendAt ?? now, now });
}

/** Nobody becomes known by being written to in vain. */
const recipientsMet = ({ draft, threadId, deliveries, now }: Prepared): Sighting[] => {
  const reached = new Set(deliveries.filter(isQueued).map(({ address }) => address));
  return [...draft.to, ...draft.cc, ...draft.bcc]
    .filter(({ address }) => reached.has(address))
    .map(({ address, name }) => ({
      tenant_id: draft.identity.tenant_id,
      identity_id: draft.identity.id,
      address,
      name,
      direction: 'outbound',
      at: now.toISOString(),
      thread_id: threadId,
    }));
};

const toNewSend = (
  { draft, messageId, from, transport, caps, now }: Prepared,
  goesOut: boolean,
): NewSend => ({
  message_id: messageId,
  tenant_id: draft.identity.tenant_id,
  identity_id: draft.identity.id,
  envelope_from: from.address,
  transport,
  counted_on: goesOut ? caps[0]!.day : null,
  created_at: now,
});

/** Null for what is stored already. */
const stageAttachments = (services: Services, draft: Draft): Promise<(StagedBlob | null)[]> =>
  Promise.all(draft.attachments.map(({ content }) => content && stageBlob(services, content)));

/** What the message adds to its thread; one that exists is locked for it. */
async function threadChange(db: Transaction, prepared: Prepared): Promise<ThreadChange> {
  const { draft, thread, threadId, from, now } = prepared;
  const present = thread ? await lockParticipants(db, thread.id) : [];
  return {
    id: threadId,
    tenant_id: draft.identity.tenant_id,
    identity_id: draft.identity.id,
    subject: draft.subject,
    participants: mergeParticipants(present, [from, ...draft.to, ...draft.cc, ...draft.bcc]),
    message_count: 1,
    quarantined_count: 0,
    unread_count: 0,
    last_at: now.toISOString(),
    last_any_at: now.toISOString(),
    labels: draft.labels,
    directions: ['outbound'],
    created_at: now.toISOString(),
  };
}

/** Milliseconds that a send waits for another one on its thread; then it is told to come again. */
const THREAD_WAIT = 3_000;
const THREAD_RETRY_AFTER = 1;
const LOCK_NOT_AVAILABLE = '55P03';

/** @throws AppError `thread_busy` */
async function lockParticipants(db: Transaction, threadId: string): Promise<ThreadRow['participants']> {
  const [, threads] = await Promise.all([
    limitLockWaits(db, THREAD_WAIT),
    lockThreads(db, [threadId]).catch((error: unknown) => {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new AppError(
        'thread_busy',
        { retry_after: THREAD_RETRY_AFTER },
        { retryAfter: THREAD_RETRY_AFTER },
      );
    }),
    // The transaction is over when the wait was in vain; why, is told above.
    limitLockWaits(db, 0).catch(() => 0),
  ]);
  return threads[0]?.participants ?? [];
}
