import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { openRawSmtp, type RawSmtp } from './raw-smtp-fixtures.ts';
import { type SmtpListener, startSmtpListener } from './smtp-listener.ts';

// What a client can do on the wire (issue 4, SMTP listener). No worker runs, so accepted mail stays in the queue.

let api: TestApi;
let smtp: SmtpListener;
let mailbox: string;
let second: string;
const open: RawSmtp[] = [];

beforeAll(async () => {
  api = await openTestApi({ PM_SMTP_PORT: '0' });
  const tenant = await api.call('POST', '/v1/tenants', { body: { slug: 'wire', name: 'W', mode: 'live' } });
  const make = async (username: string) =>
    (await api.call('POST', `/v1/tenants/${tenant.body.id}/identities`, { body: { username } })).body
      .primary_address;
  mailbox = await make('agent');
  second = await make('other');
  smtp = await startSmtpListener(api.services);
});
afterAll(async () => {
  for (const client of open) client.close();
  await smtp?.close();
  await api?.close();
});

const run = (text: string) => api.services.db.run({ name: text, text, values: [] });
beforeEach(() => run('delete from inbound_receipts'));

type Stored = { recipients: string[]; envelope_from: string; content: Buffer };
const stored = () =>
  api.services.db.rows<Stored>({
    name: 'test.stored',
    text: `select recipients, envelope_from, content
           from inbound_receipts r join blobs b on b.id = r.raw_id order by r.id`,
    values: [],
  });

/** The message below our trace field. */
const contentOf = ({ content }: Stored): string =>
  content.toString('latin1').replace(/^Received: (?:.*\r\n)(?:\t.*\r\n)*/, '');

async function connect(port = smtp.port): Promise<RawSmtp> {
  const client = await openRawSmtp(port);
  open.push(client);
  expect(await client.reply()).toMatch(/^220 /);
  expect(await client.say('EHLO client.example\r\n')).toMatch(/^250/);
  return client;
}

const header = 'From: a@sender.example\r\nSubject: one\r\n\r\n';

describe('extensions', () => {
  it('offers what it does and nothing else', async () => {
    const client = await connect();
    const answer = await client.say('EHLO client.example\r\n');
    const offered = answer.split('\n').map((line) => line.slice(4));
    expect(offered.slice(1).sort()).toEqual([
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'PIPELINING',
      `SIZE ${limits.inboundMessage}`,
      'STARTTLS',
    ]);
    expect(await client.say('BDAT 5 LAST\r\n')).toMatch(/^50[0-2] 5\.5\./);
    expect(await client.say('MAIL FROM:<a@b.example> SMTPUTF8\r\n')).toMatch(/^555 5\.5\.4/);
    expect(await client.say('MAIL FROM:<jörg@b.example>\r\n')).toMatch(/^553 5\.1\.3/);
    expect(await client.say('MAIL FROM:<a@b.example> BODY=BINARYMIME\r\n')).toMatch(/^501/);
    expect(await client.say(`MAIL FROM:<a@b.example> SIZE=${limits.inboundMessage + 1}\r\n`)).toMatch(
      /^552 5\.3\.4/,
    );
  });

  it('takes a pipelined transaction with several recipients as one message', async () => {
    const client = await connect();
    client.socket.write(
      `MAIL FROM:<a@xn--exmple-cua.example> BODY=8BITMIME\r\nRCPT TO:<${mailbox}>\r\nRCPT TO:<nobody@mail.localhost>\r\nRCPT TO:<${second.toUpperCase()}>\r\nDATA\r\n`,
    );
    const codes = [];
    for (let n = 0; n < 5; n += 1) codes.push((await client.reply()).slice(0, 3));
    expect(codes).toEqual(['250', '250', '550', '250', '354']);
    expect(await client.say(Buffer.from(`${header}gr\xfc\xdf\r\n.\r\n`, 'latin1'))).toMatch(/^250 2\.6\.0/);
    const [message, ...others] = await stored();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      recipients: [mailbox, second],
      envelope_from: 'a@xn--exmple-cua.example',
    });
    expect(contentOf(message!)).toBe(`${header}gr\xfc\xdf\r\n`);
  });

  it('speaks TLS, and forgets what was said before it', async () => {
    const plain = await connect();
    await plain.say('MAIL FROM:<a@b.example>\r\n');
    const client = await plain.secure();
    open.push(client);
    expect(await client.say('DATA\r\n')).toMatch(/^503/);
    const offered = await client.say('EHLO client.example\r\n');
    expect(offered).not.toContain('STARTTLS');
    const peer = (client.socket as TLSSocket).getPeerCertificate();
    expect(peer.subjectaltname).toBe('DNS:mail.localhost');
    await client.begin(mailbox);
    expect(await client.say(`${header}secret\r\n.\r\n`)).toMatch(/^250/);
    expect((await stored())[0]!.content.toString()).toMatch(/\tby mail\.localhost with ESMTPS id /);
  });

  it('does not run commands that were sent in the clear behind STARTTLS', async () => {
    const client = await connect();
    client.socket.write('STARTTLS\r\nNOOP\r\nMAIL FROM:<injected@b.example>\r\n');
    expect(await client.reply()).toMatch(/^220/);
    expect(await Promise.race([client.reply(), delay(200, 'silence')])).toBe('silence');
  });
});

