import { AppError } from '#kernel/catalogue/errors.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Target } from '#kernel/operation/operation.ts';
import { type ApprovalRow, findApproval, type Reach } from './repository.ts';

/** A missing id must never widen the reach, so it becomes the empty string, which is no row's id. */
function reachOf(actor: Actor): Reach {
  if (actor.level === 'platform') return null;
  return actor.level === 'partner'
    ? { partnerId: actor.partner_id ?? '' }
    : { tenantId: actor.tenant_id ?? '' };
}

export const approvalTarget: Target<ApprovalRow> = {
  param: 'approval_id',
  notFound: 'approval_not_found',
  async resolve(db, actor, id) {
    const approval = await findApproval(db, id, reachOf(actor));
    if (!approval) throw new AppError('approval_not_found');
    return approval;
  },
  tenantOf: (approval) => approval.tenant_id,
};
