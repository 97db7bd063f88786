import { createHash } from 'node:crypto';
import type { NewEvent } from '#events/index.ts';
import { enqueue } from '#jobs/index.ts';
import { after, HOUR } from '#kernel/base/clock.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { StagedBlob } from '#kernel/data/blobs.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { MessageApproval, NewMessage } from '#mailbox/messages/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import type { Draft } from '../accept/draft.ts';
import { approvalExpiry, approvalNotice } from '../declared-jobs.ts';
import { messageApprovalRequested } from '../events.ts';
import type { NewDelivery } from '../repository.ts';
import type { ApprovalReason } from './reasons.ts';
import { insertApprovals, type NewApproval } from './repository.ts';
import { storedDraft } from './stored-draft.ts';

type ToHold = {
  actor: Pick<Actor, 'key_id' | 'user_id'>;
  reasons: readonly ApprovalReason[];
  messageId: string;
  draft: Draft;
  from: { address: string };
  raw: Uint8Array;
  files: readonly (StagedBlob | null)[];
  deliveries: readonly NewDelivery[];
  policy: Policy;
  now: Date;
};

/** The approval that a send waits for. `deliveries` has the stored form. */
export function approvalFor(held: ToHold): NewApproval {
  const { actor, reasons, messageId, draft, from, raw, deliveries, policy, now } = held;
  return {
    id: newId('approval'),
    tenant_id: draft.identity.tenant_id,
    identity_id: draft.identity.id,
    message_id: messageId,
    reasons: [...new Set(reasons.map(({ reason }) => reason))],
    evidence: reasons.map(({ reason, text, source_message_id }) => ({ reason, text, source_message_id })),
    content_hash: contentHash(from.address, deliveries, raw).toString('hex'),
    draft: storedDraft({ ...draft, fromAddress: from.address }, held.files),
    requested_by_type: actor.key_id === null ? 'user' : 'key',
    requested_by_id: actor.key_id ?? actor.user_id ?? '',
    requested_at: now.toISOString(),
    expires_at: after(now, policy.sending.approval_expiry_hours * HOUR).toISOString(),
  };
}

/**
 * SHA-256 of everything that leaves: the envelope and the composed message. A person approves this hash, and nothing else
 * is released.
 */
export function contentHash(
  from: string,
  deliveries: readonly Pick<NewDelivery, 'address' | 'field' | 'status'>[],
  raw: Uint8Array,
): Buffer {
  const envelope = deliveries
    .filter(({ status }) => status === 'awaiting_approval')
    .map(({ field, address }) => `${field} ${address}`)
    .sort();
  return createHash('sha256')
    .update(`${JSON.stringify([from, ...envelope])}\n`)
    .update(raw)
    .digest();
}

/** Recipients wait together with the message. Suppressed recipients are marked as suppressed at once. */
export const heldDeliveries = (deliveries: readonly NewDelivery[]): NewDelivery[] =>
  deliveries.map((delivery) =>
    delivery.status === 'queued' ? { ...delivery, status: 'awaiting_approval' } : delivery,
  );

/** The approval as the API shows it with the message. */
export const approvalOfMessage = (approval: NewApproval): MessageApproval => ({
  id: approval.id,
  status: 'pending',
  reasons: approval.reasons,
  comment: null,
  edited: false,
  expires_at: approval.expires_at,
});

/** Writes the approvals of messages that the transaction inserts, and enqueues the jobs that notify and expire them. */
export function writeApprovals(
  tx: Transaction,
  held: readonly { approval: NewApproval; message: NewMessage }[],
): Promise<unknown>[] {
  if (held.length === 0) return [];
  const approvals = held.map(({ approval }) => approval);
  return [
    insertApprovals(tx, approvals),
    ...approvals.flatMap(({ id: approval_id, tenant_id, expires_at }) => [
      enqueue(tx, approvalNotice, { approval_id, tenant_id }),
      enqueue(tx, approvalExpiry, { approval_id, tenant_id }, { runAt: new Date(expires_at) }),
    ]),
  ];
}

export const requestedEvents = (
  held: readonly { approval: NewApproval; message: NewMessage }[],
): NewEvent[] =>
  held.map(({ approval, message }) => {
    const { tenant_id, identity_id, id: approval_id, reasons, expires_at } = approval;
    return messageApprovalRequested({
      tenant_id,
      identity_id,
      data: { message: { ...message, flags: [...message.flags] }, approval_id, reasons, expires_at },
    });
  });
