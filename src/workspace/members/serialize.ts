import type { InvitationRow, MemberRow } from './members-repository.ts';

export const serializeMember = ({ user_id, email, name, role, last_login_at, created_at }: MemberRow) => ({
  user_id,
  email,
  name,
  role,
  last_login_at,
  created_at,
});

export const serializeInvitation = ({ id, email, role, invited_by, expires_at }: InvitationRow) => ({
  id,
  email,
  role,
  invited_by,
  expires_at,
});
