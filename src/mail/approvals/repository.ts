import { empty, type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';
import type { ApprovalReason, HeldSend } from '#mail/sending/index.ts';
import type { ApprovalStatus } from '#mailbox/messages/index.ts';

type Mailbox = { address: string; name: string | null };
type Version = Pick<HeldSend['draft'], 'to' | 'cc' | 'bcc' | 'subject' | 'text' | 'html'>;

const columns = columnsOf(
  'approvals',
  'id',
  'tenant_id',
  'identity_id',
  'message_id',
  'status',
  'reasons',
  'evidence',
  'original',
  'requested_by_type',
  'requested_by_id',
  'requested_at',
  'expires_at',
  'decided_by_type',
  'decided_by_id',
  'decided_at',
  'comment',
  'batch',
);

export type ApprovalRow = Narrow<
  RowOf<typeof columns>,
  {
    status: ApprovalStatus;
    evidence: ApprovalReason[];
    original: Version | null;
    requested_by_type: 'key' | 'user';
    decided_by_type: 'key' | 'user' | null;
  }
> & {
  /** Hex. */
  content_hash: string;
  subject: string;
  to: Mailbox[];
};

/** The approvals within a caller's reach: those of one tenant, of a partner's tenants, or all. */
export type Reach = { tenantId: string } | { partnerId: string } | null;

const inReach = (reach: Reach) => {
  if (reach === null) return empty;
  return 'tenantId' in reach
    ? sql`and a.tenant_id = ${reach.tenantId}`
    : sql`and exists (select from tenants t where t.id = a.tenant_id and t.partner_id = ${reach.partnerId}
                  and t.status in ('active', 'suspended'))`;
};

const selected = sql`${columns.of('a').sql}, encode(a.content_hash, 'hex') as content_hash, m.subject, m."to"`;

export const findApproval = (db: Queryable, id: string, reach: Reach): Promise<ApprovalRow | null> =>
  db.first<ApprovalRow>(sql`
    select ${selected} from approvals a join messages m on m.id = a.message_id
    where a.id = ${id} ${inReach(reach)}`);

/** Newest first; ids are in the order of the requests. */
export const listApprovals = (
  db: Queryable,
  tenantId: string,
  filter: {
    status: ApprovalStatus | null;
    identityId: string | null;
    beyond: string | null;
    take: number;
  },
): Promise<ApprovalRow[]> =>
  db.rows<ApprovalRow>(sql`
    select ${selected} from approvals a join messages m on m.id = a.message_id
    where a.tenant_id = ${tenantId}
      ${filter.status === null ? empty : sql`and a.status = ${filter.status}`}
      ${filter.identityId === null ? empty : sql`and a.identity_id = ${filter.identityId}`}
      ${filter.beyond === null ? empty : sql`and a.id < ${filter.beyond}`}
    order by a.id desc limit ${filter.take}`);

/** Each of these keys or people with its chain of creators: the keys that created it, and the people who created those. */
export const linesOf = (db: Queryable, ids: readonly string[]): Promise<{ start: string; id: string }[]> =>
  db.rows({
    name: 'approvals.lines',
    text: `with recursive line (start, id) as (
             select id, id from unnest($1::text[]) as s (id)
             union
             select l.start, coalesce(k.created_by_key_id, k.created_by_user_id)
             from line l join api_keys k on k.id = l.id
             where coalesce(k.created_by_key_id, k.created_by_user_id) is not null)
           select start, id from line`,
    values: [ids],
  });

/** Marks a notification as sent. @returns 0 if it was sent before, or the decision was made already */
export const markNotified = (tx: Queryable, id: string, at: Date): Promise<number> =>
  tx.run({
    name: 'approvals.mark_notified',
    text: `update approvals set notified_at = $2 where id = $1 and status = 'pending' and notified_at is null`,
    values: [id, at],
  });

export const countByStatus = (db: Queryable): Promise<{ status: ApprovalStatus; count: number }[]> =>
  db.rows({
    name: 'approvals.count_by_status',
    text: 'select status, count(*)::int as count from approvals group by status',
    values: [],
  });

export const countPending = async (db: Queryable, tenantId: string): Promise<number> => {
  const row = await db.first<{ count: number }>({
    name: 'approvals.count_pending',
    text: `select count(*)::int as count from approvals where tenant_id = $1 and status = 'pending'`,
    values: [tenantId],
  });
  return row!.count;
};

export const deleteApprovals = (tx: Queryable, messageIds: readonly string[]): Promise<number> =>
  tx.run({
    name: 'approvals.delete',
    text: 'delete from approvals where message_id = any($1::text[])',
    values: [messageIds],
  });
