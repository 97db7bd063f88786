import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct } from '#testing/search-engines.ts';

// The maintenance task search_reindex (decisions.md section 3).

let product: SearchProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  product = await openSearchProduct();
  mailbox = await product.mailbox();
  for (const subject of ['Alpha', 'Beta', 'Gamma']) {
    await product.handOver(mailbox.address, mailTo(mailbox.address, subject));
    await product.arrived(mailbox, subject);
  }
});
afterAll(() => product.close());

const subjects = async (): Promise<string[]> => {
  const { body } = await product.call('POST', `/v1/identities/${mailbox.id}/search`, {
    body: { q: 'text', mode: 'keyword' },
  });
  return body.hits.map(({ subject }: { subject: string }) => subject).sort();
};

const reindexed = async () => {
  const started = await product.call('POST', '/v1/platform/jobs', { body: { name: 'search_reindex' } });
  expect(started.status).toBe(202);
  return product.eventually(
    async () => (await product.call('GET', `/v1/platform/jobs/${started.body.id}`)).body,
    ({ status }) => status === 'completed' || status === 'failed',
  );
};

it('rebuilds lost and damaged documents, and may be run again', async () => {
  await product.eventually(subjects, (found) => found.length === 3);
  const { db } = product.services;
  await db.run(
    sql`delete from search_documents where message_id in (select id from messages where subject = 'Alpha')`,
  );
  await db.run(
    sql`update search_documents set words = '' where message_id in (select id from messages where subject = 'Beta')`,
  );
  await product.indexed();
  expect(await subjects()).toEqual(['Gamma']);
  expect(await reindexed()).toMatchObject({
    status: 'completed',
    error: null,
    progress: { done: 3, total: 3 },
  });
  expect(await subjects()).toEqual(['Alpha', 'Beta', 'Gamma']);
  expect(await reindexed()).toMatchObject({ status: 'completed', progress: { done: 3, total: 3 } });
  expect(await subjects()).toEqual(['Alpha', 'Beta', 'Gamma']);
});
