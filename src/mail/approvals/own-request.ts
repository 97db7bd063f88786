import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { type Actor, callerId } from '#kernel/operation/actor.ts';
import { memberOf } from '#workspace/members/index.ts';
import { type ApprovalRow, linesOf } from './repository.ts';

/**
 * Nobody decides about their own request. This excludes the key that sent the message, and every key that created it or
 * that it created, directly or indirectly; otherwise one agent could play both parts. A person cannot decide about
 * their own message, and not if a key from that chain gave them the right to approve.
 * @throws AppError `approval_own_request`
 */
export async function assertNotOwn(db: Queryable, actor: Actor, approval: ApprovalRow): Promise<void> {
  const requester = approval.requested_by_id;
  const decider = callerId(actor);
  const member = actor.user_id === null ? null : await memberOf(db, approval.tenant_id, actor.user_id);
  const giver = member?.given_by ?? null;
  const lines = await linesOf(db, [requester, decider, ...(giver === null ? [] : [giver])]);
  const goesBackTo = (start: string, id: string): boolean =>
    lines.some((line) => line.start === start && line.id === id);
  const isOwn =
    goesBackTo(decider, requester) ||
    // A person may decide about requests of keys that they created, because that is the purpose of an approval.
    (actor.user_id === null && goesBackTo(requester, decider)) ||
    (giver !== null && goesBackTo(giver, requester));
  if (isOwn) throw new AppError('approval_own_request');
}
