import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// The listener from the point of view of a sending server (spec 3.2, 8.2; RFC 5321, 1870, 2920).

let product: MailProduct;
let first: Mailbox;
let second: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  first = await product.mailbox();
  second = await product.mailbox({ tenantId: first.tenantId });
});
afterAll(() => product?.close());

type Session = {
  socket: Socket;
  answers(count: number): Promise<string[]>;
  say(...lines: string[]): Promise<string[]>;
};

/** A session over a bare socket. `say` sends all lines at once and reads an answer to each. */
async function openSession(): Promise<Session> {
  const socket = connect(product.smtpPort, '127.0.0.1');
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answers = async (count: number): Promise<string[]> => {
    const read: string[] = [];
    while (read.length < count) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The server hung up.');
      if (/^\d{3} /.test(value)) read.push(value);
    }
    return read;
  };
  const say = (...wanted: string[]): Promise<string[]> => {
    socket.write(wanted.map((line) => `${line}\r\n`).join(''));
    return answers(wanted.length);
  };
  await answers(1);
  await say('EHLO client.example');
  return { socket, answers, say };
}

const onWire = (raw: string): string => `${raw.replace(/\r?\n/g, '\r\n')}.`;

describe('recipients', () => {
  it('that do not exist get 550 5.1.1, those of other domains too', async () => {
    const { say, socket } = await openSession();
    const answers = await say(
      'MAIL FROM:<g@sender.example>',
      'RCPT TO:<nobody.at-all@mail.localhost>',
      'RCPT TO:<ada@elsewhere.example>',
      `RCPT TO:<${first.address.toUpperCase()}>`,
    );
    expect(answers.map((line) => line.slice(0, 9))).toEqual([
      '250 2.1.0',
      '550 5.1.1',
      '550 5.1.1',
      '250 2.1.5',
    ]);
    socket.destroy();
  });

  it('several in one pipelined transaction each get their copy, one of them primary', async () => {
    const { say, socket } = await openSession();
    const raw = mailTo(second.address, 'For both', { Cc: first.address });
    const answers = await say(
      'MAIL FROM:<g@sender.example>',
      `RCPT TO:<${first.address}>`,
      'RCPT TO:<nobody.at-all@mail.localhost>',
      `RCPT TO:<${second.address}>`,
      'DATA',
    );
    expect(answers.map((line) => line.slice(0, 3))).toEqual(['250', '250', '550', '250', '354']);
    expect((await say(onWire(raw)))[0]).toMatch(/^250 /);
    socket.destroy();
    const copies = [await product.arrived(first, 'For both'), await product.arrived(second, 'For both')];
    expect(copies.map((copy) => [copy.delivered_to, copy.is_primary_recipient])).toEqual([
      [first.address, false],
      [second.address, true],
    ]);
  });

  it('get mail without a sender (RFC 5321 4.5.5)', async () => {
    await product.handOver(first.address, mailTo(first.address, 'Null sender'), '');
    expect(await product.arrived(first, 'Null sender')).toMatchObject({ status: 'received' });
  });
});

describe('size', () => {
  it('is offered, and a declared one over 25 MiB gets 552 5.3.4', async () => {
    const { say, socket } = await openSession();
    const answers = await say(
      `MAIL FROM:<g@sender.example> SIZE=${limits.inboundMessage + 1}`,
      `MAIL FROM:<g@sender.example> SIZE=${limits.inboundMessage}`,
    );
    expect(answers.map((line) => line.slice(0, 9))).toEqual(['552 5.3.4', '250 2.1.0']);
    socket.destroy();
  });

  it('over 25 MiB without a word gets 552 5.3.4 at the end, and the session goes on', async () => {
    const { say, socket } = await openSession();
    await say('MAIL FROM:<g@sender.example>', `RCPT TO:<${first.address}>`, 'DATA');
    const block = `${'x'.repeat(998)}\r\n`.repeat(1000);
    for (let sent = 0; sent <= limits.inboundMessage; sent += block.length)
      if (!socket.write(block)) await once(socket, 'drain');
    expect((await say('.'))[0]).toMatch(/^552 5\.3\.4 /);
    expect((await say('MAIL FROM:<g@sender.example>'))[0]).toMatch(/^250 /);
    socket.destroy();
  });
});

