import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { authenticate } from 'mailauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';
import { ensureDkimKey } from './keys.ts';
import { signMessage } from './sign.ts';

// Mail that we sign ourselves (decisions.md, Message trust verdict; RFC 6376), verified by mailauth.

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const key = { domain: 'ours.example', selector: 'pm1', privateKey: createPrivateKey(pair.privateKey) };
const text = `v=DKIM1; k=rsa; p=${pair.publicKey.toString('base64')}`;

async function verify(raw: Buffer, record = text): Promise<unknown> {
  const resolver = async (name: string, type: string) => {
    if (type === 'TXT' && /^pm\w+\._domainkey\./.test(name)) return [[record]];
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  };
  const { dkim } = await authenticate(raw, { resolver: resolver as never, trustReceived: false } as never);
  return dkim.results.map(({ status }) => status.result);
}

const head = [
  'From: =?utf-8?q?=C3=9C?= <agent@ours.example>',
  'To: a@x.example,\r\n b@x.example',
  'Subject:  two   words \t ',
  'Message-ID: <m@ours.example>',
  'Date: Fri, 20 Nov 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'X-Other: not signed',
].join('\r\n');

describe('a signature', () => {
  it.each([
    ['text', 'Hello  there \t\r\n\r\nBye.\r\n'],
    ['no body', ''],
    ['empty lines only', '\r\n\r\n\r\n'],
    ['a line of spaces at the end', 'Hello.\r\n   \r\n\r\n'],
    ['no line end at the end', 'Hello.\r\n\r\nBye  '],
    ['dots and dashes', '.\r\n..\r\n-- \r\n'],
    ['long', `${'word '.repeat(180)}\r\n`.repeat(200)],
  ])('verifies: %s', async (_, body) => {
    expect(await verify(await signMessage(Buffer.from(`${head}\r\n\r\n${body}`), key))).toEqual(['pass']);
  });

  it.each([
    ['the body', (raw: string) => raw.replace('Hello', 'Hullo')],
    ['the subject', (raw: string) => raw.replace('two', 'three')],
    ['another From', (raw: string) => raw.replace('\r\nTo:', '\r\nFrom: eve@x.example\r\nTo:')],
  ])('fails when somebody changes %s', async (_, change) => {
    const raw = (await signMessage(Buffer.from(`${head}\r\n\r\nHello.\r\n`), key)).toString();
    expect(await verify(Buffer.from(change(raw)))).not.toEqual(['pass']);
  });

  it('has no line over 78 characters', async () => {
    const raw = (await signMessage(Buffer.from(`${head}\r\n\r\nHello.\r\n`), key)).toString();
    const field = raw.slice(0, raw.indexOf('\r\nFrom:'));
    expect(Math.max(...field.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });
});

describe('the deployment', () => {
  let sink: SmtpSink;
  let product: MailProduct;
  let agent: Mailbox;
  beforeAll(async () => {
    sink = await startSmtpSink();
    product = await openMailProduct({ PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url });
    agent = await product.mailbox({ tenant: { policy: {} } });
  });
  afterAll(async () => {
    await product?.close();
    await sink?.close();
  });

  it('makes its key once, and it lies sealed', async () => {
    const records = await Promise.all([1, 2, 3].map(() => ensureDkimKey(product.services, 'new.example')));
    expect(new Set(records.map(({ name }) => name)).size).toBe(1);
    const { rows } = await product.services.db.pool.query(
      'select private_key from dkim_keys where domain = $1',
      ['new.example'],
    );
    expect(rows).toHaveLength(1);
    expect(() => createPrivateKey({ key: rows[0].private_key, format: 'der', type: 'pkcs8' })).toThrow();
  });

  it('signs what leaves, with the key that it shows to the operator', async () => {
    await product.send(agent, {
      to: ['bob@outside.example'],
      subject: 'Signed',
      text: 'Hi.',
      html: '<p>Hi  there.</p>',
    });
    const [mail] = await sink.waitFor(1);
    expect(await verify(mail!.raw, product.services.dkimRecord!.text)).toEqual(['pass']);
  });

  it('knows its own signature when such mail comes back, and fails what has none', async () => {
    const inbound = async (subject: string) =>
      (
        await product.eventually(
          () =>
            product.services.db.pool.query(
              `select status, trust from messages where subject = $1 and direction = 'inbound'`,
              [subject],
            ),
          (found) => found.rows.length === 1,
        )
      ).rows[0];
    const raw = (await sink.waitFor(1))[0]!.raw.toString();
    await product.handOver(agent.address, raw, agent.address);
    expect(await inbound('Signed')).toMatchObject({ trust: { verdict: 'pass', dkim: 'pass' } });
    const forged = raw.slice(raw.indexOf('\r\nFrom:') + 2).replace('Subject: Signed', 'Subject: Forged');
    await product.handOver(agent.address, forged, agent.address);
    expect(await inbound('Forged')).toMatchObject({ status: 'quarantined', trust: { verdict: 'fail' } });
  });
});
