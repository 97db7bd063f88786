import { z } from 'zod';
import { after, DAY } from '#kernel/base/clock.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget } from '#mailbox/identities/index.ts';
import { countIdentityDays } from '../identity-days-repository.ts';

const DAYS = 30;
const amount = z.int().min(0);
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export const identityDays = defineOperation({
  name: 'overview.identity_days',
  method: 'GET',
  path: '/console/identities/{identity_id}/days',
  summary: 'Count the mail of an identity by day, for 30 days',
  permission: 'identities:read',
  levels: ['tenant'],
  target: identityTarget,
  errors: ['identity_not_found'],
  input: z.strictObject({ identity_id: pathId('identity') }),
  responses: {
    200: z.object({ data: z.array(z.object({ day: z.string(), inbound: amount, sends: amount })) }),
  },
  async run({ db, target, services }) {
    const now = services.clock.now();
    const days = Array.from({ length: DAYS }, (_, index) => dayOf(after(now, (index + 1 - DAYS) * DAY)));
    const counted = await countIdentityDays(db, target.id, new Date(days[0]!));
    const byDay = new Map(counted.map((row) => [row.day, row]));
    const data = days.map((day) => byDay.get(day) ?? { day, inbound: 0, sends: 0 });
    return { status: 200, body: { data } };
  },
});