/** A second transaction inside the data. A server that took `mark` for the end would run it. */
const smuggled = (mark: string): string =>
  `first${mark}MAIL FROM:<evil@b.example>\r\nRCPT TO:<${second}>\r\nDATA\r\n${header}smuggled`;

describe('the end of the data is CRLF dot CRLF and nothing else (RFC 5321 4.1.1.4)', () => {
  it.each([
    '\n.\n',
    '\n.\r\n',
    '\r\n.\n',
    '\r.\r',
    '\r.\r\n',
    '\r\n.\r',
    '\n.\r',
    '\r.\n',
    '\r\r\n.\n',
    '\r\n.\r\r\n',
    '\r\n\0.\r\n',
    '\r\n.\0\r\n',
  ])('%j does not end it, however it is cut into packets', async (mark) => {
    const client = await connect();
    await client.begin(mailbox);
    expect(await client.say(`${header}${smuggled(mark)}\r\n.\r\n`)).toMatch(/^250/);
    await client.begin(mailbox);
    for (const byte of Buffer.from(`${header}x${mark}`)) {
      client.socket.write(Buffer.of(byte));
      await delay(1);
    }
    expect(await client.say(`MAIL FROM:<evil@b.example>\r\nRSET\r\n.\r\n`)).toMatch(/^250 2\.6\.0/);
    const messages = await stored();
    expect(messages.map(({ recipients }) => recipients)).toEqual([[mailbox], [mailbox]]);
    expect(contentOf(messages[0]!)).toContain('smuggled');
    // Stored in the only form that parsers and other servers cannot interpret differently.
    for (const message of messages) expect(message.content.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/);
  });

  it('keeps lines of dots as they were meant, across packets', async () => {
    const client = await connect();
    await client.begin(mailbox);
    for (const part of ['.', '.', '\r', '\n', '..', '.\r\n', '...two\r\n', '.', '.\r\n', '\r\n.', '\r\n']) {
      client.socket.write(part);
      await delay(5);
    }
    expect(await client.reply()).toMatch(/^250/);
    expect(contentOf((await stored())[0]!)).toBe('.\r\n..\r\n..two\r\n.\r\n\r\n');
  });

  it('takes nothing of a message whose sender goes away', async () => {
    const client = await connect();
    await client.begin(mailbox);
    client.socket.write(`${header}half of it\r\n.`);
    await delay(50);
    client.close();
    await delay(100);
    expect(await stored()).toEqual([]);
  });
});

