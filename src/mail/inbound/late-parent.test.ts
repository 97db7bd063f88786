import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Answers that arrive before the answered message, as over parallel connections: the thread stays whole.

let product: MailProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox();
});
afterAll(() => product?.close());

type Mail = { id: string; from?: string; answers?: string; references?: string[] };

async function comes({ id, from = 'grace', answers, references = [] }: Mail): Promise<string> {
  const to = `${mailbox.address}, grace@sender.example, ann@sender.example`;
  const lines = [
    `From: ${from}@sender.example`,
    `To: ${to}`,
    `Subject: ${id}`,
    `Message-ID: <${id}@sender.example>`,
    ...(answers ? [`In-Reply-To: <${answers}@sender.example>`] : []),
    ...(references.length > 0
      ? [`References: ${references.map((each) => `<${each}@sender.example>`).join(' ')}`]
      : []),
  ];
  await product.handOver(mailbox.address, `${lines.join('\n')}\n\nHello ${id}.\n`);
  return (
    await product.eventually(
      async () =>
        (
          await product.services.db.pool.query<{ thread_id: string }>(
            'select thread_id from messages where subject = $1',
            [id],
          )
        ).rows,
      (rows) => rows.length === 1,
    )
  )[0]!.thread_id;
}

it('an answer before its parent', async () => {
  const answer = await comes({ id: 'a2', from: 'ann', answers: 'a1', references: ['a1'] });
  expect(await comes({ id: 'a1' })).toBe(answer);
  const message = await product.arrived(mailbox, 'a2');
  expect(message.thread_id).toBe(answer);
});

it('two answers before what both of them answer', async () => {
  const first = await comes({ id: 'b2', from: 'ann', answers: 'b1' });
  expect(await comes({ id: 'b3', answers: 'b1' })).toBe(first);
  expect(await comes({ id: 'b1' })).toBe(first);
});

it('the last of three first, and the middle one last', async () => {
  const last = await comes({ id: 'c3', from: 'ann', answers: 'c2', references: ['c1', 'c2'] });
  expect(await comes({ id: 'c1' })).toBe(last);
  expect(await comes({ id: 'c2', answers: 'c1', references: ['c1'] })).toBe(last);
});

it('not for another mailbox, nor for a message that nothing refers to', async () => {
  const thread = await comes({ id: 'd2', answers: 'd1' });
  expect(await comes({ id: 'd9' })).not.toBe(thread);
  mailbox = await product.mailbox();
  expect(await comes({ id: 'd1' })).not.toBe(thread);
});

it('marks a parent whose sender nobody in the thread knows', async () => {
  await comes({ id: 'e2', from: 'mallory', answers: 'e1' });
  await comes({ id: 'e1', from: 'stranger' });
  const { rows } = await product.services.db.pool.query(`select trust from messages where subject = 'e1'`);
  expect(rows[0].trust.flags).toContain('thread_join_unverified');
});
