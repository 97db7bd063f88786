import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct } from '#testing/search-engines.ts';
import { randomFrom } from './random-queries-fixtures.ts';

// `subject:` and `body:` find words only in that part (issue 18, point 4): 1,000 random words compared with a scan.

const MAILS = 40;
const WORDS = 1_000;
const AT_ONCE = 8;

let product: SearchProduct;
let mailbox: Mailbox;
const written: { subject: string; body: string }[] = [];

/** German and English words. They are stemmed, so the index also contains their written form. */
const stems = 'rechnung vertrag zahlung lieferung invoice contract payment meeting order report'.split(' ');
const endings = ['', 's', 'en', 'ing', 'ed', 'er'];
const random = randomFrom(18);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const word = () => `${pick(stems)}${pick(endings)}`;

beforeAll(async () => {
  product = await openSearchProduct();
  mailbox = await product.mailbox();
  for (let nth = 0; nth < MAILS; nth += 1) {
    const subject = `m${nth} ${word()} ${word()}`;
    const body = `${pick(['The letter is with the house', 'Der Brief ist bei dem Haus'])} ${Array.from({ length: 8 }, word).join(' ')}.`;
    written.push({ subject, body });
    const raw = mailTo(mailbox.address, subject).replace(/\n\n[\s\S]*$/, `\n\n${body}\n`);
    await product.handOver(mailbox.address, raw);
  }
  await product.arrived(mailbox, written.at(-1)!.subject);
  await product.indexed();
  product.services.limiter.consume = async () => ({ allowed: true, resetSeconds: 60 });
}, 120_000);
afterAll(() => product.close());

it('of 1,000 random words in each part no hit is wrong and none is missing', async () => {
  const wrong: unknown[] = [];
  let done = 0;
  const worker = async (): Promise<void> => {
    while (done < WORDS) {
      done += 1;
      const part = pick(['subject', 'body'] as const);
      const wanted = word();
      const mode = pick(['keyword', 'hybrid']);
      const { body } = await product.call('POST', `/v1/identities/${mailbox.id}/search`, {
        body: { q: `${part}:${wanted}`, mode, limit: 50, facets: false, snippet_chars: 40 },
      });
      const found = new Set(body.hits.map(({ subject }: ApiAnswer['body']) => subject));
      for (const mail of written) {
        const words = mail[part].toLowerCase().split(/[^\p{L}\p{N}]+/u);
        const holds = words.includes(wanted);
        // Stemming makes more words equal, so such a hit must contain a word with the same beginning.
        const mayHold = words.some((one) => one.slice(0, 5) === wanted.slice(0, 5));
        if (holds && !found.has(mail.subject)) wrong.push({ part, wanted, missing: mail });
        if (!mayHold && found.has(mail.subject)) wrong.push({ part, wanted, extra: mail });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(wrong).toEqual([]);
}, 120_000);
