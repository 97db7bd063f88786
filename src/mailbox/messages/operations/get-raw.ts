import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { streamBlob } from '#kernel/data/blobs.ts';
import { bytes, defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { effectivePolicies } from '#workspace/tenants/index.ts';
import { requireMessage } from '../access.ts';
import { isRawExpired } from '../raw-retention.ts';

export const getRawMessage = defineOperation({
  name: 'messages.get_raw',
  method: 'GET',
  path: '/v1/identities/{identity_id}/messages/{message_id}/raw',
  summary: 'Download a message as it was sent',
  description: 'The bytes as they stood on the wire (RFC 5322), kept for `policy.retention.raw_days`.',
  permission: 'messages:read',
  levels,
  target: mailboxTarget,
  errors: ['message_not_found', 'raw_expired'],
  input: z.strictObject({ identity_id: pathId('identity'), message_id: pathId('message') }),
  responses: { 200: bytes('message/rfc822', 'The raw message.') },
  async run({ actor, target, db, services }, { message_id }) {
    const row = await requireMessage(db, actor, target.id, message_id);
    if (row.raw_id === null) throw new AppError('raw_expired');
    // The bytes go with the next daily run of the task `retention`; nobody gets them in the hours before it.
    const policy = (await effectivePolicies(db, [row.tenant_id])).get(row.tenant_id)!;
    if (isRawExpired(row.created_at, policy, services.clock.now())) throw new AppError('raw_expired');
    const headers = {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="${row.id}.eml"`,
    };
    return { status: 200, body: { content: await streamBlob(services, row.raw_id), headers } };
  },
});
