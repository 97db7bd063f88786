import { z } from 'zod';
import { after, DAY } from '#kernel/base/clock.ts';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { id, pathId, timestamp } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { effectivePolicies } from '#workspace/tenants/index.ts';
import { deliveryStatuses, insertReplays } from '../delivery-repository.ts';
import { writableWebhookTarget } from '../target.ts';

export const replayWebhook = defineOperation({
  name: 'webhooks.replay',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/replay',
  summary: 'Deliver events again',
  description:
    'Delivers the named events, or the subscribed events of a period, again. With `status` it delivers only ' +
    'events whose delivery to this endpoint ended with that status. Events keep their ids, so that receivers ' +
    'can recognise duplicates. You can go back 30 days, or as far as the tenant keeps events. `webhook.test` ' +
    'is never replayed; ids that do not belong to the endpoint are ignored.',
  permission: 'webhooks:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableWebhookTarget,
  errors: ['tenant_erased'],
  example: { since: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z', status: 'dead' },
  input: z.strictObject({
    webhook_id: pathId('webhook'),
    event_ids: z.array(id('event')).min(1).max(1_000).optional(),
    since: timestamp.optional(),
    until: timestamp.optional(),
    status: z.enum(deliveryStatuses).optional(),
  }),
  responses: { 202: z.object({ queued: z.int() }) },
  async run(call, { event_ids, since, until, status }) {
    const { db, target, services } = call;
    const isRange = since !== undefined || until !== undefined || status !== undefined;
    if ((event_ids !== undefined) === isRange) {
      const message = 'Send either event_ids, or a period with since, until and status.';
      throw invalidRequest([{ path: 'event_ids', message }]);
    }
    const now = services.clock.now();
    const oldest = after(now, -(await daysOf(db, target.tenant_id)) * DAY);
    const replay = { oldest, ids: event_ids, since, until, status };
    const queued = await insertReplays(db, target, replay, now);
    await recordAudit(db, call, {
      action: 'webhook.replay',
      target_type: 'webhook',
      target_id: target.id,
      tenant_id: target.tenant_id,
      details: { queued, since, until, status },
    });
    db.afterCommit(() => services.wakeUps.emit('event'));
    return { status: 202, body: { queued } };
  },
});

async function daysOf(db: Queryable, tenantId: string | null): Promise<number> {
  if (tenantId === null) return limits.replayDays;
  const policy = (await effectivePolicies(db, [tenantId])).get(tenantId);
  return Math.min(limits.replayDays, policy?.retention.events_days ?? limits.replayDays);
}
