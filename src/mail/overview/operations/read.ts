import { z } from 'zod';
import { actorMay } from '#kernel/operation/actor.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { needsOf } from '../needs.ts';
import { numbersOf } from '../numbers.ts';
import { overview } from '../schema.ts';
import { setupOf } from '../setup.ts';
import type { May } from '../sight.ts';

export const readOverview = defineOperation({
  name: 'overview.read',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/overview',
  summary: 'Read what needs a person’s attention in a workspace',
  description:
    'Returns how far the workspace is set up, what needs a person in all its mailboxes (approvals, quarantined mail, sends that ' +
    'failed, failing webhooks, paused identities, domains that are not healthy, limits that are nearly used up) ' +
    'and its mail of the last two weeks. Each kind has its count and its first five items. Parts for which the caller lacks the permission ' +
    'are null: `sends:approve`, `quarantine:review`, `messages:read`, `webhooks:read`, `domains:read`, `keys:manage`.',
  permission: 'identities:read',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: { 200: overview },
  async run({ actor, services, target }) {
    const may: May = (permission) => actorMay(actor, permission);
    const [setup, needs, numbers] = await Promise.all([
      setupOf(services, target, may),
      needsOf(services, target, may),
      numbersOf(services, target, may),
    ]);
    return { status: 200, body: { setup, needs, numbers } };
  },
});
