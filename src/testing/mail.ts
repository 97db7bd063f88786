import { newId, newUlid } from '#kernel/catalogue/ids.ts';
import { insertBlobs, stageBlob } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertAttachments, insertMessages, type NewMessage, noReading } from '#mailbox/messages/index.ts';
import { applyChanges, lockThreads, mergeParticipants } from '#mailbox/threads/index.ts';

/** The identity of the mailbox, as the API returns it. */
export type Mailbox = { id: string; tenant_id: string; primary_address: string };

export type MailOptions = Partial<NewMessage> & {
  at?: Date | string;
  /** Bytes of the raw message; its blob is shared by passing `raw_id` instead. */
  raw?: Uint8Array;
  attachments?: { filename: string; content: Uint8Array; risk?: string }[];
};

export type StoredMail = NewMessage & { attachmentIds: string[] };

const keptBack = new Set(['quarantined', 'hidden', 'throttled']);

/**
 * Stores a message with the same calls as the inbound room, in any state that a test needs. Without `thread_id`, it starts a
 * thread.
 */
export async function storeMail(
  services: Services,
  mailbox: Mailbox,
  options: MailOptions = {},
): Promise<StoredMail> {
  const { at = services.clock.now(), raw, attachments = [], ...fields } = options;
  const staged = raw && (await stageBlob(services, raw));
  const message = toMessage(mailbox, new Date(at).toISOString(), {
    ...(staged && { raw_id: staged.id }),
    ...fields,
  });
  const files = await Promise.all(attachments.map(({ content }) => stageBlob(services, content)));
  const attachmentIds = files.map(() => newId('attachment'));
  await services.db.transaction(async (tx) => {
    await insertBlobs(tx, staged ? [staged, ...files] : files);
    const [thread] = await lockThreads(tx, [message.thread_id]);
    await insertMessages(tx, [message], services.storageFormat);
    await insertAttachments(
      tx,
      files.map((file, position) => ({
        id: attachmentIds[position]!,
        message_id: message.id,
        identity_id: mailbox.id,
        position,
        filename: attachments[position]!.filename,
        content_type: 'text/plain',
        size: file.size,
        disposition: 'attachment' as const,
        content_id: null,
        blob_id: file.id,
        text_status: 'skipped' as const,
        pages: null,
        risk: attachments[position]!.risk ?? null,
      })),
    );
    await applyChanges(tx, [changeOf(message, thread?.participants ?? [])]);
  });
  return { ...message, attachmentIds };
}

function toMessage(mailbox: Mailbox, at: string, fields: Partial<NewMessage>): NewMessage {
  const { direction = 'inbound', status = direction === 'inbound' ? 'received' : 'delivered' } = fields;
  const own = { address: mailbox.primary_address, name: null };
  const other = { address: 'grace@sender.example', name: 'Grace' };
  const inbound = direction === 'inbound';
  return {
    id: newId('message'),
    tenant_id: mailbox.tenant_id,
    identity_id: mailbox.id,
    thread_id: newId('thread'),
    direction,
    status,
    kind: inbound ? 'normal' : 'transactional',
    from: inbound ? other : own,
    to: [inbound ? own : other],
    cc: [],
    bcc: [],
    reply_to: [],
    delivered_to: inbound ? mailbox.primary_address : null,
    is_primary_recipient: true,
    subject: 'The order',
    sent_at: at,
    received_at: inbound ? at : null,
    extracted_text: 'Where is it?',
    text: 'Where is it?',
    html: null,
    headers: [],
    labels: [],
    is_read: !inbound,
    trust: inbound ? trustOf(status) : null,
    quarantine_reason: status === 'quarantined' ? 'authentication_failed' : null,
    triage: noReading('skipped', { reason: 'not_eligible' }),
    refs: [],
    verification: null,
    rfc_message_id: `<${newUlid()}@sender.example>`,
    in_reply_to: null,
    references: [],
    flags: [],
    metadata: {},
    raw_id: null,
    content_hash: null,
    created_at: at,
    ...fields,
  };
}

export const trustOf = (status: string): NonNullable<NewMessage['trust']> => ({
  verdict: status === 'quarantined' ? 'fail' : 'pass',
  spf: 'none',
  dkim: 'none',
  dmarc: 'none',
  arc: 'none',
  known_sender: false,
  quarantined: status === 'quarantined',
  spam_score: 0,
  automated: false,
  flags: [],
});

function changeOf(message: NewMessage, present: NonNullable<NewMessage['from']>[]) {
  const visible = keptBack.has(message.status) ? 0 : 1;
  const people = [...(message.from ? [message.from] : []), ...message.to, ...message.cc];
  return {
    id: message.thread_id,
    tenant_id: message.tenant_id,
    identity_id: message.identity_id,
    subject: message.subject,
    participants: visible || present.length === 0 ? mergeParticipants(present, people) : present,
    message_count: visible,
    quarantined_count: 1 - visible,
    unread_count: message.is_read ? 0 : visible,
    last_at: visible ? message.created_at : null,
    last_any_at: message.created_at,
    labels: visible ? message.labels : [],
    directions: visible || present.length === 0 ? [message.direction] : [],
    created_at: message.created_at,
  };
}
