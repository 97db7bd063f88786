import type { Transaction } from '#kernel/data/database.ts';
import { callerId } from '#kernel/operation/actor.ts';
import { storeAnswers } from '#kernel/operation/idempotency.ts';
import type { Call, Write } from '#kernel/operation/operation.ts';
import { sendingErrors } from '#mail/sending/index.ts';
import { findMessage } from '#mailbox/messages/index.ts';
import { whole } from './link.ts';
import type { ApprovalRow } from './repository.ts';
import { approval } from './schema.ts';
import { serializeApproval } from './serialize.ts';
import { approvalTarget } from './target.ts';

/** The part of the declaration that approving and rejecting share. */
export const decidingOperation = {
  method: 'POST',
  permission: 'sends:approve',
  levels: ['platform', 'partner', 'tenant'],
  target: approvalTarget,
  execution: { mode: 'batched', idempotency: { key: 'optional', scope: 'key' } },
  responses: { 200: approval },
} as const;

export const decidingErrors = [
  'approval_not_found',
  'approval_decided',
  'approval_own_request',
  'approval_content_changed',
] as const;

/** The errors of a release, which runs every check of a send again. */
export const releasingErrors = [
  ...decidingErrors,
  ...sendingErrors,
  'address_invalid',
  'address_unsupported',
  'header_not_allowed',
  'thread_not_found',
  'marketing_requirements_missing',
  'transport_unavailable',
  'auto_reply_not_allowed',
] as const;

type DecidingCall = Call<ApprovalRow, 'POST'>;

/** The response to a decision, and the transaction that applies it and records its Idempotency-Key. */
export function answerOf(
  { services, target, actor }: DecidingCall,
  decided: Pick<ApprovalRow, 'status' | 'comment'> & Partial<Pick<ApprovalRow, 'original'>>,
  at: Date,
  write: (tx: Transaction) => Promise<void>,
) {
  const body = serializeApproval({
    ...target,
    ...decided,
    decided_by_type: actor.key_id === null ? 'user' : 'key',
    decided_by_id: callerId(actor),
    decided_at: at.toISOString(),
  });
  const store: Write = (record) =>
    services.db.transaction(async (tx) => {
      await write(tx);
      if (record) await storeAnswers(tx, [record]);
    });
  return { status: 200 as const, body, write: store };
}

/** The original of an edited message, which is kept with the approval. */
export async function originalOf({ services, target }: DecidingCall): Promise<ApprovalRow['original']> {
  const message = await findMessage(services.db, target.identity_id, target.message_id, whole);
  return message && { ...message, text: message.text, html: message.html };
}
