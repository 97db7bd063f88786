import type { Queryable, Transaction } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';
import type { Arrival, Seen, StoredStatus, TestMailKind } from './schema.ts';

const columns = columnsOf(
  'domain_test_mails',
  'id',
  'domain_id',
  'tenant_id',
  'kind',
  'identity_id',
  'recipient',
  'message_id',
  'status',
  'response',
  'seen',
  'created_at',
  'sent_at',
  'received_at',
);

export type TestMailRow = Narrow<
  RowOf<typeof columns>,
  { kind: TestMailKind; status: StoredStatus; seen: Seen | null }
>;

type NewTestMail = Pick<
  TestMailRow,
  'id' | 'domain_id' | 'tenant_id' | 'kind' | 'identity_id' | 'recipient' | 'message_id' | 'created_at'
> & { token_hash: Buffer };

/** Adds a test mail, and deletes those of its domain beyond the newest `keep`. */
export async function insertTestMail(tx: Transaction, mail: NewTestMail, keep: number): Promise<TestMailRow> {
  const [row] = await tx.rows<TestMailRow>({
    name: 'test_mails.insert',
    text: `insert into domain_test_mails (id, domain_id, tenant_id, kind, identity_id, recipient, message_id, token_hash,
             created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns.names}`,
    values: [
      mail.id,
      mail.domain_id,
      mail.tenant_id,
      mail.kind,
      mail.identity_id,
      mail.recipient,
      mail.message_id,
      mail.token_hash,
      mail.created_at,
    ],
  });
  await tx.run({
    name: 'test_mails.trim',
    text: `delete from domain_test_mails where domain_id = $1 and id <= (
             select id from domain_test_mails where domain_id = $1 order by id desc offset $2 limit 1)`,
    values: [mail.domain_id, keep],
  });
  return row!;
}

/** The time when the newest test mail of a domain was requested. */
export async function lastAsked(db: Queryable, domainId: string): Promise<string | null> {
  const row = await db.first<{ at: string | null }>({
    name: 'test_mails.last_asked',
    text: 'select max(created_at) as at from domain_test_mails where domain_id = $1',
    values: [domainId],
  });
  return row?.at ?? null;
}

/** The newest first. */
export const listTestMails = (db: Queryable, domainId: string, take: number): Promise<TestMailRow[]> =>
  db.rows<TestMailRow>({
    name: 'test_mails.list',
    text: `select ${columns.names} from domain_test_mails where domain_id = $1 order by id desc limit $2`,
    values: [domainId, take],
  });

export const findTestMail = (db: Queryable, id: string): Promise<TestMailRow | null> =>
  db.first<TestMailRow>({
    name: 'test_mails.find',
    text: `select ${columns.names} from domain_test_mails where id = $1`,
    values: [id],
  });

/** The test mail with this token, for as long as it may still arrive. */
export const findByToken = (
  db: Queryable,
  tokenHash: Buffer,
  since: Date,
): Promise<Pick<TestMailRow, 'id'> | null> =>
  db.first({
    name: 'test_mails.find_by_token',
    text: 'select id from domain_test_mails where token_hash = $1 and created_at > $2',
    values: [tokenHash, since],
  });

/** Records that the mail is about to be sent: once, and only while its domain may send. @returns whether it may be sent */
export const claimTestMail = async (db: Queryable, id: string, now: Date): Promise<boolean> =>
  (await db.run({
    name: 'test_mails.claim',
    text: `update domain_test_mails m set sent_at = $2
           where id = $1 and sent_at is null and status = 'queued'
             and exists (select from domains d where d.id = m.domain_id and d.tenant_id = m.tenant_id
                         and d.removing_at is null and d.status in ('healthy', 'degraded'))`,
    values: [id, now],
  })) === 1;

/** Stores the outcome of the attempt, unless a receiver has reported a result in the meantime. */
export const endTestMail = (
  db: Queryable,
  id: string,
  { status, response }: { status: StoredStatus; response: string | null },
): Promise<number> =>
  db.run({
    name: 'test_mails.end',
    text: `update domain_test_mails set status = $2, response = $3 where id = $1 and status = 'queued'`,
    values: [id, status, response],
  });

/** Stores results of test mails. Of two copies, the first one counts. */
export async function recordArrivals(
  tx: Transaction,
  arrivals: readonly Arrival[],
  now: Date,
): Promise<void> {
  if (arrivals.length === 0) return;
  await tx.run({
    name: 'test_mails.record',
    text: `update domain_test_mails m
           set status = a.kind, seen = a.seen, response = coalesce(a.response, m.response), received_at = $2
           from (select distinct on (id) * from jsonb_to_recordset($1::jsonb)
                   as r (id text, kind text, seen jsonb, response text) order by id, kind desc) a
           where m.id = a.id and m.received_at is null`,
    values: [JSON.stringify(arrivals), now],
  });
}

/** @returns how many rows */
export const forgetTestMails = (db: Queryable, before: Date): Promise<number> =>
  db.run({
    name: 'test_mails.forget',
    text: 'delete from domain_test_mails where created_at < $1',
    values: [before],
  });

/** @returns how many rows */
export const deleteTestMailsOf = (
  tx: Queryable,
  { tenantId, identityId }: { tenantId: string; identityId: string | null },
  take: number,
): Promise<number> =>
  tx.run({
    name: 'test_mails.delete_of',
    text: `delete from domain_test_mails where id = any(array(
             select id from domain_test_mails
             where tenant_id = $1 and ($2::text is null or identity_id = $2) limit $3))`,
    values: [tenantId, identityId, take],
  });
