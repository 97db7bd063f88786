import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { line, pathId } from '#kernel/operation/schema.ts';
import { mayReview } from '#mailbox/messages/index.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { locateMail } from '../locate-repository.ts';

export const locate = defineOperation({
  name: 'overview.locate',
  method: 'GET',
  path: '/console/tenants/{tenant_id}/locate',
  summary: 'Find the mailbox and the thread of an id',
  permission: 'messages:read',
  levels: ['tenant'],
  target: tenantTarget,
  errors: ['message_not_found'],
  input: z.strictObject({ tenant_id: pathId('tenant'), id: line(64, 1) }),
  responses: {
    200: z.object({ identity_id: z.string(), thread_id: z.string(), message_id: z.string().nullable() }),
  },
  async run({ db, actor, target }, { id }) {
    const found = await locateMail(db, target.id, id, mayReview(actor));
    if (!found) throw new AppError('message_not_found');
    return { status: 200, body: found };
  },
});
