import { z } from 'zod';
import { after, DAY } from '#kernel/base/clock.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId, timestamp } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { findWeek } from '../week-repository.ts';

const WEEK = 7 * DAY;

export const approvalsLastWeek = defineOperation({
  name: 'approvals.last_week',
  method: 'GET',
  path: '/console/tenants/{tenant_id}/approvals/last-week',
  summary: 'Read which messages of the last week each approval policy would have held',
  permission: 'messages:read',
  levels: ['tenant'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: {
    200: z.object({
      since: timestamp,
      /** All sends of the week (`always` holds all of them), and how many each other value would hold. */
      sends: z.int(),
      new_recipients: z.int(),
      external: z.int(),
      risky: z.int(),
      examples: z.array(
        z.object({
          message_id: z.string(),
          identity_id: z.string(),
          thread_id: z.string(),
          at: timestamp,
          subject: z.string(),
          recipients: z.array(z.string()),
          modes: z.array(z.enum(['new_recipients', 'external', 'risky'])),
        }),
      ),
    }),
  },
  async run({ db, target, services }) {
    const since = after(services.clock.now(), -WEEK);
    return {
      status: 200,
      body: { since: since.toISOString(), ...(await findWeek(db, target.id, since)) },
    };
  },
});
