import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { type EmbeddingsServer, startEmbeddingsServer } from '#testing/embeddings-server.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct } from '#testing/search-engines.ts';
import { embedBatch } from './semantic/embedder.ts';

// Search by meaning (spec 4.7; issue 7), with an embeddings API that knows some synonyms.

let server: EmbeddingsServer;
let product: SearchProduct;
let mailbox: Mailbox;
let other: Mailbox;

type Json = ApiAnswer['body'];

const search = (q: string, mode: string, more: Json = {}, to = mailbox): Promise<ApiAnswer> =>
  product.call('POST', `/v1/identities/${to.id}/search`, { body: { q, mode, ...more } });
const subjects = ({ body }: ApiAnswer): string[] => body.hits.map(({ subject }: Json) => subject);

const mail = (to: Mailbox, subject: string, text: string): string =>
  mailTo(to.address, subject).replace(/\n\n[\s\S]*$/, `\n\n${text}\n`);

const waiting = () =>
  product.services.db.first<{ n: number }>(sql`
    select (select count(*) from search_pending)::int + (select count(*) from search_codes where model is null)::int as n`);
const embedded = async () => {
  await product.eventually(waiting, (row) => row?.n === 0);
  await product.indexed();
};

beforeAll(async () => {
  server = await startEmbeddingsServer();
  product = await openSearchProduct({
    PM_EMBEDDINGS_URL: server.url,
    PM_EMBEDDINGS_MODEL: 'small',
    PM_EMBEDDINGS_KEY: 'embeddings-key',
  });
  mailbox = await product.mailbox();
  other = await product.mailbox({ tenantId: mailbox.tenantId });
  const mails: [string, string][] = [
    ['Invoice turbine', 'The invoice for the turbine in Porto.'],
    ['Lunch', 'Shall we eat something at noon?'],
    ['Automobile', 'My automobile needs a repair.'],
    ['Greenhouse', 'Tomatoes and cucumbers grow well.'],
  ];
  for (const [subject, text] of mails) await product.handOver(mailbox.address, mail(mailbox, subject, text));
  await product.handOver(other.address, mail(other, 'Car of the other', 'A vehicle for the board.'));
  for (const [subject] of mails) await product.arrived(mailbox, subject);
  await product.arrived(other, 'Car of the other');
  await embedded();
});
afterAll(async () => {
  await product.close();
  await server.close();
});

it('mail is embedded off the accept path, in batches, with the key', async () => {
  const all = server.requests.flatMap(({ input }) => input);
  expect(all.filter((text) => text.startsWith('Lunch'))).toHaveLength(1);
  expect(server.requests.every(({ authorization }) => authorization === 'Bearer embeddings-key')).toBe(true);
});

it('semantic finds what keyword does not, and only in its own mailbox', async () => {
  expect(subjects(await search('car fix', 'keyword'))).toEqual([]);
  const found = await search('car fix', 'semantic');
  expect(subjects(found)[0]).toBe('Automobile');
  expect(subjects(found)).not.toContain('Car of the other');
  expect(found.body).toMatchObject({ query: { mode: 'semantic' }, degraded: false, semantic_coverage: 1 });
  expect(found.body.hits[0].why).toContain('meaning');
});

it('hybrid puts first what both find, and keeps what either does', async () => {
  const { body } = await search('bill turbine', 'hybrid');
  expect(body).toMatchObject({ query: { mode: 'hybrid' }, degraded: false });
  expect(body.hits[0].subject).toBe('Invoice turbine');
  const both = await search('automobile', 'hybrid');
  expect(both.body.hits[0]).toMatchObject({ subject: 'Automobile' });
  expect(both.body.hits[0].why.length).toBeGreaterThan(1);
  const pages = await search('automobile', 'hybrid', { limit: 1 });
  expect(subjects(pages)).toEqual(['Automobile']);
});

it('operators and filters hold for meaning too; without words they alone count', async () => {
  expect(subjects(await search('car from:nobody.example', 'semantic'))).toEqual([]);
  expect(subjects(await search('car -subject:automobile', 'semantic'))).not.toContain('Automobile');
  expect(subjects(await search('car', 'semantic', { filters: { direction: 'outbound' } }))).toEqual([]);
  expect(subjects(await search('subject:lunch', 'semantic'))).toEqual(['Lunch']);
});

it('a tenant is searched by meaning over all its mailboxes', async () => {
  const { body } = await product.call('POST', `/v1/tenants/${mailbox.tenantId}/search`, {
    body: { q: 'car', mode: 'hybrid' },
  });
  expect(
    body.hits
      .slice(0, 2)
      .map(({ subject }: Json) => subject)
      .sort(),
  ).toEqual(['Automobile', 'Car of the other']);
  expect(body).toMatchObject({ degraded: false, semantic_coverage: 1, partial: false });
});

it('without the API search goes by words and says so, or is refused', async () => {
  server.fail = () => 500;
  const { body } = await search('automobile repair unheard', 'hybrid');
  expect(body).toMatchObject({ query: { mode: 'keyword' }, degraded: true });
  const refused = await search('automobile repair unseen', 'semantic', { require_mode: true });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'search_degraded']);
  server.fail = () => null;
  expect((await search('automobile repair unheard', 'hybrid')).body.degraded).toBe(false);
});

