import { z } from 'zod';
import { acrossTenants } from '#kernel/data/tenant-scope.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { line } from '#kernel/operation/schema.ts';
import { nameActors } from '../repository.ts';

const MOST = 200;

/** Names for the actor ids on a page of the log. The console shows names instead of ids. */
export const nameAuditActors = defineOperation({
  name: 'audit.name_actors',
  method: 'GET',
  path: '/console/audit/actors',
  summary: 'Read the names of actors in the audit log',
  description:
    'Returns the names of the keys and people in the audit log of the workspace, including revoked keys and ' +
    'former members. Operators of the deployment and keys of the partner are not named here; operators get ' +
    'all names.',
  permission: 'audit:read',
  levels: ['platform', 'tenant'],
  target: noTarget,
  errors: [],
  input: z.strictObject({ actor_ids: z.array(line(64, 1)).max(MOST) }),
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable().meta({ description: 'Null for actors outside the workspace.' }),
          kind: z.enum(['key', 'person']),
        }),
      ),
    }),
  },
  async run({ db, actor }, { actor_ids }) {
    const tenantId = actor.level === 'platform' ? null : actor.tenant_id!;
    // The page also lists the deployment's own keys, which a tenant's scope would hide. They are shown without a name.
    const data = await acrossTenants(() => nameActors(db, tenantId, actor_ids));
    return { status: 200, body: { data } };
  },
});
