import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct } from '#testing/search-engines.ts';

// Hybrid search with queries as people type them (issue 18: 1 to 4), without embeddings.

let product: SearchProduct;
let mailbox: Mailbox;

type Json = ApiAnswer['body'];

const search = (q: string, more: Json = {}): Promise<ApiAnswer> =>
  product.call('POST', `/v1/identities/${mailbox.id}/search`, { body: { q, ...more } });
const subjects = async (q: string, more: Json = {}): Promise<string[]> => {
  const { status, body } = await search(q, more);
  expect(status).toBe(200);
  return body.hits.map(({ subject }: Json) => subject);
};

const mails: [subject: string, text: string][] = [
  ['Lease of the office', 'The lease of the office in Oslo ends in March. The landlord wants a deposit.'],
  ['Office party', 'The party is on Friday. Everybody from the office is invited.'],
  [
    'Delivery',
    'Your 27 inch monitor from the webshop arrives tomorrow. Track it at https://parcel.example/track.',
  ],
  ['Turbine', `${'The weekly report of everything that happened. '.repeat(60)} The turbine stands still.`],
  ['Turbine repair', 'The turbine was repaired on Monday.'],
  ['会議のお知らせ', '明日の会議は東京駅の近くで行います。'],
];

beforeAll(async () => {
  product = await openSearchProduct();
  mailbox = await product.mailbox();
  for (const [subject, text] of mails) {
    const raw = mailTo(mailbox.address, subject).replace(/\n\n[\s\S]*$/, `\n\n${text}\n`);
    await product.handOver(mailbox.address, raw);
    await product.arrived(mailbox, subject);
  }
  await product.indexed();
  product.services.limiter.consume = async () => ({ allowed: true, resetSeconds: 60 });
});
afterAll(() => product.close());

describe('in hybrid mode', () => {
  it('messages with all words come first, then those with most, and each says what it lacks', async () => {
    const { body } = await search('lease office landlord party');
    expect(body.hits.map(({ subject }: Json) => subject)).toEqual(['Lease of the office', 'Office party']);
    expect(body.hits[0]).toMatchObject({ matched: ['lease', 'office', 'landlord'], missing: ['party'] });
    expect(body.hits[1]).toMatchObject({ matched: ['office', 'party'], missing: ['lease', 'landlord'] });
    expect((await subjects('the office'))[0]).toBe('Office party');
  });

  it.each([
    ['landlrod deposit', 'Lease of the office'],
    ['lanlord', 'Lease of the office'],
    ['monitr', 'Delivery'],
    ['when does the lease end?', 'Lease of the office'],
    ['re: lease', 'Lease of the office'],
    ['note: the "lease', 'Lease of the office'],
    ['27" monitor', 'Delivery'],
    ['https://parcel.example/track?id=7', 'Delivery'],
    ['(lease deposit', 'Lease of the office'],
    ['lease AND', 'Lease of the office'],
    [':-) party', 'Office party'],
    ['明日の会議はどこですか', '会議のお知らせ'],
  ])('%s', async (q, first) => {
    expect((await subjects(q))[0]).toBe(first);
  });

  it('a short message about it comes before a long one that mentions it', async () => {
    expect(await subjects('turbine')).toEqual(['Turbine repair', 'Turbine']);
  });

  it('quotes and operators stay strict', async () => {
    expect(await subjects('"lease landlord"')).toEqual([]);
    expect(await subjects('subject:party office lease')).toEqual(['Office party']);
    expect(await subjects('lease party -landlord')).toEqual(['Office party']);
    expect((await search('before:yesterday lease')).status).toBe(400);
  });

  it('later pages go on where the first ended', async () => {
    const all = await subjects('office turbine', { limit: 50 });
    const paged: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await search('office turbine', { limit: 1, cursor });
      paged.push(...body.hits.map(({ subject }: Json) => subject));
      cursor = body.next_cursor ?? undefined;
      if (cursor === undefined) break;
    }
    expect(all).toHaveLength(4);
    expect(paged).toEqual(all);
  });
});

it('the other messages of a conversation come after the one that fits; operators hold for them too', async () => {
  const hand = (subject: string, headers: Record<string, string>, text: string) =>
    product.handOver(
      mailbox.address,
      mailTo(mailbox.address, subject, headers).replace(/\n\n[\s\S]*$/, `\n\n${text}\n`),
    );
  await hand(
    'Greenhouse',
    { 'Message-ID': '<green@mail.example>' },
    'The tomatoes in the greenhouse need new stakes.',
  );
  const { thread_id } = await product.arrived(mailbox, 'Greenhouse');
  await hand('Re: Greenhouse', { 'In-Reply-To': '<green@mail.example>' }, 'Bamboo would do, I think.');
  await product.thread(mailbox, thread_id, 2);
  await product.indexed();
  expect(await subjects('stakes tomatoes')).toEqual(['Greenhouse', 'Re: Greenhouse']);
  const { body } = await search('stakes tomatoes');
  expect(body.hits[1]).toMatchObject({ matched: [], missing: ['stakes', 'tomatoes'] });
  expect(await subjects('stakes tomatoes -bamboo')).toEqual(['Greenhouse']);
  expect(await subjects('stakes tomatoes', { mode: 'keyword' })).toEqual(['Greenhouse']);
});

it('keyword mode keeps all words and its errors; `strict` and `require_mode` ask for the errors', async () => {
  expect(await subjects('lease party', { mode: 'keyword' })).toEqual([]);
  for (const more of [{ mode: 'keyword' }, { strict: true }, { require_mode: true }]) {
    for (const q of ['note: lease', '27" monitor', 'lease AND']) {
      const { status, body } = await search(q, more);
      expect([status, body.error?.code]).toEqual([400, 'invalid_query']);
    }
  }
});
