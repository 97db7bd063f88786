import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteMembers } from './erasure-repository.ts';
import { deleteInvitationsOf } from './members-repository.ts';

/**
 * Erases the members and invitations of an erased workspace. Members of other workspaces stay, without this
 * membership.
 */
export const eraser: Eraser = {
  name: 'members',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'tenant') return { rows: 0 };
    const members = await deleteMembers(tx, scope.tenantId, take);
    return { rows: members + (await deleteInvitationsOf(tx, scope.tenantId, take)) };
  },
};
