import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// A message that arrives alone is stored before its `250`. Whatever stands in the way, it goes through the queue instead, and
// is stored exactly once.

/** Longer than the pause after which a message counts as alone. */
const PAUSE = 400;

let product: MailProduct;
let mailbox: Mailbox;
let dns: DnsServer;

const run = (text: string) => product.services.db.pool.query(text);

const subjects = async (): Promise<string[]> => {
  const { body } = await product.call('GET', `/v1/identities/${mailbox.id}/messages?limit=100`);
  return body.data.map(({ subject }: { subject: string }) => subject);
};

const stored = (subject: string) =>
  product
    .eventually(subjects, (all) => all.includes(subject))
    .then((all) => all.filter((one) => one === subject));

beforeAll(async () => {
  dns = await startDnsServer({ 'silent.example': 'silent', '_dmarc.silent.example': 'silent' });
  product = await openMailProduct({ PM_DNS_SERVERS: dns.address });
  mailbox = await product.mailbox();
  // The first message starts the thread that reads mail, which takes longer than a sender should wait.
  await product.handOver(mailbox.address, mailTo(mailbox.address, 'first'));
  await stored('first');
});
beforeEach(() => delay(PAUSE));
afterAll(async () => {
  await product?.close();
  await dns?.close();
});

/** Hands a message over while nobody can write a receipt. @returns whether it got its `250` all the same */
async function handOverWithoutReceipts(subject: string): Promise<boolean> {
  const holder = await product.services.db.pool.connect();
  await holder.query('begin');
  await holder.query('lock table inbound_receipts in exclusive mode');
  const handing = product.handOver(mailbox.address, mailTo(mailbox.address, subject)).then(() => true);
  const isAccepted = await Promise.race([handing, delay(5_000, false)]);
  if (isAccepted) expect(await subjects()).toContain(subject);
  await holder.query('rollback');
  holder.release();
  await handing;
  return isAccepted;
}

it('can be read as soon as its sender has the 250, without a receipt', { timeout: 120_000 }, async () => {
  // On a busy machine, reading may take longer than a sender should wait, and the message goes through the queue.
  let tries = 1;
  while (tries < 10 && !(await handOverWithoutReceipts(`alone ${tries}`))) tries += 1;
  await stored(`alone ${tries}`);
  const { body } = await product.call('GET', `/v1/identities/${mailbox.id}/messages?limit=1`);
  expect(await product.raw(mailbox, body.data[0].id)).toContain(`Text of alone ${tries}.`);
  expect(tries).toBeLessThan(10);
});

it('goes through the queue when others arrive with it', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `together ${at}`);
  await Promise.all(names.map((name) => product.handOver(mailbox.address, mailTo(mailbox.address, name))));
  for (const name of names) expect(await stored(name)).toEqual([name]);
});

it('goes through the queue when DNS does not answer', async () => {
  const raw = mailTo(mailbox.address, 'slow', { From: 'a@silent.example' });
  expect(await product.handOver(mailbox.address, raw, 'a@silent.example')).toMatch(/^250/);
  expect(await subjects()).not.toContain('slow');
  expect(await stored('slow')).toEqual(['slow']);
});

it('goes through the queue when it cannot be stored', async () => {
  await run(`create function refuse() returns trigger language plpgsql as $$
    begin
      if not exists (select from inbound_receipts) then raise exception 'refused'; end if;
      return new;
    end $$`);
  await run('create trigger refuse before insert on messages for each row execute function refuse()');
  try {
    expect(await product.handOver(mailbox.address, mailTo(mailbox.address, 'refused'))).toMatch(/^250/);
    expect(await stored('refused')).toEqual(['refused']);
  } finally {
    await run('drop function refuse cascade');
  }
});

it('is stored once when its sender repeats it', async () => {
  for (let times = 0; times < 3; times += 1) {
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'repeated'));
    await delay(PAUSE);
  }
  expect(await stored('repeated')).toEqual(['repeated']);
});
