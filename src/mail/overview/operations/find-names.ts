import { z } from 'zod';
import { actorMay } from '#kernel/operation/actor.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { line, pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { findNames } from '../names-repository.ts';

const MOST = 8;

/** Search for the command menu, in workspaces with more objects than the console has loaded. */
export const findNamesOperation = defineOperation({
  name: 'overview.find_names',
  method: 'GET',
  path: '/console/tenants/{tenant_id}/names',
  summary: 'Find identities, keys and domains by a part of their name',
  description:
    'Returns up to eight of each kind, newest first. Kinds that the caller may not list are left out.',
  permission: 'identities:read',
  levels: ['tenant'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant'), q: line(100, 2) }),
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          kind: z.enum(['identity', 'key', 'domain']),
          id: z.string(),
          name: z.string(),
          detail: z.string().nullable().meta({ description: 'The address of an identity.' }),
        }),
      ),
    }),
  },
  async run({ db, actor, target }, { q }) {
    const sight = {
      identities: true,
      keys: actorMay(actor, 'keys:manage'),
      domains: actorMay(actor, 'domains:read'),
    };
    return { status: 200, body: { data: await findNames(db, target.id, q, sight, MOST) } };
  },
});
