import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable, Transaction } from '#kernel/data/database.ts';
import { type Actor, callerId } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { GuardVerdict } from '#mail/guard/index.ts';
import {
  checkRelease,
  type Decision,
  type Edit,
  endHeld,
  findHeld,
  type HeldSend,
  release,
} from '#mail/sending/index.ts';
import { findIdentity, type IdentityRow } from '#mailbox/identities/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { assertNotOwn } from './own-request.ts';
import type { ApprovalRow } from './repository.ts';

/** The person or key that decides, and the request in which they do. */
export type DecideCall = { db: Queryable; services: Services; actor: Actor; requestId: string | null };

export type Verdict = {
  comment: string | null;
  batch: string | null;
  /** The hash of the content that the person saw; null if the request does not contain it. */
  seen: string | null;
  /** The time of the decision, which the response repeats. */
  at: Date;
};

type Write = (tx: Transaction) => Promise<void>;
/** `guard`: the guard's verdict on an edited version. */
type Approving = { write: Write; guard: GuardVerdict | null };

/**
 * Prepares an approval: runs all checks again, and composes the new version if it was edited.
 * @returns the write for a transaction, and the guard's verdict on an edited version
 *  @throws AppError `approval_decided`, `approval_own_request`,
 *   `approval_content_changed`, and every code of a send
 */
export async function prepareApproval(
  call: DecideCall,
  approval: ApprovalRow,
  verdict: Verdict,
  edit: Edit | null,
): Promise<Approving> {
  const { services, actor } = call;
  const { held, identity } = await openRequest(call, approval);
  const released = await checkRelease({ services, actor }, held, identity, { edit, seen: verdict.seen });
  const guarded = released.edited?.guarded ?? null;
  const write: Write = async (tx) => {
    const decision = decisionOf(call, 'approved', verdict);
    await release(tx, services, released, decision);
    await recordDecision(tx, call, approval, {
      action: 'approval.approve',
      details: {
        content_sha256: released.hash,
        ...(released.edited && { seen_sha256: held.content_hash }),
        ...(guarded?.verdict === 'advised' && { guard: guarded.reasons.map(({ reason }) => reason) }),
        reasons: approval.reasons,
        ...(verdict.batch !== null && { batch: verdict.batch }),
      },
    });
  };
  return { write, guard: guarded && { verdict: guarded.verdict, reasons: guarded.reasons } };
}

/** The same for a rejection. @throws AppError `approval_decided`, `approval_own_request`, `approval_content_changed` */
export async function prepareRejection(
  call: DecideCall,
  approval: ApprovalRow,
  verdict: Verdict,
): Promise<Write> {
  const { held } = await openRequest(call, approval);
  if (verdict.seen !== null && verdict.seen !== held.content_hash)
    throw new AppError('approval_content_changed', { content_sha256: held.content_hash });
  return async (tx) => {
    const decision = { ...decisionOf(call, 'rejected', verdict), status: 'rejected' as const };
    await endHeld(tx, call.services, held, decision);
    await recordDecision(tx, call, approval, {
      action: 'approval.reject',
      details: {
        content_sha256: held.content_hash,
        reasons: approval.reasons,
        ...(verdict.batch !== null && { batch: verdict.batch }),
      },
    });
  };
}

async function openRequest(
  { db, actor, services }: DecideCall,
  approval: ApprovalRow,
): Promise<{ held: HeldSend; identity: IdentityRow }> {
  if (approval.status !== 'pending') throw decided(approval);
  // The job that expires it may be late.
  if (new Date(approval.expires_at) <= services.clock.now()) throw decided({ status: 'expired' });
  await assertNotOwn(db, actor, approval);
  const [[held], identity] = await Promise.all([
    findHeld(db, [approval.id]),
    findIdentity(db, actor, approval.identity_id),
  ]);
  if (!held || !identity) throw decided(approval);
  return { held, identity };
}

const decided = ({ status }: Pick<ApprovalRow, 'status'>) =>
  new AppError('approval_decided', status === 'pending' ? undefined : { status });

const decisionOf = (
  { actor }: DecideCall,
  status: 'approved' | 'rejected',
  { comment, batch, at }: Verdict,
): Decision => ({
  status,
  by: { type: actor.key_id === null ? 'user' : 'key', id: callerId(actor) },
  at,
  comment,
  batch,
});

const recordDecision = (
  tx: Transaction,
  { actor, requestId, services }: DecideCall,
  approval: ApprovalRow,
  entry: { action: 'approval.approve' | 'approval.reject'; details: Record<string, unknown> },
): Promise<void> =>
  recordAudit(
    tx,
    { actor, requestId, services },
    {
      ...entry,
      target_type: 'approval',
      target_id: approval.id,
      tenant_id: approval.tenant_id,
    },
  );
