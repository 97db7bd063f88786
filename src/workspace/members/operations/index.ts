import { changeProfile } from './change-profile.ts';
import { changeRole } from './change-role.ts';
import { inviteMember } from './invite.ts';
import { leaveWorkspace } from './leave.ts';
import { listMembersOperation } from './list.ts';
import { removeMember } from './remove.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { transferOwnership } from './transfer-ownership.ts';

export const operations = [
  listMembersOperation,
  inviteMember,
  revokeInvitation,
  changeRole,
  removeMember,
] as const;
export const consoleOperations = [transferOwnership, leaveWorkspace, changeProfile] as const;
