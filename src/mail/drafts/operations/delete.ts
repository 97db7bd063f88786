import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { findDraft, lockDraft } from '../repository.ts';
import { endDraft } from '../write.ts';

export const deleteDraft = defineOperation({
  name: 'drafts.delete',
  method: 'DELETE',
  path: '/v1/identities/{identity_id}/drafts/{draft_id}',
  summary: 'Delete a draft',
  description: 'Deletes a draft and its files. A draft that was sent no longer exists.',
  permission: 'drafts:write',
  levels,
  target: identityTarget,
  errors: ['draft_not_found'],
  input: z.strictObject({ identity_id: pathId('identity'), draft_id: pathId('draft') }),
  responses: { 204: null },
  async run({ db, services, target }, { draft_id }) {
    requireLive(target);
    if (!(await lockDraft(db, target.id, draft_id))) throw new AppError('draft_not_found');
    const draft = (await findDraft(db, target.id, draft_id))!;
    await endDraft(db, services, draft, null);
    return { status: 204, body: null };
  },
});
