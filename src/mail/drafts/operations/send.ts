import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import {
  acceptedOnDisk,
  dryRun,
  preparedDraft,
  sendingErrors,
  sendingOperation,
  sendOrTry,
} from '#mail/sending/index.ts';
import { type DraftRow, findDraft } from '../repository.ts';
import { endDraft } from '../write.ts';

export const sendDraft = defineOperation({
  ...sendingOperation,
  name: 'drafts.send',
  path: '/v1/identities/{identity_id}/drafts/{draft_id}/send',
  summary: 'Send a draft',
  description:
    'Sends the draft according to its `mode`, with every check of a send. ' +
    `The same transaction removes the draft, so only one of several requests sends it. ${acceptedOnDisk}`,
  errors: [
    ...sendingErrors,
    'draft_not_found',
    'draft_conflict',
    'message_not_found',
    'thread_not_found',
    'header_not_allowed',
    'marketing_requirements_missing',
    'transport_unavailable',
    'auto_reply_not_allowed',
    'raw_expired',
  ],
  example: { version: 1 },
  input: z.strictObject({
    identity_id: pathId('identity'),
    draft_id: pathId('draft'),
    dry_run: dryRun,
    version: z.int().min(1).optional().meta({ description: 'The version that you read.' }),
  }),
  async run(call, { draft_id, dry_run, version }) {
    const { db, services, target } = call;
    const draft = await findDraft(db, target.id, draft_id);
    if (!draft) throw new AppError('draft_not_found');
    if (version !== undefined && version !== draft.version)
      throw new AppError('draft_conflict', { version: draft.version });
    return sendOrTry(
      call,
      { dry_run },
      () => preparedDraft(call, preparedOf(draft)),
      (tx, messageId) => endDraft(tx, services, draft, messageId),
    );
  },
});

const preparedOf = ({ in_reply_to_message_id, attachments, ...draft }: DraftRow) => ({
  ...draft,
  message_id: in_reply_to_message_id,
  attachments: attachments.map((file) => ({
    id: newId('attachment'),
    filename: file.filename,
    contentType: file.content_type,
    disposition: file.disposition,
    contentId: file.content_id,
    size: file.size,
    content: null,
    blobId: file.blob_id,
    risk: file.risk,
  })),
});
