import { create as contentDisposition } from 'content-disposition';
import { z } from 'zod';
import { mailboxTarget } from '#identities/index.ts';
import { actorMay } from '#kernel/actor.ts';
import { streamBlob } from '#kernel/blobs.ts';
import { AppError } from '#kernel/errors.ts';
import { bytes, defineOperation } from '#kernel/operation.ts';
import { levels } from '#kernel/permissions.ts';
import { pathId } from '#kernel/schema.ts';
import { requireMessage } from '../access.ts';
import { findAttachment } from '../repository.ts';

export const getAttachment = defineOperation({
  name: 'attachments.get',
  method: 'GET',
  path: '/v1/identities/{identity_id}/messages/{message_id}/attachments/{attachment_id}',
  summary: 'Download an attachment',
  description:
    'The bytes, always as a download and never to be run by a browser. One with a risk needs `quarantine:review`.',
  permission: 'attachments:read',
  levels,
  target: mailboxTarget,
  errors: ['message_not_found', 'attachment_not_found', 'permission_denied'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    attachment_id: pathId('attachment'),
  }),
  responses: { 200: bytes('application/octet-stream', "The attachment's bytes, with its own content type.") },
  async run({ actor, target, db, services }, { message_id, attachment_id }) {
    const { id } = await requireMessage(db, actor, target.id, message_id);
    const file = await findAttachment(db, id, attachment_id);
    if (!file) throw new AppError('attachment_not_found');
    if (file.risk !== null && !actorMay(actor, 'quarantine:review')) {
      throw new AppError('permission_denied', { required: 'quarantine:review' });
    }
    const headers = {
      'Content-Type': file.content_type,
      'Content-Length': String(file.size),
      'Content-Disposition': contentDisposition(file.filename, { type: 'attachment' }),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': 'sandbox',
    };
    return { status: 200, body: { content: await streamBlob(services, file.blob_id), headers } };
  },
});
