import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { line } from '#kernel/operation/schema.ts';
import { nameActors } from '../repository.ts';

const MOST = 200;

/** Of whom rows of a page of the log tell, in words; for the console, whose pages show people and not ids. */
export const nameAuditActors = defineOperation({
  name: 'audit.name_actors',
  method: 'GET',
  path: '/console/audit/actors',
  summary: 'Read the names of who acted in the workspace',
  description:
    'Of those that the audit log of the workspace tells of, also when the key is revoked or the person has left. The ' +
    "deployment's operators and the partner's keys have no name there; the operator reads everybody's.",
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
          name: z.string().nullable().meta({ description: 'Null for those of outside.' }),
          kind: z.enum(['key', 'person']),
        }),
      ),
    }),
  },
  async run({ db, actor }, { actor_ids }) {
    const tenantId = actor.level === 'platform' ? null : actor.tenant_id!;
    return { status: 200, body: { data: await nameActors(db, tenantId, actor_ids) } };
  },
});
