import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { type Actor, actorMay } from '#kernel/operation/actor.ts';
import { addressesOf, type IdentityRow } from '#mailbox/identities/index.ts';
import {
  findOriginalFile,
  listAttachmentFiles,
  type MessageRow,
  requireAnswerable,
} from '#mailbox/messages/index.ts';
import { forwardSubject, quotedForward, withoutInlineImages } from '../compose/index.ts';
import type { RecipientFieldInput } from '../schema.ts';
import { commonOf, type Draft, type DraftAttachment, emptyDraft, sourceOf } from './draft.ts';
import { readRecipients } from './recipients.ts';
import { addressWrittenTo } from './reply-draft.ts';

type ForwardCall = { db: Queryable; actor: Actor; target: IdentityRow };
type ForwardInput = {
  message_id: string;
  to: RecipientFieldInput;
  text?: string | undefined;
  include_attachments: boolean;
  send_at?: string | undefined;
};

/**
 * A forward as a draft (spec 4.6): the original's header and text below the caller's text, with its attachments if
 * requested. It begins a new thread, so that replies of its new readers do not mix with the original conversation.
 * @throws AppError `message_not_found`, `permission_denied`, `raw_expired`
 */
export async function forwardDraft(call: ForwardCall, input: ForwardInput): Promise<Draft> {
  const { db, actor, target } = call;
  const [original, own] = await Promise.all([
    requireAnswerable(db, actor, target.id, input.message_id, { quoted: true, html: true }),
    addressesOf(db, target.id),
  ]);
  const from = addressWrittenTo(original, own);
  return {
    ...emptyDraft,
    ...commonOf(input),
    ...readRecipients({ to: input.to }),
    identity: target,
    // A retiring address may only send in threads that already use it, and a forward begins a new thread.
    fromAddress: own.some(({ address, status }) => address === from && status === 'active') ? from : null,
    subject: forwardSubject(original.subject),
    text: input.text ?? '',
    quoted: quotedForward({
      from: original.from,
      to: original.to,
      cc: original.cc,
      subject: original.subject,
      date: original.sent_at ?? original.received_at ?? original.created_at,
      text: original.text ?? original.extracted_text,
      html: input.include_attachments ? original.html : original.html && withoutInlineImages(original.html),
    }),
    source: sourceOf(original),
    attachments: input.include_attachments ? await attachmentsOf(call, original) : [],
  };
}

/** The original's attachments, or the original message itself if its parts could not be read. */
async function attachmentsOf({ db, actor }: ForwardCall, original: MessageRow): Promise<DraftAttachment[]> {
  if (original.flags.includes('parse_degraded') || original.flags.includes('encrypted')) {
    return [await wholeOriginal(db, original)];
  }
  const files = await listAttachmentFiles(db, original.id);
  if (files.some(({ risk }) => risk !== null) && !actorMay(actor, 'quarantine:review')) {
    throw new AppError('permission_denied', { required: 'quarantine:review' });
  }
  return files.map(({ filename, content_type, content_id, disposition, size, blob_id, risk }) => ({
    id: newId('attachment'),
    filename,
    contentType: content_type,
    disposition,
    contentId: content_id,
    size,
    content: null,
    blobId: blob_id,
    risk,
  }));
}

async function wholeOriginal(db: Queryable, original: MessageRow): Promise<DraftAttachment> {
  const raw = await findOriginalFile(db, original.id);
  if (!raw) throw new AppError('raw_expired');
  return {
    id: newId('attachment'),
    filename: 'original.eml',
    contentType: 'message/rfc822',
    disposition: 'attachment',
    contentId: null,
    size: raw.size,
    content: null,
    blobId: raw.id,
    risk: null,
  };
}
