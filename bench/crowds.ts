import { enqueueMany } from '#jobs/index.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { type Database, type Sql, sql } from '#kernel/data/database.ts';
import { submitMessage } from '#mail/sending/jobs.ts';
import type { ExportRow } from '#trust/privacy/exports-repository.ts';
import { exportJob } from '#trust/privacy/jobs.ts';
import { call, type Identity } from './client.ts';
import type { Product } from './product.ts';

// Long queues of one tenant, made in SQL by copying an entry that the product made itself. `mark`
// is one character of their ids, so that a second crowd has different ids.

const AT_ONCE = 1_000;

const LATER = () => new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();

/** Copies a row under new values. Generated columns are left to the database. */
async function copy(
  db: Database,
  table: string,
  from: Sql,
  { many, changes }: { many: number; changes: string },
): Promise<void> {
  const columns = await db.rows<{ column_name: string }>(sql`
    select column_name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`);
  const names = columns.map(({ column_name }) => `"${column_name}"`).join(', ');
  const { values } = from;
  await db.run({
    name: `bench.copy_${table}`,
    text: `insert into ${table} (${names})
           select ${names
             .split(', ')
             .map((name) => `r.${name}`)
             .join(', ')}
           from ${table} t cross join generate_series(1, $${values.length + 1}::int) n
           cross join lateral jsonb_populate_record(t, ${changes}) r where ${from.text}`,
    values: [...values, many],
  });
}

export type Crowd = { many: number; mark: string };

/** Messages of one tenant that wait to be handed over, each with its job. */
export async function crowdOfSends(product: Product, db: Database, from: Identity, { many, mark }: Crowd) {
  const { id } = await call<{ id: string }>(
    product,
    'POST',
    `/v1/identities/${from.id}/messages`,
    {
      to: ['crowd@outside.example'],
      subject: 'Crowd',
      text: 'It is on its way. '.repeat(50),
      send_at: LATER(),
    },
    { 'idempotency-key': `crowd-${from.id}` },
  );
  const isTemplate = (column: string): Sql => ({ text: `t.${column} = $1`, values: [id] }) as unknown as Sql;
  const newMessage = `'msg_${mark}' || lpad(n::text, 25, '0')`;
  await copy(db, 'messages', isTemplate('id'), {
    many,
    changes: `jsonb_build_object('id', ${newMessage}, 'rfc_message_id', '<crowd-${mark}' || n || '@bench.example>',
                                 'send_at', null, 'content_hash', null)`,
  });
  for (const table of ['sends', 'deliveries'])
    await copy(db, table, isTemplate('message_id'), {
      many,
      changes: `jsonb_build_object('message_id', ${newMessage}, 'counted_on', null, 'metered_on', null)`,
    });
  await call(product, 'POST', `/v1/identities/${from.id}/messages/${id}/cancel`, {});
  const ids = Array.from({ length: many }, (_, n) => `msg_${mark}${String(n + 1).padStart(25, '0')}`);
  for (let begin = 0; begin < many; begin += AT_ONCE)
    await enqueueMany(
      db,
      submitMessage,
      ids.slice(begin, begin + AT_ONCE).map((message_id) => ({ message_id, tenant_id: from.tenant_id })),
    );
}

/** Exports of one mailbox that wait to be made, each with its job. */
export async function crowdOfExports(_product: Product, db: Database, from: Identity, { many }: Crowd) {
  for (let begin = 0; begin < many; begin += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, many - begin) }, () => newId('export'));
    const row: Partial<ExportRow> = { tenant_id: from.tenant_id, scope: 'identity', identity_id: from.id };
    await db.transaction(async (tx) => {
      await tx.run(sql`
        insert into exports (id, tenant_id, scope, identity_id, with_kept_back, created_at, expires_at)
        select id, ${row.tenant_id}, ${row.scope}, ${row.identity_id}, false, now(), now() + interval '7 days'
        from unnest(${ids}::text[]) as id`);
      await enqueueMany(
        tx,
        exportJob,
        ids.map((export_id) => ({ tenant_id: from.tenant_id, export_id })),
      );
    });
  }
}

/** Deliveries to one endpoint that wait to be posted, of copies of its last event. */
export async function crowdOfWebhooks(
  _product: Product,
  db: Database,
  from: Identity,
  { many, mark }: Crowd,
) {
  const endpoint = await db.first<{ id: string }>(
    sql`select id from webhook_endpoints where owner_id = ${from.tenant_id}`,
  );
  const event = await db.first<{ id: string; type: string }>(
    sql`select id, type from events where tenant_id = ${from.tenant_id} order by id desc limit 1`,
  );
  await db.run(sql`
    insert into webhook_deliveries (id, webhook_id, queue, event_id, event_type, status, next_attempt_at, created_at)
    select ${`dlv_${mark}`} || lpad(n::text, 25, '0'), ${endpoint!.id}, ${endpoint!.id}, ${event!.id}, ${event!.type}, 'pending',
           now(), now()
    from generate_series(1, ${many}::int) n`);
}
