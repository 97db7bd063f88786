import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import type { ApprovalStatus } from '#mailbox/messages/index.ts';
import type { ApprovalReason } from './reasons.ts';
import type { StoredDraft } from './stored-draft.ts';

export type NewApproval = Narrow<
  Row<
    'approvals',
    | 'id'
    | 'tenant_id'
    | 'identity_id'
    | 'message_id'
    | 'reasons'
    | 'evidence'
    | 'draft'
    | 'requested_by_type'
    | 'requested_by_id'
    | 'requested_at'
    | 'expires_at'
  >,
  { evidence: ApprovalReason[]; draft: StoredDraft; requested_by_type: 'key' | 'user' }
> & {
  /** Hex. */
  content_hash: string;
};

export const insertApprovals = (tx: Queryable, approvals: readonly NewApproval[]): Promise<number> =>
  tx.run({
    name: 'sending.insert_approvals',
    text: `insert into approvals (id, tenant_id, identity_id, message_id, status, reasons, evidence, content_hash, draft,
                                  requested_by_type, requested_by_id, requested_at, expires_at)
           select id, tenant_id, identity_id, message_id, 'pending', array(select jsonb_array_elements_text(reasons)),
                  evidence, decode(content_hash, 'hex'), draft, requested_by_type, requested_by_id, requested_at, expires_at
           from jsonb_to_recordset($1::jsonb) as r (id text, tenant_id text, identity_id text, message_id text,
             reasons jsonb, evidence jsonb, content_hash text, draft jsonb, requested_by_type text,
             requested_by_id text, requested_at timestamptz, expires_at timestamptz)`,
    values: [JSON.stringify(approvals)],
  });

/** How an approval ended, and who ended it; nobody for the expiry. */
export type Decision = {
  status: Exclude<ApprovalStatus, 'pending'>;
  by: { type: 'key' | 'user'; id: string } | null;
  at: Date;
  comment: string | null;
  batch: string | null;
};

/**
 * Ends the approval of a message whose send the transaction holds, and says so in the message. `original`: the version
 * before a person edited it. @returns 0 when it was decided before
 */
export const writeDecision = (
  tx: Queryable,
  messageId: string,
  decision: Decision,
  original: Record<string, unknown> | null = null,
): Promise<number> =>
  tx.run({
    name: 'sending.write_decision',
    text: `with d as (
             update approvals set status = $2, decided_by_type = $3, decided_by_id = $4, decided_at = $5, comment = $6,
               batch = $7, original = $8::jsonb, draft = null
             where message_id = $1 and status = 'pending' returning message_id)
           update messages m
           set approval = m.approval || jsonb_build_object('status', $2::text, 'comment', $6::text, 'edited', $8::jsonb is not null)
           from d where m.id = d.message_id`,
    values: [
      messageId,
      decision.status,
      decision.by?.type ?? null,
      decision.by?.id ?? null,
      decision.at,
      decision.comment,
      decision.batch,
      original === null ? null : JSON.stringify(original),
    ],
  });
