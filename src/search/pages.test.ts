import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { type EmbeddingsServer, startEmbeddingsServer } from '#testing/embeddings-server.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct } from '#testing/search-engines.ts';
import { oldestPending } from './repository/index-writes.ts';
import { fitting } from './search-mailbox.ts';

// Pages of a search by meaning (spec 4.1, 4.7; issue 7: cursors stable while new mail arrives).

let server: EmbeddingsServer;
let product: SearchProduct;
let mailbox: Mailbox;
let other: Mailbox;

type Json = ApiAnswer['body'];

const ofMailbox = (): string => `/v1/identities/${mailbox.id}/search`;
const ofTenant = (): string => `/v1/tenants/${mailbox.tenantId}/search`;
const page = (path: string, body: Json): Promise<ApiAnswer> =>
  product.call('POST', path, { body: { limit: 3, ...body } });

const hand = async (to: Mailbox, subject: string, text: string): Promise<void> => {
  const mail = mailTo(to.address, subject).replace(/\n\n[\s\S]*$/, `\n\n${text}\n`);
  await product.handOver(to.address, mail);
  await product.arrived(to, subject);
};
const embedded = async (): Promise<void> => {
  await product.indexed();
  const without = () =>
    product.services.db.first<{ n: number }>(
      sql`select count(*)::int as n from search_codes where model is null`,
    );
  await product.eventually(without, (row) => row?.n === 0);
  await product.indexed();
};

/** The ids of all pages, in order. `between` runs after the first page. */
async function idsOf(path: string, body: Json, between = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = await page(path, { ...body, cursor });
    expect(answer.status).toBe(200);
    ids.push(...answer.body.hits.map(({ message_id }: Json) => message_id));
    if (cursor === undefined) await between();
    cursor = answer.body.next_cursor ?? undefined;
    if (cursor === undefined) return ids;
  }
}

beforeAll(async () => {
  server = await startEmbeddingsServer();
  product = await openSearchProduct({ PM_EMBEDDINGS_URL: server.url, PM_EMBEDDINGS_MODEL: 'small' });
  mailbox = await product.mailbox();
  other = await product.mailbox({ tenantId: mailbox.tenantId });
  for (let number = 0; number < 10; number += 1)
    await hand(
      number % 3 ? mailbox : other,
      `Mail ${number}`,
      `car ${number % 2 ? 'repair' : 'vehicle invoice'}`,
    );
  await embedded();
});
afterAll(async () => {
  await product.close();
  await server.close();
});

it.each(['hybrid', 'semantic'])(
  '%s pages stay as they began while mail is given its vector',
  async (mode) => {
    server.fail = (input) => (input.some((text) => text.includes('late')) ? 500 : null);
    await hand(mailbox, `Late ${mode}`, 'late automobile car car');
    await product.indexed();
    const body = { q: 'car fix', mode };
    const before = await idsOf(ofMailbox(), { ...body, limit: 50 });
    const ids = await idsOf(ofMailbox(), body, async () => {
      server.fail = () => null;
      await embedded();
    });
    expect(ids).toEqual(before);
    expect(await idsOf(ofMailbox(), { ...body, limit: 50 })).not.toEqual(before);
  },
);

it('pages of a tenant stay as they began while mail arrives', async () => {
  const body = { q: 'car fix', mode: 'hybrid' };
  const before = await idsOf(ofTenant(), { ...body, limit: 50 });
  const ids = await idsOf(ofTenant(), body, async () => {
    await hand(other, 'New', 'car fix');
    await embedded();
  });
  expect(ids).toEqual(before);
  expect(await idsOf(ofTenant(), { ...body, limit: 50 })).not.toEqual(before);
});

it.each([
  ['a mailbox', ofMailbox],
  ['a tenant', ofTenant],
])('the search of %s that began by words goes on by words', async (_, path) => {
  server.fail = () => 500;
  const body = { q: `invoice -${path.name}`, mode: 'hybrid', limit: 2 };
  const first = await page(path(), body);
  expect(first.body).toMatchObject({ query: { mode: 'keyword' }, degraded: true });
  server.fail = () => null;
  const second = await page(path(), { ...body, cursor: first.body.next_cursor });
  expect(second.body).toMatchObject({ query: { mode: 'keyword' }, degraded: true });
  const ids = [...first.body.hits, ...second.body.hits].map(({ message_id }: Json) => message_id);
  expect(ids.length).toBeGreaterThan(2);
  expect(new Set(ids).size).toBe(ids.length);
});

it('as_of tells of the oldest change of any mailbox that is not shown yet', async () => {
  const rolledBack = product.services.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into search_pending (message_id, identity_id, added_at)
      select id, identity_id, '2026-01-02T03:04:05Z' from messages where identity_id = ${other.id} limit 1`);
    expect(await oldestPending(tx, [mailbox.id])).toBeNull();
    expect(new Date((await oldestPending(tx, [mailbox.id, other.id]))!)).toEqual(
      new Date('2026-01-02T03:04:05Z'),
    );
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
});

it('what stands beside the hits counts for the 256 KB as well (8.1)', () => {
  const hits = Array.from({ length: 50 }, (_, id) => ({ id, snippet: 'é'.repeat(2_500) }));
  const alone = fitting(hits, { facets: null });
  const beside = fitting(hits, { facets: 'é'.repeat(10_000) });
  expect([alone.truncated, beside.truncated]).toEqual([true, true]);
  expect(alone.kept.length - beside.kept.length).toBe(4);
});

it('asks which mailboxes to search where a tenant has very many', async () => {
  await product.services.db.pool.query(
    `insert into identities select (jsonb_populate_record(i, jsonb_build_object(
       'id', 'idn_' || lpad(n::text, 26, '0'), 'username', 'many' || n, 'client_id', null))).*
     from identities i, generate_series(1, 100) n where i.id = $1`,
    [mailbox.id],
  );
  const answer = await page(ofTenant(), { q: 'mail' });
  expect([answer.status, answer.body.error]).toMatchObject([
    422,
    { code: 'scope_too_large', details: { max: 100 } },
  ]);
  expect((await page(ofTenant(), { q: 'mail', identity_ids: [mailbox.id] })).status).toBe(200);
});
