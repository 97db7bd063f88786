import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteMembers } from './erasure-repository.ts';
import { deleteInvitationsOf } from './members-repository.ts';

/** People of an erased workspace, and who was invited. Whoever belongs to another one stays, without this membership. */
export const eraser: Eraser = {
  name: 'members',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'tenant') return { rows: 0 };
    const members = await deleteMembers(tx, scope.tenantId, take);
    return { rows: members + (await deleteInvitationsOf(tx, scope.tenantId, take)) };
  },
};
