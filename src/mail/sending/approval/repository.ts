import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import type { ApprovalStatus } from '#mailbox/messages/index.ts';
import type { NewDelivery } from '../repository.ts';
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

/** How an approval ended, and who decided; nobody if it expired. */
export type Decision = {
  status: Exclude<ApprovalStatus, 'pending'>;
  by: { type: 'key' | 'user'; id: string } | null;
  at: Date;
  comment: string | null;
  batch: string | null;
};

/**
 * Closes the approval of a message whose send the transaction has locked, and records the outcome in the message.
 * `original`: the version before a person edited it. @returns 0 when it was decided before
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
           set approval = m.approval || jsonb_build_object('status', $2::text, 'comment', $6::text, 'edited', $8::jsonb is not null,
             'decided_at', $5::timestamptz)
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

/** A held message with the facts that its release needs. */
export type HeldSend = Narrow<
  Row<
    'approvals',
    'id' | 'tenant_id' | 'identity_id' | 'message_id' | 'requested_by_type' | 'requested_by_id'
  > &
    Row<'messages', 'thread_id' | 'raw_id'> &
    Row<'sends', 'envelope_from'>,
  { raw_id: string; requested_by_type: 'key' | 'user' }
> & {
  draft: StoredDraft;
  /** Hex. */
  content_hash: string;
};

export const findHeld = (db: Queryable, approvalIds: readonly string[]): Promise<HeldSend[]> =>
  db.rows<HeldSend>({
    name: 'sending.find_held',
    text: `select a.id, a.tenant_id, a.identity_id, a.message_id, a.draft, encode(a.content_hash, 'hex') as content_hash,
                  a.requested_by_type, a.requested_by_id, m.thread_id, m.raw_id, s.envelope_from
           from approvals a join messages m on m.id = a.message_id join sends s on s.message_id = a.message_id
           where a.id = any($1::text[]) and a.status = 'pending' and m.raw_id is not null`,
    values: [approvalIds],
  });

/** Stores the hash of the content that a person decides about from now on. */
export const rememberHash = (db: Queryable, approvalId: string, hash: string): Promise<number> =>
  db.run({
    name: 'sending.remember_hash',
    text: `update approvals set content_hash = decode($2, 'hex') where id = $1 and status = 'pending'`,
    values: [approvalId, hash],
  });

export async function isPending(db: Queryable, approvalId: string): Promise<boolean> {
  const row = await db.first<{ status: string }>({
    name: 'sending.approval_status',
    text: 'select status from approvals where id = $1',
    values: [approvalId],
  });
  return row?.status === 'pending';
}

/** Counts a released message against the same caps as a send that is accepted now. */
export const markCounted = (
  tx: Queryable,
  messageId: string,
  counted: Row<'sends', 'counted_on' | 'metered_on'>,
): Promise<number> =>
  tx.run({
    name: 'sending.mark_counted',
    text: 'update sends set counted_on = $2::date, metered_on = $3::date where message_id = $1',
    values: [messageId, counted.counted_on, counted.metered_on],
  });

type NewContent = Row<
  'messages',
  'id' | 'to' | 'cc' | 'bcc' | 'subject' | 'text' | 'extracted_text' | 'html'
> & {
  raw_id: string;
  /** The guard's verdict; null if there is none. */
  guard: Row<'sends', 'guard'>['guard'];
  deliveries: readonly NewDelivery[];
};

/** Replaces the agent's content with what the person wrote. The transaction holds the lock on the send. */
export async function replaceContent(tx: Queryable, content: NewContent): Promise<void> {
  await tx.run({
    name: 'sending.replace_content',
    text: `update messages set "to" = $2::jsonb, cc = $3::jsonb, bcc = $4::jsonb, subject = $5, text = nullif($6::text, $7::text),
             extracted_text = $7, html = $8, packed = null, raw_id = $9
           where id = $1`,
    values: [
      content.id,
      JSON.stringify(content.to),
      JSON.stringify(content.cc),
      JSON.stringify(content.bcc),
      content.subject,
      content.text,
      content.extracted_text,
      content.html,
      content.raw_id,
    ],
  });
  await tx.run({
    name: 'sending.replace_verdict',
    text: 'update sends set guard = $2::jsonb where message_id = $1',
    values: [content.id, content.guard === null ? null : JSON.stringify(content.guard)],
  });
  await tx.run({
    name: 'sending.forget_deliveries',
    text: 'delete from deliveries where message_id = $1',
    values: [content.id],
  });
  await tx.run({
    name: 'sending.replace_deliveries',
    text: `insert into deliveries (message_id, address, field, position, status, reason)
           select $1, address, field, position, status, reason
           from jsonb_to_recordset($2::jsonb) as r (address text, field text, position int, status text, reason text)`,
    values: [
      content.id,
      JSON.stringify(content.deliveries.map((delivery, position) => ({ ...delivery, position }))),
    ],
  });
}
