import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Mail that is hard to store or cannot be stored at all: it is shown, stored with its header only, or becomes a dead
// letter that the operator sees. It never stays in the queue.

let product: MailProduct;
let mailbox: Mailbox;
let hurry: NodeJS.Timeout;

const run = (text: string, values: unknown[] = []) => product.services.db.pool.query(text, values);

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox();
  // The waits between tries grow to minutes, so the test makes every next try due.
  hurry = setInterval(() => {
    run('update inbound_receipts set run_at = now() where failures > 0 and dead_ref is null').catch(() => {});
    product.services.wakeUps.emit('inbound');
  }, 200);
});
afterAll(async () => {
  clearInterval(hurry);
  await product?.close();
});

const head = (subject: string, more = '') =>
  `From: Grace <grace@sender.example>\r\nTo: ${mailbox.address}\r\nSubject: ${subject}\r\n${more}`;

const messageOf = (subject: string) => product.arrived(mailbox, subject);

const waiting = async (): Promise<number> =>
  (await run('select count(*)::int as n from inbound_receipts where dead_ref is null')).rows[0].n;

it.each<[string, (subject: string) => string | Buffer]>([
  [
    'a NUL in a text part that is shown as html',
    (subject) =>
      `${head(subject)}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>one</p>\r\n--b\r\nContent-Type: text/plain\r\n\r\ntwo \0 three\r\n--b--\r\n`,
  ],
  [
    'a Message-ID of 960 characters of three bytes',
    (subject) => `${head(subject, `Message-ID: <${'漢'.repeat(960)}@sender.example>\r\n`)}\r\nHello.\r\n`,
  ],
  [
    'references of as many',
    (subject) =>
      `${head(subject, `In-Reply-To: <${'漢'.repeat(960)}@a.example>\r\nReferences: <${'字'.repeat(960)}@a.example>\r\n`)}\r\nHello.\r\n`,
  ],
  [
    'a display name with half of a character at every bound',
    (subject) =>
      head(subject).replace('Grace', `"x${'😀'.repeat(127)}" , "${'😀'.repeat(99)}y${'😀'.repeat(60)}"`) +
      '\r\nHello.\r\n',
  ],
  [
    'words of 100,000 characters',
    (subject) => `${head(subject)}Content-Type: text/plain; charset=utf-8\r\n\r\n${'漢'.repeat(100_000)}\r\n`,
  ],
])('is shown with %s', async (name, make) => {
  const subject = `Shown with ${name}`;
  await product.handOverBytes(mailbox.address, Buffer.from(make(subject)));
  expect((await messageOf(subject)).subject).toBe(subject);
  await product.eventually(waiting, (count) => count === 0);
});

it('is shown where its display name is the domain of a contact without a name', async () => {
  const [first, second] = ['From a nameless contact', 'From its namesake'];
  await product.handOver(
    mailbox.address,
    `From: ada@nameless.example\r\nSubject: ${first}\r\n\r\nHello.\r\n`,
  );
  await messageOf(first);
  const named = `From: nameless.example <x@other.example>\r\nSubject: ${second}\r\n\r\nHello.\r\n`;
  await product.handOver(mailbox.address, named);
  expect((await messageOf(second)).from.name).toBe('nameless.example');
});

/** Makes Postgres refuse rows that meet the condition, as it refuses rows that it cannot index. */
async function refuse(name: string, condition: string): Promise<void> {
  await run(`create function ${name}() returns trigger language plpgsql as $$ begin
               if ${condition} then raise exception 'refused' using errcode = '54000'; end if; return new;
             end $$`);
  await run(`create trigger ${name} before insert on messages for each row execute function ${name}()`);
}

it('is stored with its header only after five failures, and its neighbours are stored at once', async () => {
  await refuse('refuse_whole', `new.subject like 'Refused%' and not 'parse_degraded' = any(new.flags)`);
  await product.handOver(mailbox.address, `${head('Refused when whole')}\r\nThe body.\r\n`);
  await product.handOver(mailbox.address, `${head('A neighbour')}\r\nHello.\r\n`);
  await product.arrived(mailbox, 'A neighbour');
  const message = await messageOf('Refused when whole');
  expect(message).toMatchObject({ from: { address: 'grace@sender.example' }, flags: ['parse_degraded'] });
  const raw = await product.raw(mailbox, message.id);
  expect(raw).toContain('The body.');
  await product.eventually(waiting, (count) => count === 0);
});

it('is a dead letter when not even that can be stored, and comes when it is redriven', async () => {
  await refuse('refuse_all', `new.subject like 'Never%'`);
  await product.handOver(mailbox.address, `${head('Never to be stored')}\r\nThe body.\r\n`);
  const list = () => product.call('GET', '/v1/platform/dlq?queue=inbound');
  const { body } = await product.eventually(list, (answer) => answer.body.data.length === 1);
  expect(body.data[0]).toMatchObject({ job: 'inbound.process', status: 'open', error: 'refused' });
  expect(await waiting()).toBe(0);
  const health = await product.call('GET', '/v1/platform/health');
  const incoming = health.body.components.find(({ name }: { name: string }) => name === 'incoming_mail');
  expect(incoming).toMatchObject({ status: 'ok', detail: 'Nothing is waiting.' });
  await run('drop trigger refuse_all on messages');
  const redriven = await product.call('POST', `/v1/platform/dlq/${body.data[0].id}/redrive`);
  expect(redriven.status, JSON.stringify(redriven.body)).toBeLessThan(300);
  expect((await messageOf('Never to be stored')).flags).not.toContain('parse_degraded');
});

it('takes its receipt along when the dead letter is discarded', async () => {
  await refuse('refuse_more', `new.subject like 'Discarded%'`);
  await product.handOver(mailbox.address, `${head('Discarded by the operator')}\r\nThe body.\r\n`);
  const list = () => product.call('GET', '/v1/platform/dlq?queue=inbound');
  const { body } = await product.eventually(list, (answer) => answer.body.data.length === 1);
  await product.call('DELETE', `/v1/platform/dlq/${body.data[0].id}`);
  expect((await run('select count(*)::int as n from inbound_receipts')).rows[0].n).toBe(0);
});
