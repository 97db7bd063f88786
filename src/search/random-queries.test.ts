import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#kernel/catalogue/errors.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct, underTest } from '#testing/search-engines.ts';
import { parseQuery } from './grammar/parse.ts';
import { planOf } from './plan.ts';
import { randomFrom, randomQuery } from './random-queries-fixtures.ts';

// No query string gives a 500 (issue 7): 100,000 are parsed or refused, and some of them are searched for.
// SEARCH_QUERIES=100000 searches for more.

const QUERIES = Number(process.env.SEARCH_QUERIES ?? 600);
const AT_ONCE = 8;

let product: SearchProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  product = await openSearchProduct();
  mailbox = await product.mailbox();
  await product.handOver(mailbox.address, mailTo(mailbox.address, 'Alpha'));
  await product.arrived(mailbox, 'Alpha');
  await product.indexed();
  // The rate limit is not tested here.
  product.services.limiter.consume = async () => ({ allowed: true, resetSeconds: 60 });
});
afterAll(() => product.close());

// The grammar does not depend on the engine, so one run is enough.
it.skipIf(underTest.engine === 'meilisearch')(
  '100,000 random query strings are understood, or refused with a place in them',
  () => {
    const random = randomFrom(20_261_122);
    const now = new Date('2026-11-22T00:00:00Z');
    const understood = (q: string): unknown => {
      try {
        planOf(parseQuery(q), now);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'invalid_query') return error;
        const { position } = error.details as { position: number };
        return position >= 0 && position <= q.length ? null : position;
      }
      return null;
    };
    const failures: [string, unknown][] = [];
    for (let nth = 0; nth < 100_000; nth += 1) {
      const q = randomQuery(random);
      const failure = understood(q);
      if (failure !== null) failures.push([q, failure]);
    }
    expect(failures).toEqual([]);
  },
  120_000,
);

it(`${QUERIES} random query strings give hits or a refusal, never a failure`, async () => {
  const random = randomFrom(20_261_121);
  const failures: [string, number][] = [];
  let done = 0;
  const worker = async (): Promise<void> => {
    while (done < QUERIES) {
      done += 1;
      const q = randomQuery(random);
      const { status } = await product.call('POST', `/v1/identities/${mailbox.id}/search`, {
        body: { q, mode: 'keyword' },
      });
      if (status !== 200 && status !== 400) failures.push([q, status]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(failures).toEqual([]);
  if (product.meilisearch) expect(product.meilisearch.searches.length).toBeGreaterThan(QUERIES / 10);
}, 600_000);
