import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Reading a multipart message (spec 2.6, 2.7, 4.6).

let product: MailProduct;
let mailbox: Mailbox;
let other: Mailbox;
let message: ApiAnswer['body'];
let base: string;

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000)]);
/** A file that is too large for a row, so it is stored in blob storage. */
const page = Buffer.from(
  `<!doctype html><title>A page</title><p>${randomBytes(200_000).toString('hex')}</p>`,
);
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\n');

const multipart = (to: string): string => `From: =?utf-8?q?Gr=C3=A4ce?= <grace@sender.example>
To: ${to}
Reply-To: Desk <desk@sender.example>
Subject: =?utf-8?Q?Pr=C3=BCfung?=
Message-ID: <m1@sender.example>
Date: Fri, 20 Nov 2026 10:00:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: multipart/alternative; boundary=C

--C
Content-Type: text/plain; charset=utf-8

New text.

On Fri, Nov 20, 2026 at 9:00 AM Bob <bob@example.com> wrote:
> old text

--C
Content-Type: text/html

<p onclick="x()">New <b>text</b><script>alert(1)</script></p>
--C--
--B
Content-Type: application/pdf
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename*=utf-8''rechnung%20%C3%BC.pdf

${base64(pdf)}
--B
Content-Type: text/html
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="page.html"

${base64(page)}
--B--
`;

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox();
  other = await product.mailbox({ tenantId: mailbox.tenantId });
  await product.handOver(mailbox.address, multipart(mailbox.address));
  message = await product.arrived(mailbox, 'Prüfung');
  const triaged = await product.eventually(
    () => product.message(mailbox, message.id),
    ({ body }) => body.triage.status === 'done',
  );
  message = triaged.body;
  base = `/v1/identities/${mailbox.id}/messages/${message.id}`;
});
afterAll(() => product?.close());

const codeOf = ({ status, body }: ApiAnswer) => [status, body.error?.code];

describe('a message (2.6)', () => {
  it('has every field', () => {
    expect(message).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      thread_id: expect.stringMatching(/^thr_/),
      identity_id: mailbox.id,
      direction: 'inbound',
      status: 'received',
      from: { address: 'grace@sender.example', name: 'Gräce' },
      to: [{ address: mailbox.address, name: null }],
      cc: [],
      bcc: [],
      reply_to: [{ address: 'desk@sender.example', name: 'Desk' }],
      delivered_to: mailbox.address,
      is_primary_recipient: true,
      subject: 'Prüfung',
      sent_at: '2026-11-20T09:00:00.000Z',
      received_at: expect.any(String),
      extracted_text: 'New text.',
      text: null,
      html: null,
      labels: [],
      kind: 'normal',
      trust: { verdict: 'unverified', known_sender: false, quarantined: false, automated: false, flags: [] },
      triage: { status: 'done', risk_flags: expect.any(Array), evidence: expect.any(Array) },
      refs: [],
      rfc_message_id: '<m1@sender.example>',
      in_reply_to: null,
      deliveries: null,
      flags: [],
      metadata: {},
    });
    expect(message.attachments).toMatchObject([
      {
        filename: 'rechnung ü.pdf',
        content_type: 'application/pdf',
        size: pdf.length,
        disposition: 'attachment',
        content_id: null,
      },
      { filename: 'page.html', size: page.length },
    ]);
  });

  it('adds what include names, the HTML without what runs', async () => {
    const plain = (await product.message(mailbox, message.id)).body;
    expect([plain.text, plain.html, 'headers' in plain]).toEqual([null, null, false]);
    const full = (await product.message(mailbox, message.id, '?include=html,headers,quoted')).body;
    expect(full.text).toContain('> old text');
    expect(full.html).toContain('<b>text</b>');
    expect(full.html).not.toMatch(/script|onclick/);
    expect(full.headers).toContainEqual(['Message-ID', '<m1@sender.example>']);
    expect(codeOf(await product.message(mailbox, message.id, '?include=all'))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('stands in a thread with every field of its summary (2.7)', async () => {
    const { body } = await product.call('GET', `/v1/identities/${mailbox.id}/threads`);
    expect(body.data).toMatchObject([
      {
        id: message.thread_id,
        subject: 'Prüfung',
        participants: [{ address: 'grace@sender.example' }, { address: mailbox.address }],
        message_count: 1,
        unread_count: 1,
        last_at: message.received_at,
        needs_reply: expect.any(Number),
        labels: [],
      },
    ]);
  });
});

describe('bytes', () => {
  const get = (path: string) =>
    product.fetch(
      new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${product.platformKey}` } }),
    );

  it('of the message are those that arrived', async () => {
    const answer = await get(`${base}/raw`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'message/rfc822']);
    expect(await answer.text()).toContain(multipart(mailbox.address).replace(/\n/g, '\r\n'));
  });

  it('of an attachment are a download that no browser runs, from the row as from blob storage', async () => {
    for (const [index, bytes] of [pdf, page].entries()) {
      const answer = await get(`${base}/attachments/${message.attachments[index].id}`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; filename/),
        'content-length': String(bytes.length),
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      });
    }
  });
});

describe('another mailbox of the same tenant', () => {
  it('has none of it', async () => {
    const foreign = `/v1/identities/${other.id}`;
    const attachment = message.attachments[0].id;
    for (const [path, code] of [
      [`messages/${message.id}`, 'message_not_found'],
      [`messages/${message.id}/raw`, 'message_not_found'],
      [`messages/${message.id}/attachments/${attachment}`, 'message_not_found'],
      [`threads/${message.thread_id}`, 'thread_not_found'],
    ]) {
      expect(codeOf(await product.call('GET', `${foreign}/${path}`))).toEqual([404, code]);
    }
    const missing = `${base}/attachments/att_01ARZ3NDEKTSV4RRFFQ69G5FAV`;
    expect(codeOf(await product.call('GET', missing))).toEqual([404, 'attachment_not_found']);
  });
});
