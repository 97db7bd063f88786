import { changeRole } from './operations/change-role.ts';
import { inviteMember } from './operations/invite.ts';
import { leaveWorkspace } from './operations/leave.ts';
import { listMembersOperation } from './operations/list.ts';
import { removeMember } from './operations/remove.ts';
import { revokeInvitation } from './operations/revoke-invitation.ts';
import { transferOwnership } from './operations/transfer-ownership.ts';

export { createOwner, type Owner } from './create-owner.ts';

export { eraser } from './erasure.ts';

export { acceptInvitation } from './invitations.ts';
export { countSeats, findAdmins } from './members-repository.ts';
export { findOrInsertUser, insertMember } from './repository.ts';
export { invitationRetention, signInTokenRetention } from './retention.ts';
export type { Role } from './roles.ts';

export { hashSignInToken, issueSignInToken, SIGN_IN_MINUTES } from './sign-in-token.ts';

export const operations = [
  listMembersOperation,
  inviteMember,
  revokeInvitation,
  changeRole,
  removeMember,
] as const;

export const consoleOperations = [transferOwnership, leaveWorkspace] as const;
