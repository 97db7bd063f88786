import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docx, paragraph, pdf, zip } from '#content/files/fixtures/made-files.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { insertKey } from '#testing/world.ts';
import { extractText } from './jobs.ts';

// Attachments and their text (spec 2.6, 3.3, 4.6, 8.2).

let product: TestProduct;
type Mailbox = { id: string; tenant_id: string; primary_address: string };
let mailbox: Mailbox;
beforeAll(async () => {
  product = await openTestProduct({ PM_DNS_SERVERS: '127.0.0.1:9' });
  mailbox = await makeMailbox('open', {});
});
afterAll(() => product?.close());

async function makeMailbox(slug: string, inbound: Record<string, unknown>): Promise<Mailbox> {
  const policy = { quarantine: { on_auth_fail: false }, inbound };
  const tenant = await product.call('POST', '/v1/tenants', {
    body: { slug, name: slug, mode: 'live', policy },
  });
  expect(tenant.status).toBe(201);
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const identity = await product.call('POST', `/v1/tenants/${tenant.body.id}/identities`, {
    body: { username: 'agent', display_name: 'Agent', purpose: 'tests', owner },
  });
  expect(identity.status).toBe(201);
  return identity.body as Mailbox;
}

type File = { filename: string; content: string | Buffer; contentType?: string };

/** Sends a message with these files. @returns the stored message, its path and the paths of its files */
async function receive(files: File[], to = mailbox) {
  const subject = `files ${Math.random()}`;
  const transport = createTransport({ host: '127.0.0.1', port: product.smtpPort, ignoreTLS: true });
  await transport.sendMail({
    from: 'grace@sender.example',
    to: to.primary_address,
    subject,
    text: 'See the files.',
    attachments: files,
  });
  const row = await product.eventually(
    () => product.services.db.first<{ id: string }>(sql`select id from messages where subject = ${subject}`),
    (found) => found !== null,
  );
  const base = `/v1/identities/${to.id}/messages/${row!.id}`;
  const { body } = await product.call('GET', base);
  return {
    base,
    message: body,
    paths: body.attachments.map(({ id }: { id: string }) => `${base}/attachments/${id}`),
  };
}

const textOf = (path: string, query = '') =>
  product.eventually(
    () => product.call('GET', `${path}/text${query}`),
    ({ status, body }) => status !== 200 || body.status !== 'pending',
  );

describe('GET …/attachments/{attachment_id}/text', () => {
  it('gives the text by page, all or those that are asked for', async () => {
    const { base, paths } = await receive([
      { filename: 'offer.pdf', content: pdf(['Offer 4711', 'Terms', 'Signature']) },
      { filename: 'plan.docx', content: docx(paragraph('The plan')) },
      { filename: 'rows.csv', content: 'a,b\r\n1,2\r\n' },
    ]);
    const pages = [1, 2, 3].map((page) => ({ page, text: ['Offer 4711', 'Terms', 'Signature'][page - 1] }));
    expect((await textOf(paths[0])).body).toEqual({
      status: 'ready',
      pages,
      total_pages: 3,
      truncated: false,
    });
    expect((await textOf(paths[0], '?pages=1,3-9')).body.pages).toEqual([pages[0], pages[2]]);
    expect((await textOf(paths[0], '?pages=4')).body).toMatchObject({
      pages: [],
      total_pages: 3,
      truncated: false,
    });
    expect((await textOf(paths[1])).body.pages).toEqual([{ page: 1, text: 'The plan' }]);
    expect((await textOf(paths[2])).body.pages).toEqual([{ page: 1, text: 'a,b\n1,2' }]);
    const { body } = await product.call('GET', base);
    expect(body.attachments).toMatchObject([
      { content_type: 'application/pdf', text_status: 'ready', pages: 3, risk: null },
      { text_status: 'ready', pages: 1, risk: null },
      { content_type: 'text/csv', text_status: 'ready', pages: 1, risk: null },
    ]);
  });

  it('gives at most 200 KB, cut within a character nowhere', async () => {
    const { paths } = await receive([{ filename: 'long.txt', content: 'äöü €\n'.repeat(60_000) }]);
    const { body } = await textOf(paths[0]);
    expect(body.truncated).toBe(true);
    expect(body.total_pages).toBe(12);
    const text = body.pages.map((page: { text: string }) => page.text).join('');
    const bytes = Buffer.byteLength(text);
    expect(bytes).toBeLessThanOrEqual(200 * 1024);
    expect(bytes).toBeGreaterThan(200 * 1024 - 4);
    expect(text).toMatch(/^[äöü €\n]+$/);
    expect((await textOf(paths[0], '?pages=12')).body).toMatchObject({
      truncated: false,
      pages: [{ page: 12 }],
    });
  });

  it('says what is no text, too large, or no file at all', async () => {
    const { base, message, paths } = await receive([
      { filename: 'noise.dat', content: Buffer.from([0, 1, 2, 3, 255]) },
      { filename: 'broken.pdf', content: '%PDF-1.7 and nothing else' },
    ]);
    expect(message.attachments[0].text_status).toBe('unavailable');
    for (const path of paths) {
      expect((await textOf(path)).body).toEqual({
        status: 'unavailable',
        pages: [],
        total_pages: null,
        truncated: false,
      });
    }
    const missing = await product.call('GET', `${base}/attachments/att_01ARZ3NDEKTSV4RRFFQ69G5FAV/text`);
    expect(missing).toMatchObject({ status: 404, body: { error: { code: 'attachment_not_found' } } });
    expect((await product.call('GET', `${paths[0]}/text?pages=3-1`)).status).toBe(400);
  });

  it('skips what the policy leaves out', async () => {
    const careful = await makeMailbox('careful', { extract_attachment_text: ['pdf'] });
    const files = [
      { filename: 'a.txt', content: 'words' },
      { filename: 'a.pdf', content: pdf(['words']) },
    ];
    const { paths } = await receive(files, careful);
    expect((await textOf(paths[0])).body).toMatchObject({ status: 'skipped', pages: [] });
    expect((await textOf(paths[1])).body).toMatchObject({ status: 'ready' });
  });
});