describe('mail that goes in a circle (RFC 5321 6.3)', () => {
  const passed = (hops: number, by: string) =>
    `${`Received: from a.example (a.example [192.0.2.1])\n\tby ${by} with ESMTP id x;\n\tFri, 20 Nov 2026 10:00:00 +0000\n`.repeat(hops)}${mailTo(first.address, `Hops ${hops} ${by}`)}`;

  it.each([
    ['by 101 servers', 101, 'b.example'],
    ['by this one 11 times', 11, 'mail.localhost'],
  ])('passed on %s gets 554', async (_, hops, by) => {
    await expect(product.handOver(first.address, passed(hops, by))).rejects.toThrow(/554 .*Too many hops/);
  });

  it('passed on often, but not in a circle, is taken', async () => {
    await product.handOver(first.address, passed(100, 'b.example'));
    await product.handOver(first.address, passed(10, 'mail.localhost'));
    await product.arrived(first, 'Hops 100 b.example');
    await product.arrived(first, 'Hops 10 mail.localhost');
  });
});

describe('what was taken', () => {
  it('is stored as it was sent, below our trace field', async () => {
    const raw = mailTo(first.address, 'As it was').replace(/\r?\n/g, '\r\n');
    await product.handOver(first.address, `${raw}.dot\r\n`);
    const { id } = await product.arrived(first, 'As it was');
    const stored = await product.raw(first, id);
    expect(stored).toMatch(
      /^Received: from \S+ \(\[127\.0\.0\.1\]\)\r\n\tby mail\.localhost with ESMTP id \w{26};\r\n/,
    );
    expect(stored.endsWith(`${raw}.dot\r\n`)).toBe(true);
  });

  it('twice, by a sender that tries again, is stored once', async () => {
    const raw = mailTo(first.address, 'Again');
    await Promise.all([product.handOver(first.address, raw), product.handOver(first.address, raw)]);
    await product.handOver(first.address, raw);
    await product.handOver(first.address, mailTo(first.address, 'After it'));
    await product.arrived(first, 'After it');
    const { thread_id } = await product.arrived(first, 'Again');
    expect((await product.thread(first, thread_id, 1)).message_count).toBe(1);
  });

  it('under a Message-ID that is there with other content is kept, and says so', async () => {
    await product.handOver(first.address, mailTo(first.address, 'Conflict'));
    await product.arrived(first, 'Conflict');
    const other = mailTo(first.address, 'Conflict').replace('Text of', 'Other text of');
    await product.handOver(first.address, other);
    await product.handOver(first.address, other);
    const { thread_id } = await product.arrived(first, 'Conflict');
    const { messages } = await product.thread(first, thread_id, 2);
    expect(messages.map((message: { flags: string[] }) => message.flags)).toEqual([
      [],
      ['message_id_conflict'],
    ]);
  });

  it('from an identity to itself stands in the thread that it was sent in', async () => {
    const sent = await product.send(first, { to: [first.address], subject: 'Note to self', text: 'x' });
    const { messages } = await product.thread(first, sent.body.thread_id, 2);
    expect(messages).toMatchObject([
      { direction: 'outbound' },
      { direction: 'inbound', flags: ['loopback'], trust: { flags: [] } },
    ]);
  });

  it('joins by references, flagged when its sender takes no part in the thread', async () => {
    await product.handOver(first.address, mailTo(first.address, 'Root'));
    const { thread_id } = await product.arrived(first, 'Root');
    const referring = { References: '<unknown@x> <Root@sender.example>' };
    await product.handOver(first.address, mailTo(first.address, 'Re: Root', referring));
    await product.thread(first, thread_id, 2);
    const stranger = { ...referring, From: 'eve@evil.example' };
    await product.handOver(first.address, mailTo(first.address, 'Re Re Root', stranger));
    const { messages } = await product.thread(first, thread_id, 3);
    expect(messages.map((message: { trust: { flags: string[] } }) => message.trust.flags)).toEqual([
      [],
      [],
      ['thread_join_unverified'],
    ]);
  });

  it.each([
    ['nothing at all', ''],
    ['no header', 'hello\n'],
    ['NUL and controls', 'Subject: a\0b\nFrom: x@y.example\n\na\0b\x01\n'],
    ['half a surrogate', 'Subject: =?utf-16?B?2AA=?=\n\nx\n'],
  ])('may be %s', async (_, raw) => {
    const before = (await threads()).length;
    await product.handOver(first.address, raw);
    await product.eventually(threads, (list) => list.length === before + 1);
  });
});

const threads = async () =>
  (await product.call('GET', `/v1/identities/${first.id}/threads?limit=100`)).body.data;
