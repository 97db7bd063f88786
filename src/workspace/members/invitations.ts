import { randomBytes } from 'node:crypto';
import { recordEvents } from '#events/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { addressHint } from '#kernel/base/email-address.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { sendServiceMail } from '#workspace/notifications/index.ts';
import { memberInvited, memberJoined } from './events.ts';
import type { GivenRole } from './members-repository.ts';
import { type InvitationRow, joinWorkspace, putInvitation, takeInvitation } from './members-repository.ts';
import { findOrInsertUser } from './repository.ts';
import { hashSignInToken } from './sign-in-token.ts';

/** spec 8.4: invitation lifetime. */
export const INVITATION_DAYS = 7;

const TOKEN_BYTES = 32;

type Invited = { email: string; role: GivenRole; invitedBy: string | null };

/** Invites a person or renews an invitation. The invitation, its event and its mail are written in one transaction. */
export async function invite(
  tx: Transaction,
  services: Services,
  tenant: { id: string; name: string },
  { email, role, invitedBy }: Invited,
): Promise<InvitationRow> {
  const now = services.clock.now();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const invitation = await putInvitation(tx, {
    id: newId('invitation'),
    tenant_id: tenant.id,
    email,
    role,
    invited_by: invitedBy,
    token_hash: hashSignInToken(token),
    kid: services.keyRing.active('link').kid,
    expires_at: after(now, INVITATION_DAYS * DAY).toISOString(),
    created_at: now.toISOString(),
  });
  await sendServiceMail(tx, services, {
    to: email,
    subject: `Invitation to ${tenant.name}`,
    text: textOf(tenant.name, role, `${services.config.consoleUrl}/console/invitation?token=${token}`),
  });
  const data = { invitation_id: invitation.id, email_hint: addressHint(email), role };
  await recordEvents(tx, services, [memberInvited({ tenant_id: tenant.id, data })]);
  return invitation;
}

const textOf = (workspace: string, role: string, link: string): string =>
  `You are invited to the workspace "${workspace}" on Proofmail, as ${role}.

Accept with this link. It works once, within ${INVITATION_DAYS} days:

${link}

If you did not expect this mail, ignore it: nobody joins without the link.
`;

/**
 * Makes the holder of the token a member; a person who is already a member keeps their role. A second call finds no
 * invitation.
 * @returns null when the invitation was used, revoked or has expired, or when its ring key was revoked
 */
export async function acceptInvitation(
  tx: Transaction,
  services: Services,
  token: string,
  client: { address: string; requestId?: string } | null = null,
): Promise<{ tenant_id: string; user_id: string } | null> {
  const now = services.clock.now();
  const taken = await takeInvitation(tx, hashSignInToken(token), now);
  if (!taken || !services.keyRing.verifying('link', taken.kid, now)) return null;
  const { id, tenant_id, email, role } = taken;
  const name = email.slice(0, email.indexOf('@'));
  const user_id = await findOrInsertUser(tx, { id: newId('user'), email, name });
  if ((await joinWorkspace(tx, { tenant_id, user_id, role, given_by: taken.invited_by })) === 0)
    return { tenant_id, user_id };
  await recordAudit(
    tx,
    {
      actor: { key_id: null, user_id, source_address: client?.address ?? null },
      requestId: client?.requestId ?? null,
      services,
    },
    {
      action: 'member.join',
      target_type: 'user',
      target_id: user_id,
      tenant_id,
      details: { role, invitation_id: id },
    },
  );
  await recordEvents(tx, services, [memberJoined({ tenant_id, data: { user_id, role } })]);
  return { tenant_id, user_id };
}
