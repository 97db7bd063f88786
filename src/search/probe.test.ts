import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';
import { eraser } from './erasure.ts';
import { readSample } from './repository/erasure.ts';

// The probe of an erasure searches by words and by meaning for erased mail (spec 2.11).

let product: PrivacyProduct;
beforeAll(async () => {
  product = await openPrivacyProduct();
});
afterAll(() => product.close());

it('finds erased mail that an index has kept, by words and by meaning, and nothing where it has not', async () => {
  const { db } = product.services;
  const ada = await product.mailbox();
  const message = await product.received(ada, "The O'Brien \\ contract about zirconium");
  await product.eventually(
    () => product.count(sql`select count(*) from search_documents where message_id = ${message.id}`),
    (count) => count === 1,
  );
  await db.run(sql`update search_codes set model = 'm', code = B'1100' where message_id = ${message.id}`);
  const samples = await readSample(db, [message.id]);
  expect(samples).toMatchObject([{ identity_id: ada.id, meaning: { model: 'm', code: '1100' } }]);
  expect(samples[0]!.words).toContain('zirconium');
  await db.run(
    sql`create table kept_documents as select * from search_documents where message_id = ${message.id}`,
  );
  await db.run(sql`create table kept_codes as select * from search_codes where message_id = ${message.id}`);
  const scope = { kind: 'identity', tenantId: ada.tenantId, identityId: ada.id } as const;
  const ask = () => eraser.probe!(product.services, scope, samples);
  expect(await ask()).toEqual({ keyword_hits: 0, semantic_hits: 0 });

  const done = await product.ended(await product.call('DELETE', `/v1/identities/${ada.id}`));
  expect(done.receipt.probe).toEqual({ keyword_hits: 0, semantic_hits: 0 });
  expect(await ask()).toEqual({ keyword_hits: 0, semantic_hits: 0 });
  const [left] = await db.rows(sql`select progress from erasure_requests where id = ${done.id}`);
  expect(left).toEqual({ progress: {} });

  await db.run(sql`insert into search_documents select * from kept_documents`);
  await db.run(sql`insert into search_codes select * from kept_codes`);
  expect(await ask()).toEqual({ keyword_hits: 1, semantic_hits: 1 });
});
