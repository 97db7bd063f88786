import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { streamBlob } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { listAttachmentFiles, type MessageRow } from '#mailbox/messages/index.ts';

/** The message as it was on the wire or, after `raw_days`, rebuilt from the stored fields. */
export async function emlOf(services: Services, message: MessageRow): Promise<Readable> {
  return message.raw_id === null ? composed(services, message) : streamOf(services, message.raw_id);
}

async function streamOf(services: Services, blobId: string): Promise<Readable> {
  const content = await streamBlob(services, blobId);
  return content instanceof Uint8Array
    ? Readable.from([content])
    : Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]);
}

type Mailbox = { address: string; name: string | null };
const named = (mailboxes: readonly Mailbox[]) =>
  mailboxes.map(({ address, name }) => ({ address, name: name ?? '' }));

async function composed(services: Services, message: MessageRow): Promise<Readable> {
  const files = await listAttachmentFiles(services.db, message.id);
  const attachments = files.map(({ filename, content_type, blob_id, disposition }) => ({
    filename,
    contentType: content_type,
    contentDisposition: disposition,
    content: Readable.from(bytesOf(services, blob_id)),
  }));
  return new MailComposer({
    from: message.from ? named([message.from]) : [],
    to: named(message.to),
    cc: named(message.cc),
    replyTo: named(message.reply_to),
    subject: message.subject,
    date: new Date(message.sent_at ?? message.received_at ?? message.created_at),
    messageId: message.rfc_message_id,
    ...(message.in_reply_to !== null && { inReplyTo: message.in_reply_to }),
    text: message.text ?? message.extracted_text,
    ...(message.html !== null && { html: message.html }),
    headers: {
      'X-Rebuilt':
        'The raw message was deleted after its retention period; this message was rebuilt from the stored fields.',
    },
    attachments,
    // Nothing in a message may make the composer read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .createReadStream();
}

async function* bytesOf(services: Services, blobId: string): AsyncGenerator<Uint8Array> {
  yield* await streamOf(services, blobId);
}
