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
import { invitationSchema, toInvitation } from '../roles.ts';

export const inviteMember = defineOperation({
  name: 'members.invite',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/invitations',
  summary: 'Invite somebody to a workspace',
  description:
    `Sends a mail with a link that makes its reader a member, once and within ${INVITATION_DAYS} days. Inviting the same ` +
    'address again sends a new link, and the one before ends. A pending invitation takes a seat.',
  permission: 'members:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  bucket: 'partner',
  errors: ['tenant_erased', 'billing_limit'],
  example: { email: 'grace@example.com', role: 'member' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    email: emailAddress,
    role: z.enum(givenRoles).meta({ description: 'The owner is set when the workspace is made.' }),
  }),
  responses: { 201: invitationSchema.omit({ invited_by: true }).meta({ id: 'SentInvitation' }) },
  async run(call, { email: given, role }) {
    const { actor, db, services, target } = call;
    const email = given.toLowerCase();
    if (await isMember(db, target.id, email)) {
      throw invalidRequest([{ path: 'email', message: 'Belongs to a member: change the role instead.' }]);
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
    return { status: 201, body: toInvitation(invitation) };
  },
});
