import { z } from 'zod';
import { after, DAY } from '#kernel/base/clock.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId, timestamp } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { findGuarded } from '../repository.ts';
import { guardReason, guardReasons } from '../schema.ts';

const WEEK = 7 * DAY;

export const guardLastWeek = defineOperation({
  name: 'guard.last_week',
  method: 'GET',
  path: '/console/tenants/{tenant_id}/guard',
  summary: 'Read what the guard found in sent mail in the last week',
  permission: 'messages:read',
  levels: ['tenant'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: {
    200: z.object({
      since: timestamp,
      /** Sends with a reason, and how many of those the mode `hold` would hold. */
      flagged: z.int(),
      held: z.int(),
      reasons: z.array(z.object({ reason: z.enum(guardReasons), count: z.int() })),
      examples: z.array(
        z.object({
          message_id: z.string(),
          identity_id: z.string(),
          thread_id: z.string(),
          at: timestamp,
          subject: z.string(),
          recipients: z.array(z.string()),
          holds: z.boolean(),
          reasons: z.array(guardReason),
        }),
      ),
    }),
  },
  async run({ db, target, services }) {
    const since = after(services.clock.now(), -WEEK);
    return {
      status: 200,
      body: { since: since.toISOString(), ...(await findGuarded(db, target.id, since)) },
    };
  },
});
