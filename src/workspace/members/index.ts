export { createOwner, type Owner } from './create-owner.ts';

export { eraser } from './erasure.ts';

export { acceptInvitation, readInvitation, type ShownInvitation } from './invitations.ts';
export type { Role } from './members-repository.ts';
export { countSeats, findAdmins, findPerson, holdMember, memberOf } from './members-repository.ts';
export { findOrInsertUser, insertMember } from './repository.ts';
export { invitationRetention, signInTokenRetention } from './retention.ts';
export { rolePermissions } from './role-permissions.ts';

export { hashSignInToken, issueSignInToken, SIGN_IN_MINUTES } from './sign-in-token.ts';
