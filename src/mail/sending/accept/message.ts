import type { StagedBlob } from '#kernel/data/blobs.ts';
import { type Message, type NewAttachment, type NewMessage, noReading } from '#mailbox/messages/index.ts';
import type { ComposedMessage } from '../compose/index.ts';
import type { NewDelivery } from '../repository.ts';
import type { Draft } from './draft.ts';

/** A message that passed every check and is composed. */
export type AcceptedMessage = {
  draft: Draft;
  messageId: string;
  threadId: string;
  from: { address: string; name: string | null };
  /** Whether it is sent from the platform address, because its own domain is failing. */
  isFallback: boolean;
  composed: ComposedMessage;
  /** What the API returns as `html`. */
  safeHtml: string | null;
  rawId: string;
  now: Date;
};

/** Outbound mail is not triaged. */
const notTriaged = noReading('skipped', { reason: 'not_eligible' });

export const toNewMessage = ({
  draft,
  composed,
  safeHtml,
  from,
  isFallback,
  now,
  ...ids
}: AcceptedMessage): NewMessage => ({
  id: ids.messageId,
  tenant_id: draft.identity.tenant_id,
  identity_id: draft.identity.id,
  thread_id: ids.threadId,
  direction: 'outbound',
  status: 'queued',
  kind: draft.kind,
  from,
  to: draft.to,
  cc: draft.cc,
  bcc: draft.bcc,
  reply_to: [],
  delivered_to: null,
  is_primary_recipient: true,
  subject: draft.subject,
  sent_at: null,
  received_at: null,
  send_at: draft.sendAt?.toISOString() ?? null,
  extracted_text: draft.text ?? composed.text,
  text: composed.text,
  html: safeHtml,
  headers: Object.entries(draft.headers),
  labels: draft.labels,
  is_read: true,
  trust: null,
  quarantine_reason: null,
  triage: notTriaged,
  refs: [],
  verification: null,
  rfc_message_id: composed.messageId,
  in_reply_to: draft.inReplyTo,
  references: draft.references,
  flags: isFallback ? ['sent_via_fallback'] : [],
  metadata: draft.metadata,
  raw_id: ids.rawId,
  content_hash: null,
  created_at: now.toISOString(),
});

/** One row per attachment. `blobs` has the bytes that came with the request, and null for attachments already stored. */
export const toAttachmentRows = (
  message: NewMessage,
  draft: Draft,
  blobs: readonly (StagedBlob | null)[],
): NewAttachment[] =>
  draft.attachments.map((attachment, position) => ({
    id: attachment.id,
    message_id: message.id,
    identity_id: message.identity_id,
    position,
    filename: attachment.filename,
    content_type: attachment.contentType,
    size: attachment.size,
    disposition: attachment.disposition,
    content_id: attachment.contentId,
    blob_id: attachment.blobId ?? blobs[position]!.id,
    text_status: 'skipped',
    pages: null,
    risk: attachment.risk,
  }));

/** The message for the response, made without reading it back from the database. */
export const describeAccepted = (
  message: NewMessage,
  attachments: readonly NewAttachment[],
  deliveries: readonly NewDelivery[],
  now: Date,
): Message => ({
  ...message,
  send_at: message.send_at ?? null,
  quarantine_reason: undefined,
  approval: message.approval ?? undefined,
  text: null,
  html: null,
  headers: undefined,
  attachments: [...attachments],
  deliveries: deliveries.map((delivery) => ({
    ...delivery,
    smtp_code: null,
    enhanced_code: null,
    bounce_type: null,
    updated_at: now.toISOString(),
  })),
});
