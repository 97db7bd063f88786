import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { type EmbeddingsServer, startEmbeddingsServer } from '#testing/embeddings-server.ts';
import type { Mailbox } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct } from '#testing/search-engines.ts';

// Pages of threads (spec 4.7, `group_by`) in a mailbox with more matches than are ranked together.

const THREADS = 200;
const MAILS = 600;

let embeddings: EmbeddingsServer;
let product: SearchProduct;
let mailbox: Mailbox;

type Json = ApiAnswer['body'];

beforeAll(async () => {
  embeddings = await startEmbeddingsServer();
  product = await openSearchProduct({ PM_EMBEDDINGS_URL: embeddings.url, PM_EMBEDDINGS_MODEL: 'small' });
  product.services.limiter.consume = async () => ({ allowed: true, resetSeconds: 60 });
  mailbox = await product.mailbox();
  // Each thread has three messages, far from each other: every third has the word in its subject too.
  await product.services.db.run(sql`
    with made as (
      insert into threads (id, tenant_id, identity_id, subject, participants, message_count, last_at, last_any_at, directions)
      select 'thr_' || n, ${mailbox.tenantId}, ${mailbox.id}, 'Thread ' || n, '[]', 3, now(), now(), '{inbound}'
      from generate_series(0, ${THREADS - 1}) n)
    insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "from", "to", cc, bcc, reply_to,
      subject, received_at, extracted_text, text, headers, labels, triage, trust, rfc_message_id, created_at)
    select 'msg_' || lpad(n::text, 4, '0'), ${mailbox.tenantId}, ${mailbox.id}, 'thr_' || n % ${THREADS}, 'inbound',
      'received', 'message', '{"address": "ann@acme.example", "name": null}', '[]', '[]', '[]', '[]',
      case when n % 3 = 0 then 'Turbine' else 'Other' end, now(), t, t, '[]', '{}',
      '{"status": "done", "category": "business", "language": "en", "risk_flags": []}', '{"verdict": "pass"}',
      n || '@x.example', now()
    from generate_series(0, ${MAILS - 1}) n, lateral (select 'The turbine ' || repeat('runs ', n % 7) as t) b`);
  const without = () =>
    product.services.db.first<{ n: number }>(
      sql`select (select count(*) from search_pending)::int + (select count(*) from search_codes where model is null)::int as n`,
    );
  await product.eventually(without, (row) => row?.n === 0);
  await product.indexed();
});
afterAll(async () => {
  await product.close();
  await embeddings.close();
});

async function threadsOf(body: Json): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const request = { body: { group_by: 'thread', limit: 50, cursor, ...body } };
    // On a busy machine the engine may not answer in time. Postgres then answers instead.
    const answer = await product.eventually(
      () => product.call('POST', `/v1/identities/${mailbox.id}/search`, request),
      ({ body: { degraded } }) => degraded === false,
    );
    expect(answer.status).toBe(200);
    ids.push(...answer.body.hits.map(({ thread_id }: Json) => thread_id));
    cursor = answer.body.next_cursor ?? undefined;
    if (cursor === undefined) return ids;
  }
}

it.each([
  { q: 'turbine', mode: 'keyword' },
  { q: 'runs turbine', mode: 'keyword' },
  { q: '', mode: 'keyword' },
  { q: 'from:acme.example -subject:other', mode: 'keyword' },
  { q: 'turbine', mode: 'hybrid' },
])('a thread comes once on all pages of %o', async (body) => {
  const ids = await threadsOf(body);
  const all = await product.services.db.rows<{ thread_id: string }>(sql`
    select distinct thread_id from messages
    where ${body.q.includes('-') ? sql`subject = 'Turbine'` : body.q.includes('runs') ? sql`text like '%runs%'` : sql`true`}`);
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids.toSorted()).toEqual(all.map(({ thread_id }) => thread_id).sort());
});
