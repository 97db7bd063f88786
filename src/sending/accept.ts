import { recordContacts, type Sighting } from '#contacts/index.ts';
import { addressesOf } from '#identities/index.ts';
import { enqueue } from '#jobs/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { insertBlobs, type StagedBlob, stageBlob } from '#kernel/blobs.ts';
import type { Queryable } from '#kernel/database.ts';
import { AppError, invalidRequest } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { limits } from '#kernel/limits.ts';
import type { Services } from '#kernel/services.ts';
import {
  findNewestOfThread,
  insertAttachments,
  insertMessages,
  type Message,
  mayReview,
} from '#messages/index.ts';
import { effectivePolicy, type Policy } from '#tenants/index.ts';
import {
  applyChanges,
  findThread,
  insertTokens,
  lockThreads,
  mergeParticipants,
  type ThreadChange,
  type ThreadRow,
  threadToken,
  withThreadToken,
} from '#threads/index.ts';
import { runChecks, senderOf } from './checks.ts';
import { type ComposedMessage, CompositionError, composeMessage, replyReferences } from './compose/index.ts';
import type { Draft } from './draft.ts';
import { submitMessage } from './jobs.ts';
import { describeAccepted, toAttachmentRows, toNewMessage } from './message.ts';
import { insertSend, type NewDelivery, type NewSend } from './repository.ts';

type SendCall = { db: Queryable; services: Services; actor: Actor };

/** What a dry run tells of a draft that passed every check. */
export type DryRun = {
  would_send: true;
  recipients: { address: string; field: NewDelivery['field']; status: 'queued'; reason: null }[];
};

