import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { allowanceOf } from '#workspace/billing/index.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { countSeatsOf, listInvitations, listMembers } from '../members-repository.ts';
import { invitationSchema, memberSchema } from '../schema.ts';
import { serializeInvitation, serializeMember } from '../serialize.ts';

export const listMembersOperation = defineOperation({
  name: 'members.list',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/members',
  summary: "List a workspace's members",
  description:
    'Returns the members, the open invitations, and the seats that both use. The list is not paginated.',
  permission: 'members:read',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: {
    200: z.object({
      data: z.array(memberSchema),
      invitations: z.array(invitationSchema),
      seats: z.object({
        granted: z.int().nullable().meta({ description: 'Null for an unlimited number.' }),
        used: z.int(),
      }),
    }),
  },
  async run({ target, db, services }) {
    const now = services.clock.now();
    const [members, invitations, used] = await Promise.all([
      listMembers(db, target.id),
      listInvitations(db, target.id, now),
      countSeatsOf(db, target.id, now),
    ]);
    const body = {
      data: members.map(serializeMember),
      invitations: invitations.map(serializeInvitation),
      seats: { granted: allowanceOf(services, target, 'seats', now)?.granted ?? null, used },
    };
    return { status: 200, body };
  },
});
