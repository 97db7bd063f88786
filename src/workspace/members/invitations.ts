import { randomBytes } from 'node:crypto';
import { recordEvents } from '#events/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { addressHint } from '#kernel/base/email-address.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { type Letter, sendServiceMail } from '#workspace/notifications/index.ts';
import { memberInvited, memberJoined } from './events.ts';
import type { GivenRole } from './members-repository.ts';
import {
  findInvitation,
  type InvitationRow,
  joinWorkspace,
  nameOfInviter,
  putInvitation,
  takeInvitation,
} from './members-repository.ts';
import { findOrInsertUser } from './repository.ts';
import { hashSignInToken } from './sign-in-token.ts';

/** The lifetime of an invitation (spec 8.4). */
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
    letter: letterOf(
      tenant.name,
      invitedBy && (await nameOfInviter(tx, tenant.id, invitedBy)),
      role,
      `${services.config.consoleUrl}/console/invitation?token=${token}`,
    ),
  });
  const data = { invitation_id: invitation.id, email_hint: addressHint(email), role };
  await recordEvents(tx, services, [memberInvited({ tenant_id: tenant.id, data })]);
  return invitation;
}

/** The description of each role in the invitation's mail. */
const roleWords: Record<GivenRole, string> = {
  admin: 'an admin, who looks after the workspace, its members and its keys',
  member: 'a member, who works with its mail',
  viewer: 'a viewer, who reads its mail and cannot change anything',
};

const letterOf = (workspace: string, inviter: string | null, role: GivenRole, link: string): Letter => ({
  workspace,
  heading: `You are invited to ${workspace}`,
  body: [
    `${inviter ?? 'An administrator'} has invited you to the workspace “${workspace}” on Proofmail as ${roleWords[role]}.`,
  ],
  button: { label: 'See the invitation', url: link },
  notes: [
    `The link works once, for ${INVITATION_DAYS} days, and only for you: do not pass this mail on.`,
    'If you did not expect this mail, ignore it. Nobody can join without the link.',
  ],
  settings: null,
});

/** The content of the page behind the link, before anybody accepts. */
export type ShownInvitation = { workspace: string; role: GivenRole; inviter: string | null; email: string };

/**
 * Reads an invitation without changing anything, because mail scanners open links too.
 * @returns null if it was used or revoked or has expired
 */
export async function readInvitation(services: Services, token: string): Promise<ShownInvitation | null> {
  const now = services.clock.now();
  const found = await findInvitation(services.db, hashSignInToken(token), now);
  if (!found || !services.keyRing.verifying('link', found.kid, now)) return null;
  const { workspace, role, email, tenant_id, invited_by } = found;
  const inviter = invited_by === null ? null : await nameOfInviter(services.db, tenant_id, invited_by);
  return { workspace, role, inviter, email };
}

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