describe('refusals', () => {
  it('answers 451 while blob storage or the database refuses, keeps the session, loses nothing later', async () => {
    const { services } = api;
    const client = await connect();
    const { put } = services.blobs;
    services.blobs.put = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    await client.begin(mailbox);
    const large = `${'x'.repeat(78)}\r\n`.repeat(8_000);
    expect(await client.say(`${header}${large}.\r\n`)).toMatch(/^451 4\.3\.0/);
    services.blobs.put = put;
    await client.begin(mailbox);
    await run('alter table inbound_receipts rename to away');
    expect(await client.say(`${header}x\r\n.\r\n`)).toMatch(/^451 4\.3\.0/);
    await run('alter table away rename to inbound_receipts');
    await delay(1_100);
    await client.begin(mailbox);
    expect(await client.say(`${header}${large}.\r\n`)).toMatch(/^250/);
    expect(await stored()).toHaveLength(1);
  });

  it('answers MAIL 451 while too much waits', async () => {
    const busy = await startSmtpListener(api.services, { waitingReceipts: 0 });
    try {
      const client = await connect(busy.port);
      await client.begin(mailbox);
      expect(await client.say(`${header}x\r\n.\r\n`)).toMatch(/^250/);
      await delay(1_100);
      expect(await client.say('MAIL FROM:<a@b.example>\r\n')).toMatch(/^451 4\.3\.0/);
      await run('delete from inbound_receipts');
      await delay(1_100);
      expect(await client.say('MAIL FROM:<a@b.example>\r\n')).toMatch(/^250/);
    } finally {
      for (const client of open) client.close();
      await busy.close();
    }
  });

  it('limits recipients, refusals, sessions and their length', async () => {
    const strict = await startSmtpListener(api.services, {
      recipients: 1,
      refusals: 3,
      sessionsPerAddress: 2,
      session: 1_500,
    });
    const clients: RawSmtp[] = [];
    const knock = async () => {
      const client = await openRawSmtp(strict.port);
      clients.push(client);
      return { client, greeting: await client.reply() };
    };
    try {
      const { client } = await knock();
      await client.say('EHLO client.example\r\n');
      await client.say('MAIL FROM:<a@b.example>\r\n');
      expect(await client.say(`RCPT TO:<${mailbox}>\r\n`)).toMatch(/^250/);
      expect(await client.say(`RCPT TO:<${second}>\r\n`)).toMatch(/^452 4\.5\.3/);
      const { client: idle } = await knock();
      expect((await knock()).greeting).toMatch(/^421 .*your address/);
      await client.say('RSET\r\n');
      await client.say('DATA\r\n');
      await client.say('RCPT TO:<x@b.example>\r\n');
      expect(await client.say('DATA\r\n')).toMatch(/^421 .*Too many errors/);
      client.close();
      await delay(50);
      // The session's place is free again.
      expect((await knock()).greeting).toMatch(/^220/);
      expect(await idle.reply()).toMatch(/^421 .*too long/);
    } finally {
      for (const client of clients) client.close();
      await strict.close();
    }
  });

  it('ends a silent session, and one too many, with 421', async () => {
    const strict = await startSmtpListener(api.services, { idle: 500, sessions: 1 });
    const client = await openRawSmtp(strict.port);
    const other = await openRawSmtp(strict.port);
    try {
      expect(await client.reply()).toMatch(/^220/);
      expect(await other.reply()).toMatch(/^421 .*Too many connected/);
      expect(await client.reply()).toMatch(/^421 .*Timeout/);
    } finally {
      client.close();
      other.close();
      await strict.close();
    }
  });
});

it('holds little memory for many slow senders', async () => {
  const clients = await Promise.all(Array.from({ length: 30 }, () => connect()));
  await Promise.all(clients.map((client) => client.begin(mailbox)));
  // Without garbage: how much of it there is says when the collector last ran, not what is held.
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  };
  const before = used();
  const megabyte = Buffer.alloc(1024 * 1024, `${'y'.repeat(62)}\r\n`);
  for (let round = 0; round < 4; round += 1) {
    for (const client of clients) client.socket.write(megabyte);
    await Promise.all(
      clients.map(
        ({ socket }) =>
          new Promise<void>((done) => (socket.writableNeedDrain ? socket.once('drain', done) : done())),
      ),
    );
  }
  // 120 MiB were sent, but everything beyond 256 KiB of a message is already on disk.
  expect(used() - before).toBeLessThan(64 * 1024 * 1024);
  for (const client of clients) client.close();
});
