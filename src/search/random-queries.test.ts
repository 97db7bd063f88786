import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// No query string gives a 500 (issue 7). SEARCH_QUERIES=100000 tries more than the 2,000 of the suite.

const QUERIES = Number(process.env.SEARCH_QUERIES ?? 2_000);
const AT_ONCE = 8;

let product: MailProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox();
  await product.handOver(mailbox.address, mailTo(mailbox.address, 'Alpha'));
  await product.arrived(mailbox, 'Alpha');
  // The limit of searches a minute is not what is tested.
  product.services.limiter.consume = async () => ({ allowed: true, resetSeconds: 60 });
});
afterAll(() => product.close());

/** mulberry32, so that what fails once fails again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pieces = [
  ...[
    'from:',
    'to:',
    'subject:',
    'is:',
    'has:',
    'type:',
    'before:',
    'on:',
    'newer_than:',
    'larger:',
    'needs_reply:',
  ],
  ...[
    'unread',
    'attachment',
    '2026-02-29',
    '9999-12-31',
    '0001-01-01',
    '99999y',
    '7d',
    '999999999m',
    '>=0.5',
    '-1',
  ],
  ...[
    '"',
    '(',
    ')',
    '-',
    '*',
    'OR',
    'AND',
    'NOT',
    ' ',
    '  ',
    ':',
    '\\',
    "'",
    '&',
    '|',
    '!',
    '<->',
    ':*A',
    '%',
    '_',
    ';',
  ],
  ...[
    'alpha',
    'Größe',
    '会議',
    'ชื่อ',
    '😀',
    '\u0301',
    '\u200b',
    '\u00a0',
    '\ufeff',
    '\u202e',
    'x'.repeat(300),
    '0x',
    '{}',
    '$1',
  ],
];

function randomQuery(random: () => number): string {
  const length = Math.floor(random() * 14);
  const piece = () =>
    random() < 0.2
      ? String.fromCodePoint(0x20 + Math.floor(random() * 0x2fff))
      : pieces[Math.floor(random() * pieces.length)]!;
  return Array.from({ length }, piece).join(random() < 0.5 ? '' : ' ');
}

it(`${QUERIES} random query strings give hits or a refusal, never a failure`, async () => {
  const random = randomFrom(20_261_121);
  const failures: [string, number][] = [];
  let done = 0;
  const worker = async (): Promise<void> => {
    while (done < QUERIES) {
      done += 1;
      const q = randomQuery(random);
      const { status } = await product.call('POST', `/v1/identities/${mailbox.id}/search`, { body: { q } });
      if (status !== 200 && status !== 400) failures.push([q, status]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(failures).toEqual([]);
}, 600_000);
