import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { endKeysMadeBy } from '#workspace/api-keys/index.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';
import { deleteInvitationsBy } from './members-repository.ts';

type RemovalCall = AuditCall & { db: Transaction; services: Services; target: { id: string } };

/** Revokes the keys and the open invitations of a person who is no longer a member. */
export async function endWhatTheyGave(call: RemovalCall, userId: string): Promise<void> {
  const { db, target } = call;
  await endKeysMadeBy(db, call, { user_id: userId, tenant_id: target.id });
  for (const { id } of await deleteInvitationsBy(db, { tenant_id: target.id, invited_by: userId })) {
    await recordAudit(db, call, {
      action: 'member.revoke_invitation',
      target_type: 'invitation',
      target_id: id,
      tenant_id: target.id,
      details: { invited_by: userId },
    });
  }
}
