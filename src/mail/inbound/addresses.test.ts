import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { openRawSmtp } from './raw-smtp-fixtures.ts';

// Addresses that programs interpret differently, and the operator's addresses (RFC 5321 4.5.1, RFC 2142).

let product: MailProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox();
});
afterAll(() => product?.close());

async function answerTo(...lines: string[]): Promise<string> {
  const client = await openRawSmtp(product.smtpPort);
  await client.reply();
  await client.say('EHLO client.example\r\n');
  let answer = '';
  for (const line of lines) answer = await client.say(`${line}\r\n`);
  client.close();
  return answer;
}

describe('an envelope', () => {
  it.each([
    '<a@x.example>, <b@x.example>',
    '<a@x.example>,<b@x.example>',
    '<"a<b"@x.example>',
    '<"a>b"@x.example>',
  ])('with %s is refused', async (address) => {
    expect(await answerTo(`MAIL FROM:${address}`)).toMatch(/^501 /);
    expect(await answerTo('MAIL FROM:<a@x.example>', `RCPT TO:${address}`)).toMatch(/^501 /);
  });
});

describe('From', () => {
  it.each<[string, { address: string } | null]>([
    ['<a@x.example>, <b@x.example>', { address: 'a@x.example' }],
    ['"a<b"@x.example', null],
    ['A <"a<b"@x.example>', null],
    ['"a<b@y.example>"@x.example', null],
    ['"a@y.example, b"@x.example', null],
  ])('%s names nobody who can be answered by mistake, and is never verified', async (value, from) => {
    const subject = `From ${value}`;
    await product.handOver(
      mailbox.address,
      `From: ${value}\nTo: ${mailbox.address}\nSubject: ${subject}\n\nHello.\n`,
    );
    const message = await product.arrived(mailbox, subject);
    if (from === null) expect(message.from).toBeNull();
    else expect(message.from).toMatchObject(from);
    expect(message.trust.verdict).toBe('unverified');
  });
});

describe('mail to the operator', () => {
  it.each(['postmaster@mail.localhost', 'abuse@mail.localhost', 'Postmaster@MAIL.localhost', 'postmaster'])(
    '%s is kept where operators read',
    async (address) => {
      const subject = `For ${address}`;
      const client = await openRawSmtp(product.smtpPort);
      await client.reply();
      await client.say('EHLO client.example\r\n');
      await client.begin(address);
      expect(await client.say(`Subject: ${subject}\r\n\r\nHello.\r\n.\r\n`)).toMatch(/^250 /);
      client.close();
      await product.eventually(
        () => product.call('GET', '/v1/platform/outbox'),
        ({ body }) => body.data?.some((mail: { subject: string }) => mail.subject === subject),
      );
    },
  );

  it('of other domains is refused', async () => {
    expect(await answerTo('MAIL FROM:<a@x.example>', 'RCPT TO:<postmaster@other.example>')).toMatch(/^550 /);
  });
});