it('coverage is the true share; a text that the API refuses keeps no other from its vector', async () => {
  server.fail = (input) => (input.some((text) => text.includes('poison')) ? 400 : null);
  await product.handOver(mailbox.address, mail(mailbox, 'Bad', 'This is poison.'));
  await product.handOver(mailbox.address, mail(mailbox, 'Good', 'A fine vehicle.'));
  await product.arrived(mailbox, 'Bad');
  await product.arrived(mailbox, 'Good');
  await embedded();
  server.fail = () => null;
  const { body } = await search('vehicle fine', 'semantic');
  expect(body.semantic_coverage).toBeCloseTo(5 / 6);
  expect(body.hits[0].subject).toBe('Good');
});

it('of a text that is too long for the model its beginning gets a vector', async () => {
  server.fail = (input) => (input.some((text) => text.length > 500) ? 413 : null);
  await product.handOver(mailbox.address, mail(mailbox, 'Long', 'A consignment. '.repeat(100)));
  await product.arrived(mailbox, 'Long');
  await embedded();
  server.fail = () => null;
  expect(subjects(await search('shipment', 'semantic'))[0]).toBe('Long');
});

it('while the API takes no text at all, mail waits for its vector', async () => {
  server.fail = () => 400;
  const asked = server.requests.length;
  await product.handOver(mailbox.address, mail(mailbox, 'Waits', 'A faulty contract.'));
  await product.arrived(mailbox, 'Waits');
  await product.eventually(
    async () => server.requests.slice(asked),
    (requests) => requests.some(({ input }) => input[0] === 'mail'),
  );
  server.fail = () => null;
  await embedded();
  expect(subjects(await search('defect agreement', 'semantic'))[0]).toBe('Waits');
});

it('the API is given a query as it is written, also without blanks', async () => {
  await search('東京の会議 lunch', 'semantic');
  expect(server.requests.at(-1)!.input).toEqual(['東京の会議 lunch']);
});

it('another model embeds everything again', async () => {
  const { services } = product;
  const embeddings = { ...services.embeddings!, model: 'tiny' };
  const stop = new AbortController().signal;
  expect(await embedBatch(services, embeddings, stop)).toBe(9);
  // The product's own model embeds them again.
  await product.eventually(
    () => services.db.rows<{ model: string }>(sql`select distinct model from search_codes`),
    (models) => models.length === 1 && models[0]!.model === 'small',
  );
});

it('a service that gives vectors of another length under the same name is searched on, and asked for all again', async () => {
  await embedded();
  const found = async (q: string) => subjects(await search(q, 'semantic'))[0];
  expect(await found('receipt turbine')).toBe('Invoice turbine');
  server.dimensions = 128;
  await product.handOver(mailbox.address, mail(mailbox, 'Shorter', 'The appointment of bananas is faulty.'));
  await product.arrived(mailbox, 'Shorter');
  await product.eventually(
    () =>
      product.services.db.rows<{ n: number | null }>(
        sql`select distinct length(code) as n from search_codes`,
      ),
    (lengths) => lengths.every(({ n }) => n === null || n === 128),
  );
  await embedded();
  expect(await found('broken meeting')).toBe('Shorter');
  expect(await found('receipt turbine')).toBe('Invoice turbine');
  // The external index was rebuilt for that, once.
  const made = await product.meilisearch?.madeAt();
  await product.services.db.run(sql`update messages set labels = '{seen}' where subject = 'Automobile'`);
  await embedded();
  expect(await found('broken meeting')).toBe('Shorter');
  expect(await product.meilisearch?.madeAt()).toBe(made);
});

it('an empty vector is none', async () => {
  server.dimensions = 0;
  await product.handOver(mailbox.address, mail(mailbox, 'Empty', 'A meeting.'));
  await product.arrived(mailbox, 'Empty');
  await product.indexed();
  expect((await search('is:received', 'hybrid')).body.semantic_coverage).toBeLessThan(1);
  server.dimensions = 128;
  await embedded();
  expect((await search('meeting', 'semantic')).body.hits.length).toBeGreaterThan(0);
});

it('an erased message has no vector left, and the receipt counts it', async () => {
  await embedded();
  const { body } = await product.call('POST', '/v1/erasure-requests', {
    body: { tenant_id: mailbox.tenantId, scope: 'identity', identity_id: other.id, reason: 'test' },
  });
  const done = await product.eventually(
    async () => (await product.call('GET', `/v1/erasure-requests/${body.id}`)).body,
    ({ status }) => status === 'completed',
  );
  expect(done.receipt.vectors_deleted).toBe(1);
  const left = await product.services.db.first(sql`
    select (select count(*) from search_codes where identity_id = ${other.id})::int as codes,
           (select count(*) from search_vectors v where not exists (select from messages where id = v.message_id))::int as vectors`);
  expect(left).toEqual({ codes: 0, vectors: 0 });
  const miscounted = await product.services.db.rows(sql`
    select 1 from search_mailboxes m
    where documents <> (select count(*) from search_codes c where c.identity_id = m.identity_id)`);
  expect(miscounted).toEqual([]);
});

it('an API that fails again and again is left alone for a while: searches go by words at once', async () => {
  server.fail = () => 500;
  const asked = server.requests.length;
  for (const word of ['one', 'two', 'three', 'four', 'five'])
    expect((await search(`${word} turbine`, 'hybrid')).body.degraded).toBe(true);
  expect(server.requests).toHaveLength(asked + 3);
  const refused = await search('six turbine', 'hybrid', { require_mode: true });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'search_degraded']);
  expect(server.requests).toHaveLength(asked + 3);
  // Operators alone need no vector.
  expect((await search('is:received', 'hybrid')).body.degraded).toBe(false);
});
