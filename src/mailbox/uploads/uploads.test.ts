import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { uploadRetention } from './index.ts';

// Files by reference (decisions.md, Files and views), over HTTP against the whole product.

let product: MailProduct;
let box: Mailbox;
let foreign: Mailbox;
let now = new Date('2027-03-01T12:00:00.000Z');
let files: Server;
let fileUrl: string;

const MiB = 1024 * 1024;

beforeAll(async () => {
  product = await openMailProduct({ PM_INSECURE_TARGETS: 'on' }, { now: () => new Date(now) });
  box = await product.mailbox();
  foreign = await product.mailbox({ tenantId: box.tenantId });
  files = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/plan.pdf' }).end();
    if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    if (request.url === '/gone') return response.writeHead(410).end('gone');
    if (request.url === '/large') return response.writeHead(200).end(Buffer.alloc(5 * MiB + 1));
    return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 plan');
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  fileUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
afterAll(async () => {
  files?.close();
  await product?.close();
});

type UploadOptions = { headers?: Record<string, string>; query?: string; key?: string; to?: Mailbox };

async function upload(bytes: Uint8Array | string, options: UploadOptions = {}) {
  const { headers = {}, query = '', key = product.platformKey, to = box } = options;
  const response = await product.fetch(
    new Request(`http://localhost:3000/v1/identities/${to.id}/uploads${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/pdf', ...headers },
      body: bytes as BodyInit,
    }),
  );
  return { status: response.status, body: await response.json() };
}

const stored = async (of = box): Promise<number> => {
  const text = 'select bytes from mailbox_usage where identity_id = $1';
  const row = await product.services.db.first<{ bytes: number }>({
    name: 'test.bytes',
    text,
    values: [of.id],
  });
  return row?.bytes ?? 0;
};
const send = (attachments: unknown[], query = '', key?: string) =>
  product.send(
    box,
    { to: ['ada@outside.example'], subject: 'Files', text: 'See there.', attachments },
    {
      query,
      ...(key && { key }),
    },
  );
const keyWith = async (permissions: string[]) =>
  (
    await product.call('POST', '/v1/keys', {
      body: { name: 'k', level: 'identity', identity_id: box.id, permissions },
    })
  ).body.secret as string;
const errorsOf = ({
  body,
}: {
  body: { error: { code: string; details: { errors: { path: string }[] } } };
}) => {
  expect(body.error.code).toBe('invalid_request');
  return body.error.details.errors.map(({ path }) => path);
};
const bytesOf = async (message: string, attachment: string): Promise<string> => {
  const path = `/v1/identities/${box.id}/messages/${message}/attachments/${attachment}`;
  return (await product.call('GET', path)).body.text;
};

describe('POST uploads', () => {
  it('stores the bytes as they are, and describes them', async () => {
    const before = await stored();
    const { status, body } = await upload('%PDF-1.7', { query: '?filename=plan.pdf' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^upl_/),
        filename: 'plan.pdf',
        content_type: 'application/pdf',
        size: 8,
        sha256: createHash('sha256').update('%PDF-1.7').digest('hex'),
        expires_at: '2027-03-02T12:00:00.000Z',
      },
    ]);
    expect((await stored()) - before).toBe(8);
  });

  it('takes the name from the header, percent-encoded, and has one where there is none', async () => {
    const named = await upload('x', { headers: { 'x-filename': encodeURIComponent('Größe 100%.pdf') } });
    expect(named.body.filename).toBe('Größe 100%.pdf');
    expect((await upload('x', { headers: { 'x-filename': 'plain.txt' } })).body.filename).toBe('plain.txt');
    expect((await upload('x')).body.filename).toBe('file');
    expect((await upload('')).body.size).toBe(0);
  });

  it('refuses what is too large while it arrives, and names what is wrong', async () => {
    const large = await upload(Buffer.alloc(5 * MiB + 1));
    expect([large.status, large.body.error.code]).toEqual([413, 'message_too_large']);
    expect((await upload(Buffer.alloc(5 * MiB))).status).toBe(201);
    expect(errorsOf(await upload('x', { headers: { 'content-type': 'no type' } }))).toEqual(['Content-Type']);
    expect(errorsOf(await upload('x', { headers: { 'x-filename': 'a%00b' } }))).toEqual(['X-Filename']);
    expect(errorsOf(await upload('x', { query: `?filename=${'x'.repeat(256)}` }))).toEqual(['filename']);
    expect(errorsOf(await upload('x', { query: '?name=x' }))).toEqual(['name']);
  });

  it('is for whoever may write drafts', async () => {
    expect((await upload('x', { key: await keyWith(['drafts:write']) })).status).toBe(201);
    expect((await upload('x', { key: await keyWith(['messages:send']) })).status).toBe(201);
    expect((await upload('x', { key: await keyWith(['messages:read']) })).body.error.code).toBe(
      'permission_denied',
    );
    const other = await upload('x', { key: await keyWith(['drafts:write']), to: foreign });
    expect(other.body.error.code).toBe('identity_not_found');
  });
});

describe('attachments by reference', () => {
  it('an upload can be sent, more than once, with a name of its own', async () => {
    const { id } = (await upload('%PDF-1.7', { query: '?filename=plan.pdf' })).body;
    const sent = await send([
      { upload_id: id },
      { upload_id: id, filename: 'second.bin', content_type: 'text/plain' },
    ]);
    expect([sent.status, sent.body.attachments]).toMatchObject([
      202,
      [
        { filename: 'plan.pdf', content_type: 'application/pdf', size: 8, disposition: 'attachment' },
        { filename: 'second.bin', content_type: 'text/plain', size: 8 },
      ],
    ]);
    expect(await bytesOf(sent.body.id, sent.body.attachments[0].id)).toBe('%PDF-1.7');
    expect(await product.raw(box, sent.body.id)).toContain(Buffer.from('%PDF-1.7').toString('base64'));
    expect((await send([{ upload_id: id }])).status).toBe(202);
  });

  it('a retry with the same key is the same send, and a dry run checks without sending', async () => {
    const { id } = (await upload('x')).body;
    const body = { to: ['ada@outside.example'], text: 'x', attachments: [{ upload_id: id }] };
    const first = await product.send(box, body, { idempotencyKey: 'by reference' });
    const again = await product.send(box, body, { idempotencyKey: 'by reference' });
    expect([again.body.id, again.body.deduplicated]).toEqual([first.body.id, true]);
    expect((await send([{ upload_id: id }], '?dry_run=true')).body.would_send).toBe(true);
    const missing = [{ upload_id: 'upl_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }];
    expect(errorsOf((await send(missing, '?dry_run=true')) as never)).toEqual(['attachments.0.upload_id']);
  });

  it('a foreign, a missing and an expired upload look the same', async () => {
    const theirs = (await upload('x', { to: foreign })).body.id;
    const own = (await upload('x')).body.id;
    const answers = [
      await send([{ upload_id: theirs }]),
      await send([{ upload_id: 'upl_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }]),
    ];
    now = new Date(now.getTime() + 24 * 3600_000);
    answers.push(await send([{ upload_id: own }]));
    now = new Date(now.getTime() - 24 * 3600_000);
    const [first, ...others] = answers.map(({ body }) => ({ ...body.error, request_id: '' }));
    for (const each of others) expect(each).toEqual(first);
    expect(errorsOf(answers[0] as never)).toEqual(['attachments.0.upload_id']);
  });

  it('a received file can be sent on, by whoever may read it', async () => {
    const mail = mailTo(box.address, 'With a file', { 'Content-Type': 'multipart/mixed; boundary=b' });
    const part = 'Content-Type: text/csv\nContent-Disposition: attachment; filename=data.csv\n\na,b\n1,2';
    await product.handOver(box.address, `${mail.split('\n\n')[0]}\n\n--b\n\nhello\n--b\n${part}\n--b--\n`);
    const { id, attachments } = await product.arrived(box, 'With a file');
    const named = { message_id: id, attachment_id: attachments[0].id };
    const sent = await send([named]);
    expect([sent.status, sent.body.attachments]).toMatchObject([202, [{ filename: 'data.csv' }]]);
    expect(await bytesOf(sent.body.id, sent.body.attachments[0].id)).toContain('1,2');
    const blind = await send([named], '', await keyWith(['messages:send', 'messages:read']));
    expect(blind.body.error).toMatchObject({
      code: 'permission_denied',
      details: { required: 'attachments:read' },
    });
    const reply = await product.reply(box, id, { text: 'Back.', attachments: [named] });
    expect(reply.body.attachments).toMatchObject([{ filename: 'data.csv' }]);
    const forward = await product.call('POST', `/v1/identities/${box.id}/messages/${id}/forward`, {
      headers: { 'idempotency-key': 'forward with more' },
      body: { to: ['ada@outside.example'], attachments: [{ upload_id: (await upload('x')).body.id }] },
    });
    expect(forward.body.attachments).toMatchObject([{ filename: 'file' }, { filename: 'data.csv' }]);
    // Files of another mailbox or another message are refused.
    const path = ['attachments.0.attachment_id'];
    const wrong = { message_id: sent.body.id, attachment_id: attachments[0].id };
    expect(errorsOf((await send([wrong])) as never)).toEqual(path);
    const other = { to: ['ada@outside.example'], text: 'x', attachments: [named] };
    expect(errorsOf((await product.send(foreign, other)) as never)).toEqual(path);
  });

  it('a URL is fetched, through redirects, within the size of a message', async () => {
    const sent = await send([
      { url: `${fileUrl}/plan.pdf` },
      { url: `${fileUrl}/moved`, filename: 'moved.pdf' },
    ]);
    expect([sent.status, sent.body.attachments]).toMatchObject([
      202,
      [{ filename: 'plan.pdf', content_type: 'application/pdf', size: 13 }, { filename: 'moved.pdf' }],
    ]);
    for (const path of ['/gone', '/large', '/loop'])
      expect(errorsOf((await send([{ url: `${fileUrl}${path}` }])) as never)).toEqual(['attachments.0.url']);
    expect(errorsOf((await send([{ url: 'ftp://files.example/a' }])) as never)).toEqual([
      'attachments.0.url',
    ]);
  });

  it.each([
    [{}, 'attachments.0'],
    [{ upload_id: 'upl_1' }, 'attachments.0.upload_id'],
    [{ content_base64: 'eA==' }, 'attachments.0.filename'],
    [{ filename: 'a', content_base64: 'eA==', url: 'https://a.example/b' }, 'attachments.0.url'],
    [{ message_id: 'msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }, 'attachments.0.attachment_id'],
    [
      { attachment_id: 'att_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', url: 'https://a.example' },
      'attachments.0.attachment_id',
    ],
  ])('refuses %j', async (attachment, path) => {
    expect(errorsOf((await send([attachment])) as never)).toContain(path);
  });

  it('drafts take all of them, and keep the bytes', async () => {
    const { id } = (await upload('draft bytes', { query: '?filename=d.txt' })).body;
    const drafts = `/v1/identities/${box.id}/drafts`;
    const made = await product.call('POST', drafts, {
      body: { to: ['ada@outside.example'], attachments: [{ upload_id: id }, { url: `${fileUrl}/plan.pdf` }] },
    });
    expect([made.status, made.body.attachments]).toMatchObject([
      201,
      [{ filename: 'd.txt' }, { filename: 'plan.pdf' }],
    ]);
    const [kept] = made.body.attachments;
    const changed = await product.call('PATCH', `${drafts}/${made.body.id}`, {
      body: { version: 1, attachments: [{ id: kept.id }, { upload_id: id, filename: 'again.txt' }] },
    });
    expect(changed.body.attachments).toMatchObject([{ id: kept.id }, { filename: 'again.txt' }]);
    const wrong = { attachments: [{ id: kept.id }, { upload_id: 'upl_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }] };
    const refused = await product.call('PATCH', `${drafts}/${made.body.id}`, { body: wrong });
    expect(errorsOf(refused as never)).toEqual(['attachments.1.upload_id']);
  });
});

describe('what has expired', () => {
  it('goes with its bytes, but not those that a message has', async () => {
    const used = (await upload('used '.repeat(100_000))).body;
    const unused = (await upload('unused '.repeat(100_000))).body;
    const sent = (await send([{ upload_id: used.id }])).body;
    const blobOf = async (id: string) => {
      const text = 'select blob_id from uploads where id = $1';
      return (await product.services.db.first<{ blob_id: string }>({
        name: 'test.blob',
        text,
        values: [id],
      }))!.blob_id;
    };
    const isThere = async (id: string) => {
      const text = 'select from blobs where id = $1';
      return (await product.services.db.first({ name: 'test.blobs', text, values: [id] })) !== null;
    };
    const blobs = [await blobOf(used.id), await blobOf(unused.id)];
    const context = { services: product.services, signal: new AbortController().signal };
    now = new Date(now.getTime() + 24 * 3600_000);
    expect(await uploadRetention.run(context)).toBe(0);
    const before = await stored();
    now = new Date(now.getTime() + 3600_000 + 1);
    expect(await uploadRetention.run(context)).toBeGreaterThan(1);
    expect(await uploadRetention.run(context)).toBe(0);
    expect(await stored()).toBeLessThan(before);
    expect(await Promise.all(blobs.map(isThere))).toEqual([true, false]);
    expect(await bytesOf(sent.id, sent.attachments[0].id)).toBe('used '.repeat(100_000));
  });

  it('an erased identity keeps no uploads', async () => {
    const gone = await product.mailbox();
    await upload('secret', { to: gone });
    const erased = await product.call('DELETE', `/v1/identities/${gone.id}`);
    expect(erased.status).toBe(202);
    const text = 'select id from uploads where identity_id = $1';
    const left = () => product.services.db.rows({ name: 'test.left', text, values: [gone.id] });
    await product.eventually(left, (rows) => rows.length === 0);
  });
});
