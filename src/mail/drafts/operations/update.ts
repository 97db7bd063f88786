import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { readRecipients } from '#mail/sending/index.ts';
import { assertRoom, identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { draftUpdated } from '../events.ts';
import { deleteAttachments, findDraft, lockDraft, updateDraft } from '../repository.ts';
import { changedAttachments, contentFields, draft } from '../schema.ts';
import { serializeDraft } from '../serialize.ts';
import { assertFits, filesOf, prefetchingFiles, storeFiles } from '../write.ts';

export const updateDraftOperation = defineOperation({
  name: 'drafts.update',
  method: 'PATCH',
  path: '/v1/identities/{identity_id}/drafts/{draft_id}',
  summary: 'Change a draft',
  description:
    'Replaces the given fields and leaves the others unchanged. With `version`, the change is refused ' +
    'if somebody else has changed the draft since you read that version.',
  permission: 'drafts:write',
  levels,
  target: identityTarget,
  errors: [
    'draft_not_found',
    'draft_conflict',
    'address_invalid',
    'address_unsupported',
    'message_too_large',
    'mailbox_full',
    'permission_denied',
  ],
  execution: prefetchingFiles,
  example: { version: 1, text: 'It arrives on Monday.' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    draft_id: pathId('draft'),
    version: z.int().min(1).optional().meta({ description: 'The version that you read.' }),
    ...contentFields,
    attachments: changedAttachments,
  }),
  responses: { 200: draft },
  async run(call, { draft_id, version, ...given }) {
    const { db, services, target } = call;
    requireLive(target);
    if (given.attachments) assertRoom(target);
    // The lock comes first, so that nothing changes after it was read.
    if (!(await lockDraft(db, target.id, draft_id))) throw new AppError('draft_not_found');
    const before = (await findDraft(db, target.id, draft_id))!;
    if (version !== undefined && version !== before.version)
      throw new AppError('draft_conflict', { version: before.version });
    const { to = before.to, cc = before.cc, bcc = before.bcc } = given;
    const row = {
      ...before,
      ...readRecipients({ to, cc, bcc }),
      subject: given.subject ?? before.subject,
      text: given.text === undefined ? before.text : given.text,
      html: given.html === undefined ? before.html : given.html,
      headers: given.headers ?? before.headers,
      metadata: given.metadata ?? before.metadata,
      version: before.version + 1,
      updated_at: services.clock.now().toISOString(),
    };
    const files = given.attachments && (await filesOf(call, before, given.attachments, before.attachments));
    const attachments = files?.rows ?? before.attachments;
    assertFits(row, attachments);
    await updateDraft(db, row);
    if (files) {
      await deleteAttachments(db, [draft_id]);
      await storeFiles(db, files);
    }
    const about = { tenant_id: row.tenant_id, identity_id: row.identity_id };
    const data = { draft_id, mode: row.mode, version: row.version };
    await recordEvents(db, services, [draftUpdated({ ...about, data })]);
    return { status: 200, body: serializeDraft({ ...row, attachments }) };
  },
});