/** Everything that is known before anything is written. */
type Prepared = {
  draft: Draft;
  messageId: string;
  thread: ThreadRow | null;
  threadId: string;
  from: { address: string; name: string | null };
  token: { token: string; kid: string };
  composed: ComposedMessage;
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

/** The same checks, composition included, with nothing written (interface-spec 4.6, Dry run). */
export async function dryRunSend(call: SendCall, draft: Draft): Promise<DryRun> {
  await prepare(call, draft);
  const recipients = deliveriesFor(draft).map(({ address, field }) => ({
    address,
    field,
    status: 'queued' as const,
    reason: null,
  }));
  return { would_send: true, recipients };
}

async function prepare({ db, services, actor }: SendCall, wanted: Draft): Promise<Prepared> {
  const { identity, threadId } = wanted;
  const policy = effectivePolicy(identity.tenant);
  const [addresses, thread] = await Promise.all([
    addressesOf(db, identity.id),
    threadId === null ? null : findThread(db, identity.id, threadId, mayReview(actor)),
  ]);
  const facts = { draft: wanted, thread, policy, mailDomain: services.config.mailDomain, addresses };
  runChecks(facts);
  if (threadId !== null && !thread) throw new AppError('thread_not_found');
  const prepared = {
    draft: thread ? await continued(db, thread.id, wanted, mayReview(actor)) : wanted,
    messageId: newId('message'),
    thread,
    threadId: thread?.id ?? newId('thread'),
    from: { address: senderOf(facts).address, name: identity.display_name || null },
    now: services.clock.now(),
  };
  const token = tokenOf(services, identity.id, prepared.threadId);
  return { ...prepared, token, composed: await compose(services, { ...prepared, token }, policy) };
}

function tokenOf({ keyRing }: Services, identityId: string, threadId: string): Prepared['token'] {
  const { kid, key } = keyRing.active('thread');
  return { kid, token: threadToken(key, identityId, threadId) };
}

/** A message that continues a thread without answering one of its messages is threaded as if it answered the newest. */
async function continued(db: Queryable, threadId: string, draft: Draft, review: boolean): Promise<Draft> {
  if (draft.inReplyTo !== null) return draft;
  const newest = await findNewestOfThread(db, threadId, review);
  if (!newest) return draft;
  const { rfc_message_id: messageId, in_reply_to: inReplyTo, references } = newest;
  return { ...draft, ...replyReferences({ messageId, inReplyTo, references }) };
}

async function compose(
  services: Services,
  prepared: Omit<Prepared, 'composed'>,
  policy: Policy,
): Promise<ComposedMessage> {
  const { draft, messageId, from, token, now } = prepared;
  const composed = await composeMessage({
    messageId: `<${messageId.toLowerCase()}@${services.config.mailDomain}>`,
    date: now,
    from,
    to: draft.to,
    cc: draft.cc,
    bcc: draft.bcc,
    replyTo: withThreadToken(from.address, token.token),
    subject: draft.subject,
    text: draft.text,
    html: draft.html,
    inReplyTo: draft.inReplyTo,
    references: draft.references,
    headers: draft.headers,
    attachments: draft.attachments.map((attachment) => ({
      filename: attachment.filename,
      contentType: attachment.content_type,
      content: Buffer.from(attachment.content_base64, 'base64'),
      disposition: attachment.disposition,
      contentId: attachment.content_id,
    })),
    signature: draft.identity.signature,
    disclosure: disclosureFor(prepared, policy),
    autoSubmitted: draft.kind === 'auto_reply',
    listUnsubscribe: draft.unsubscribe,
  }).catch((error: unknown) => {
    throw error instanceof CompositionError
      ? invalidRequest([{ path: error.path, message: error.message }])
      : error;
  });
  if (composed.size > limits.outboundMessage) {
    throw new AppError('message_too_large', { size: composed.size, limit: limits.outboundMessage });
  }
  return composed;
}

/** The footer goes on the identity's first message of a thread, or on every one (decisions.md section 2). */
function disclosureFor({ thread }: Omit<Prepared, 'composed'>, policy: Policy): { text: string } | null {
  const { mode, text } = policy.ai_disclosure;
  if (mode === 'none' || (mode === 'first_message' && thread?.directions.includes('outbound'))) return null;
  return { text };
}

const deliveriesFor = (draft: Draft): NewDelivery[] =>
  (['to', 'cc', 'bcc'] as const).flatMap((field) =>
    draft[field].map(({ address }) => ({ address, field, status: 'queued' as const, reason: null })),
  );

async function store({ db, services }: SendCall, prepared: Prepared, raw: StagedBlob): Promise<Message> {
  const { draft, threadId, token, now } = prepared;
  const message = toNewMessage({ ...prepared, rawId: raw.id });
  const attachments = await stageAttachments(services, draft);
  const attachmentRows = toAttachmentRows(message, draft, attachments);
  const deliveries = deliveriesFor(draft);
  const change = await threadChange(db, prepared);
  await Promise.all([
    insertBlobs(db, [raw, ...attachments]),
    insertMessages(db, [message]),
    insertAttachments(db, attachmentRows),
    applyChanges(db, [change]),
    recordContacts(db, recipientsMet(prepared)),
    insertTokens(db, { ...token, identity_id: draft.identity.id, thread_id: threadId }),
    insertSend(db, toNewSend(prepared), deliveries),
    enqueue(db, submitMessage, { message_id: message.id, tenant_id: message.tenant_id }),
  ]);
  return describeAccepted(message, attachmentRows, deliveries, now);
}

const recipientsMet = ({ draft, threadId, now }: Prepared): Sighting[] =>
  [...draft.to, ...draft.cc, ...draft.bcc].map(({ address, name }) => ({
    tenant_id: draft.identity.tenant_id,
    identity_id: draft.identity.id,
    address,
    name,
    direction: 'outbound',
    at: now.toISOString(),
    thread_id: threadId,
  }));

const toNewSend = ({ draft, messageId, from }: Prepared): NewSend => ({
  message_id: messageId,
  tenant_id: draft.identity.tenant_id,
  identity_id: draft.identity.id,
  envelope_from: from.address,
  transport: 'basic',
});

const stageAttachments = (services: Services, draft: Draft): Promise<StagedBlob[]> =>
  Promise.all(
    draft.attachments.map(({ content_base64 }) => stageBlob(services, Buffer.from(content_base64, 'base64'))),
  );

/** What the message adds to its thread; one that exists is locked for it. */
async function threadChange(db: Queryable, prepared: Prepared): Promise<ThreadChange> {
  const { draft, thread, threadId, from, now } = prepared;
  const present = thread ? ((await lockThreads(db, [thread.id]))[0]?.participants ?? []) : [];
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
