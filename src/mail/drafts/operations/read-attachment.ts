import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { streamBlob } from '#kernel/data/blobs.ts';
import { bytes, defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { downloadHeaders, mayReview } from '#mailbox/messages/index.ts';
import { findDraft } from '../repository.ts';

export const readDraftAttachment = defineOperation({
  name: 'drafts.get_attachment',
  method: 'GET',
  path: '/v1/identities/{identity_id}/drafts/{draft_id}/attachments/{attachment_id}',
  summary: 'Download a file of a draft',
  description:
    'Returns the bytes as a download that a browser never executes. A file with a risk needs `quarantine:review`.',
  permission: 'drafts:write',
  levels,
  target: mailboxTarget,
  errors: ['draft_not_found', 'attachment_not_found', 'permission_denied'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    draft_id: pathId('draft'),
    attachment_id: pathId('attachment'),
  }),
  responses: { 200: bytes('application/octet-stream', "The file's bytes, with its own content type.") },
  async run({ actor, db, services, target }, { draft_id, attachment_id }) {
    const draft = await findDraft(db, target.id, draft_id);
    if (!draft) throw new AppError('draft_not_found');
    const file = draft.attachments.find(({ id }) => id === attachment_id);
    if (!file) throw new AppError('attachment_not_found');
    if (file.risk !== null && !mayReview(actor))
      throw new AppError('permission_denied', { required: 'quarantine:review' });
    const content = await streamBlob(services, file.blob_id);
    return { status: 200, body: { content, headers: downloadHeaders(file) } };
  },
});
