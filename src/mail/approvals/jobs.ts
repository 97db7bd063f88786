import { defineJob } from '#jobs/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { approvalExpiry, approvalNotice, endHeld } from '#mail/sending/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { notifyApprovers } from './notice.ts';
import { findApproval } from './repository.ts';

/** Notifies the people who may decide. A second run finds that they have been notified. */
export const notifyJob = defineJob({
  ...approvalNotice,
  run: async ({ services }, { approval_id }) => {
    await notifyApprovers(services, approval_id);
    return undefined;
  },
});

/** Cancels a message if nobody decided in time. A second run finds the approval closed. */
export const expireJob = defineJob({
  ...approvalExpiry,
  run: async ({ services }, { approval_id }) => {
    const approval = await findApproval(services.db, approval_id, null);
    if (approval?.status !== 'pending') return undefined;
    const at = services.clock.now();
    const due = new Date(approval.expires_at);
    if (at < due) return due;
    try {
      await services.db.transaction(async (tx) => {
        const decision = { status: 'expired', by: null, at, comment: null, batch: null } as const;
        await endHeld(tx, services, approval, decision);
        await recordAudit(
          tx,
          { actor: null, requestId: null, services },
          {
            action: 'approval.expire',
            target_type: 'approval',
            target_id: approval.id,
            tenant_id: approval.tenant_id,
          },
        );
      });
    } catch (error) {
      // Somebody decided at the last moment.
      if (!(error instanceof AppError && error.code === 'approval_decided')) throw error;
    }
    return undefined;
  },
});

export const jobs = [notifyJob, expireJob] as const;
