import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { streamBlob } from '#kernel/data/blobs.ts';
import { isHeld } from '#kernel/data/legal-holds.ts';
import { bytes, defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { effectivePolicies } from '#workspace/tenants/index.ts';
import { requireMessage } from '../access.ts';
import { isRawExpired } from '../raw-retention.ts';

export const readRawMessage = defineOperation({
  name: 'messages.raw',
  method: 'GET',
  path: '/v1/identities/{identity_id}/messages/{message_id}/raw',
  summary: 'Download the raw message',
  description:
    'Returns the message as it was transmitted (RFC 5322). It is kept for `policy.retention.raw_days`, and ' +
    'as long as a legal hold covers the message.',
  permission: 'messages:read',
  levels,
  target: mailboxTarget,
  errors: ['message_not_found', 'raw_expired'],
  input: z.strictObject({ identity_id: pathId('identity'), message_id: pathId('message') }),
  responses: { 200: bytes('message/rfc822', 'The raw message.') },
  async run(call, { message_id }) {
    const { actor, target, db, services } = call;
    const row = await requireMessage(db, actor, target.id, message_id);
    if (row.raw_id === null) throw new AppError('raw_expired');
    // The next daily `retention` run deletes the bytes; until then they are not served.
    const policy = (await effectivePolicies(db, [row.tenant_id])).get(row.tenant_id)!;
    const isExpired = isRawExpired(row.created_at, policy, services.clock.now());
    if (isExpired && !(await isHeld(db, row.id))) throw new AppError('raw_expired');
    await recordAudit(db, call, {
      action: 'message.read_raw',
      target_type: 'message',
      target_id: row.id,
      tenant_id: row.tenant_id,
      details: { identity_id: target.id },
    });
    const headers = {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="${row.id}.eml"`,
    };
    return { status: 200, body: { content: await streamBlob(services, row.raw_id), headers } };
  },
});