describe('risk', () => {
  it('is told, and such a file is for reviewers only', async () => {
    const { message, paths } = await receive([
      { filename: 'invoice.pdf.exe', content: 'MZ' },
      { filename: 'scan.pdf', content: 'no pdf at all', contentType: 'application/pdf' },
    ]);
    expect(message.attachments).toMatchObject([
      { risk: 'double_extension', text_status: 'skipped' },
      { risk: 'type_mismatch', text_status: 'skipped', content_type: 'text/plain' },
    ]);
    const { secret } = await insertKey(product.services.db, {
      level: 'identity',
      owner: { partnerId: null, tenantId: mailbox.tenant_id, identityId: mailbox.id },
      permissions: ['messages:read', 'attachments:read'],
    });
    for (const path of [paths[0], `${paths[0]}/text`]) {
      expect(await product.call('GET', path, { key: secret })).toMatchObject({
        status: 403,
        body: { error: { code: 'permission_denied', details: { required: 'quarantine:review' } } },
      });
    }
    expect((await textOf(paths[0])).body).toMatchObject({ status: 'skipped', pages: [] });
  });

  it('of an archive bomb quarantines the message under any policy', async () => {
    const bomb = zip([{ name: 'a', content: Buffer.alloc(5_000_000) }]);
    const { message } = await receive([{ filename: 'photos.zip', content: bomb }]);
    expect(message).toMatchObject({ status: 'quarantined', attachments: [{ risk: 'archive_bomb' }] });
    const { body } = await product.call('GET', `/v1/identities/${mailbox.id}/quarantine`);
    expect(body.data).toMatchObject([{ id: message.id, quarantine_reason: 'archive_bomb' }]);
  });
});

describe('the job attachments.extract_text', () => {
  const db = () => product.services.db;
  const context = (attempt: number) => ({
    services: product.services,
    attempt,
    signal: new AbortController().signal,
  });
  const blobOf = async (path: string): Promise<string> => {
    const row = await db().first<{ blob_id: string }>(
      sql`select blob_id from attachments where id = ${path.split('/').at(-1)}`,
    );
    return row!.blob_id;
  };

  it('runs twice and stores once', async () => {
    const { paths } = await receive([{ filename: 'twice.txt', content: 'once' }]);
    const { body } = await textOf(paths[0]);
    await extractText.run(context(1), { tenant_id: null, blob_ids: [await blobOf(paths[0])] });
    expect((await textOf(paths[0])).body).toEqual(body);
  });

  it('gives up at its last try', async () => {
    const { paths } = await receive([{ filename: 'last.txt', content: 'x' }]);
    await textOf(paths[0]);
    const id = paths[0].split('/').at(-1);
    await db().run(sql`delete from attachment_pages where attachment_id = ${id}`);
    await db().run(sql`update attachments set text_status = 'pending', pages = null where id = ${id}`);
    await extractText.run(context(extractText.tries), {
      tenant_id: null,
      blob_ids: [await blobOf(paths[0])],
    });
    expect((await textOf(paths[0])).body).toMatchObject({ status: 'unavailable', pages: [] });
  });
});
