import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { findDraft } from '../repository.ts';
import { draft } from '../schema.ts';
import { serializeDraft } from '../serialize.ts';

export const readDraft = defineOperation({
  name: 'drafts.get',
  method: 'GET',
  path: '/v1/identities/{identity_id}/drafts/{draft_id}',
  summary: 'Read a draft',
  description: 'Returns a draft with its content and with the names and sizes of its files.',
  permission: 'drafts:write',
  levels,
  target: mailboxTarget,
  errors: ['draft_not_found'],
  input: z.strictObject({ identity_id: pathId('identity'), draft_id: pathId('draft') }),
  responses: { 200: draft },
  async run({ db, target }, { draft_id }) {
    const row = await findDraft(db, target.id, draft_id);
    if (!row) throw new AppError('draft_not_found');
    return { status: 200, body: serializeDraft(row) };
  },
});
