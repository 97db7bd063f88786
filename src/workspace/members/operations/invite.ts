import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { callerId } from '#kernel/operation/actor.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { emailAddress, pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { withinAllowance } from '#workspace/billing/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { INVITATION_DAYS, invite } from '../invitations.ts';
import { countSeatsOf, givenRoles, isMember } from '../members-repository.ts';
import { assertMayGiveRole } from '../role-permissions.ts';
import { invitationSchema } from '../schema.ts';
import { serializeInvitation } from '../serialize.ts';

export const inviteMember = defineOperation({
  name: 'members.invite',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/invitations',
  summary: 'Invite a person to a workspace',
  description:
    `Mails a link with which the person joins. The link works once, within ${INVITATION_DAYS} days. ` +
    'Inviting the same address again sends a new link and ends the previous one. An open invitation takes a ' +
    'seat. The permissions of the role must lie within the caller’s own.',
  permission: 'members:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  bucket: 'partner',
  errors: ['tenant_erased', 'billing_limit', 'key_scope_exceeded'],
  example: { email: 'grace@example.com', role: 'member' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    email: emailAddress,
    role: z
      .enum(givenRoles)
      .meta({ description: 'Choose another role: the owner is set when the workspace is created.' }),
  }),
  responses: { 201: invitationSchema.omit({ invited_by: true }).meta({ id: 'SentInvitation' }) },
  async run(call, { email: given, role }) {
    const { actor, db, services, target } = call;
    assertMayGiveRole(actor, role);
    const email = given.toLowerCase();
    if (await isMember(db, target.id, email)) {
      throw invalidRequest([
        { path: 'email', message: 'Change the role of this person instead: they are already a member.' },
      ]);
    }
    const count = () => countSeatsOf(db, target.id, services.clock.now());
    const invitation = await withinAllowance(db, services, { tenant: target, feature: 'seats', count }, () =>
      invite(db, services, target, { email, role, invitedBy: callerId(actor) }),
    );
    await recordAudit(db, call, {
      action: 'member.invite',
      target_type: 'invitation',
      target_id: invitation.id,
      tenant_id: target.id,
      details: { role },
    });
    return { status: 201, body: serializeInvitation(invitation) };
  },
});
