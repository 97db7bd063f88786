import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { streamBlob } from '#kernel/data/blobs.ts';
import { actorMay } from '#kernel/operation/actor.ts';
import { type ByteRange, byteRange } from '#kernel/operation/byte-range.ts';
import { bytes, defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { requireMessage } from '../access.ts';
import { downloadHeaders } from '../download-headers.ts';
import { type AttachmentFile, findAttachment } from '../file-repository.ts';

export const readAttachment = defineOperation({
  name: 'attachments.get',
  method: 'GET',
  path: '/v1/identities/{identity_id}/messages/{message_id}/attachments/{attachment_id}',
  summary: 'Download an attachment',
  description:
    'Returns the bytes as a download that a browser never executes. An attachment with a risk needs ' +
    '`quarantine:review`. A `Range` header with one byte range gives 206; any other range is ignored.',
  permission: 'attachments:read',
  levels,
  target: mailboxTarget,
  errors: ['message_not_found', 'attachment_not_found', 'permission_denied'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    attachment_id: pathId('attachment'),
  }),
  responses: {
    200: bytes('application/octet-stream', "The attachment's bytes, with its own content type."),
    206: bytes('application/octet-stream', 'The part that the Range header asked for.'),
  },
  async run({ actor, target, db, services, header }, { message_id, attachment_id }) {
    const { id } = await requireMessage(db, actor, target.id, message_id);
    const file = await findAttachment(db, id, attachment_id);
    if (!file) throw new AppError('attachment_not_found');
    if (file.risk !== null && !actorMay(actor, 'quarantine:review')) {
      throw new AppError('permission_denied', { required: 'quarantine:review' });
    }
    const range = requestedRange(header, attachment_id, file.size);
    const content = await streamBlob(services, file.blob_id, range ?? undefined);
    const body = { content, headers: headersOf(attachment_id, file, range) };
    return range ? { status: 206, body } : { status: 200, body };
  },
});

/** The entity tag of an attachment is its id, because an attachment never changes. */
const entityTag = (attachmentId: string): string => `"${attachmentId}"`;

/** The requested range. An If-Range with a different tag requests the whole file (RFC 9110 section 13.1.5). */
function requestedRange(
  header: (name: string) => string | null,
  attachmentId: string,
  size: number,
): ByteRange | null {
  const condition = header('if-range');
  if (condition !== null && condition !== entityTag(attachmentId)) return null;
  return byteRange(header('range'), size);
}

const headersOf = (
  attachmentId: string,
  file: AttachmentFile,
  range: ByteRange | null,
): Record<string, string> => ({
  ...downloadHeaders(file),
  'Content-Length': String(range ? range.end - range.start + 1 : file.size),
  ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
  'Accept-Ranges': 'bytes',
  ETag: entityTag(attachmentId),
});
