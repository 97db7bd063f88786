import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';
import { unzip } from '#testing/unzip.ts';

// Exports and the signed links for downloading them (spec 2.11, 3.3, 4.2, 4.11, 8.1).

type Json = ApiAnswer['body'];
let product: PrivacyProduct;
let { keyFor, erase, ended, received, count } = {} as PrivacyProduct;

beforeAll(async () => {
  product = await openPrivacyProduct();
  ({ keyFor, erase, ended, received, count } = product);
});
afterAll(() => product.close());

const ask = (body: Json, key?: string): Promise<ApiAnswer> =>
  product.call('POST', '/v1/exports', { body, ...(key !== undefined && { key }) });

const ofIdentity = ({ id, tenantId }: Mailbox) => ({
  tenant_id: tenantId,
  scope: 'identity',
  identity_id: id,
});

async function made(answer: ApiAnswer): Promise<Json> {
  expect(answer.status).toBe(202);
  const read = () => product.call('GET', `/v1/exports/${answer.body.id}`);
  return (await product.eventually(read, ({ body }) => !['queued', 'running'].includes(body.status))).body;
}

const download = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  product.fetch(new Request(url, { headers }));

async function unzipped(url: string): Promise<Record<string, string>> {
  const response = await download(url);
  expect(response.status).toBe(200);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

const codeOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as Json).error.code,
];

describe('the list of exports (4.11)', () => {
  it('has every export within reach, newest first, with a link to each that is ready', async () => {
    const [box, other] = [await product.mailbox(), await product.mailbox()];
    const first = await made(await ask(ofIdentity(box)));
    const second = await made(await ask(ofIdentity(box)));
    const foreign = await made(await ask(ofIdentity(other)));
    const key = await keyFor({ level: 'tenant', tenant_id: box.tenantId }, [
      'erasure:manage',
      'quarantine:review',
    ]);
    const list = async (query = '') => (await product.call('GET', `/v1/exports${query}`, { key })).body;
    const { data } = await list();
    expect(data.map(({ id }: Json) => id)).toEqual([second.id, first.id]);
    expect((await download(data[1].download_url)).status).toBe(200);
    const page = await list('?limit=1');
    expect(page.data.map(({ id }: Json) => id)).toEqual([second.id]);
    const rest = await list(`?limit=1&cursor=${encodeURIComponent(page.next_cursor)}`);
    expect([rest.data.map(({ id }: Json) => id), rest.next_cursor]).toEqual([[first.id], null]);
    const named = (await product.call('GET', `/v1/exports?tenant_id=${other.tenantId}`)).body;
    expect(named.data.map(({ id }: Json) => id)).toEqual([foreign.id]);
    expect((await list(`?tenant_id=${other.tenantId}`)).error.code).toBe('tenant_not_found');
  });
});

describe('an export (4.11)', () => {
  it('of an identity is a ZIP with one .eml per message and messages.json', async () => {
    const box = await product.mailbox();
    const first = await received(box, '../../etc/passwd');
    const sent = await product.reply(box, first.id, { text: 'An answer' });
    const answer = await ask(ofIdentity(box));
    expect(answer.body).toMatchObject({
      tenant_id: box.tenantId,
      scope: 'identity',
      status: 'queued',
      size: null,
      download_url: null,
    });
    const lifetime = Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at);
    expect(lifetime).toBe(7 * 24 * 3_600_000);
    const done = await made(answer);
    expect(done.status).toBe('completed');
    const files = await unzipped(done.download_url);
    const ids = [first.id, sent.body.id];
    expect(Object.keys(files).sort()).toEqual(['messages.json', ...ids.map((id) => `${id}.eml`)].sort());
    const messages = JSON.parse(files['messages.json']!);
    expect(messages.map((message: Json) => message.id)).toEqual(ids);
    expect(messages[0].text).toContain('Text of ../../etc/passwd');
    expect(messages[0]).not.toHaveProperty('tenant_id');
    expect(files[`${first.id}.eml`]).toContain('Subject: ../../etc/passwd');
    expect(files[`${sent.body.id}.eml`]).toContain('An answer');
    const response = await download(done.download_url);
    expect(Number(response.headers.get('content-length'))).toBe(done.size);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=${done.id}.zip`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    await response.arrayBuffer();
    const { body } = await product.call(
      'GET',
      `/v1/audit-events?target_id=${done.id}&action=export.download`,
    );
    // Every download counts: this one and that of the files.
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({ tenant_id: box.tenantId, target_type: 'export' });
    expect(body.data[0]).toHaveProperty('source_address');
  });

  it('of a counterparty holds all mail with it, in every mailbox of the tenant and in no other', async () => {
    const one = await product.mailbox();
    const two = await product.mailbox({ tenantId: one.tenantId });
    const other = await product.mailbox();
    const from = { From: 'M <M@Away.example>' };
    const theirs = [await received(one, 'One', from), await received(two, 'Two', { Cc: 'm@away.example' })];
    await received(one, 'Not theirs');
    await received(other, 'Elsewhere', from);
    const body = { tenant_id: one.tenantId, scope: 'counterparty', counterparty_address: 'm@away.example' };
    const { download_url } = await made(await ask(body));
    const messages = JSON.parse((await unzipped(download_url))['messages.json']!);
    expect(messages.map(({ id }: Json) => id).sort()).toEqual(theirs.map(({ id }) => id).sort());
  });

  it('of an empty mailbox is a ZIP with an empty list', async () => {
    const { download_url } = await made(await ask(ofIdentity(await product.mailbox())));
    expect(await unzipped(download_url)).toEqual({ 'messages.json': '[]\n' });
  });

  it('rebuilds a message once its raw bytes are past their retention', async () => {
    const box = await product.mailbox();
    const message = await received(box, 'Long ago');
    await product.services.db.run(sql`update messages set raw_id = null where id = ${message.id}`);
    const { download_url } = await made(await ask(ofIdentity(box)));
    const eml = (await unzipped(download_url))[`${message.id}.eml`]!;
    expect(eml).toContain('Subject: Long ago');
    expect(eml).toContain('Text of Long ago.');
    expect(eml).toContain(`Message-ID: ${message.rfc_message_id}`);
  });

  it('contains quarantined mail only for people who may review it', async () => {
    const box = await product.mailbox({ tenant: { policy: { quarantine: { on_auth_fail: true } } } });
    await product.handOver(box.address, mailTo(box.address, 'Kept back'));
    await product.eventually(
      () => product.call('GET', `/v1/identities/${box.id}/quarantine`),
      ({ body }) => body.data.length === 1,
    );
    const scope = { level: 'tenant', tenant_id: box.tenantId };
    const plain = await keyFor(scope, ['erasure:manage']);
    const reviewer = await keyFor(scope, ['erasure:manage', 'quarantine:review']);
    const small = await made(await ask(ofIdentity(box), plain));
    expect(Object.keys(await unzipped(small.download_url))).toEqual(['messages.json']);
    const whole = await made(await ask(ofIdentity(box), reviewer));
    expect(Object.keys(await unzipped(whole.download_url))).toHaveLength(2);
    const read = await product.call('GET', `/v1/exports/${whole.id}`, { key: plain });
    expect(read.body).toMatchObject({ status: 'completed', download_url: null });
  });

  it('is within reach as its identity is', async () => {
    const [box, colleague] = [await product.mailbox(), await product.mailbox()];
    const key = await keyFor({ level: 'identity', identity_id: box.id });
    expect((await ask({ scope: 'identity', identity_id: box.id }, key)).status).toBe(202);
    const foreign = await ask({ scope: 'identity', identity_id: colleague.id }, key);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'identity_not_found']);
    const wide = await ask({ scope: 'counterparty', counterparty_address: 'a@b.example' }, key);
    expect([wide.status, wide.body.error.code]).toEqual([403, 'scope_denied']);
    const theirs = await ask(ofIdentity(colleague));
    const read = await product.call('GET', `/v1/exports/${theirs.body.id}`, { key });
    expect([read.status, read.body.error.code]).toEqual([404, 'export_not_found']);
  });

  it('records export.completed (6.4)', async () => {
    const done = await made(await ask(ofIdentity(await product.mailbox())));
    const row = await product.services.db.first<{ data: Json; sequence: number }>(sql`
      select data, sequence from events where type = 'export.completed' and data->>'export_id' = ${done.id}`);
    expect(row).toEqual({ data: { export_id: done.id, expires_at: done.expires_at }, sequence: 1 });
  });

  it('goes with what is erased, file and all; a tenant erasure cancels open ones', async () => {
    const box = await product.mailbox();
    await received(box, 'Exported');
    const done = await made(await ask(ofIdentity(box)));
    await product.services.db.run(sql`
      insert into exports (id, tenant_id, scope, status, with_kept_back, created_at, expires_at)
      values ('exp_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', ${box.tenantId}, 'identity', 'running', false, now(), now() + interval '1 day')`);
    await ended(await erase({ tenant_id: box.tenantId, scope: 'tenant' }));
    expect(await codeOf(await download(done.download_url))).toEqual([404, 'export_not_found']);
    expect((await product.call('GET', `/v1/exports/${done.id}`)).body).toMatchObject({
      status: 'expired',
      download_url: null,
    });
    const open = await product.call('GET', '/v1/exports/exp_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
    expect(open.body.status).toBe('canceled');
    expect(
      await count(
        sql`select count(*) from exports where tenant_id = ${box.tenantId} and blob_id is not null`,
      ),
    ).toBe(0);
  });

  it('is expired after 7 days, and its file is deleted', async () => {
    const done = await made(await ask(ofIdentity(await product.mailbox())));
    const { db } = product.services;
    const { blob_id } = (await db.first<{ blob_id: string }>(
      sql`select blob_id from exports where id = ${done.id}`,
    ))!;
    await db.run(sql`update exports set expires_at = now() - interval '1 second' where id = ${done.id}`);
    const read = await product.call('GET', `/v1/exports/${done.id}`);
    expect(read.body).toMatchObject({ status: 'expired', download_url: null });
    expect(await codeOf(await download(done.download_url))).toEqual([404, 'export_not_found']);
    await db.run(sql`select graphile_worker.add_job('privacy.expire_exports', '{}'::json)`);
    await product.eventually(
      () => count(sql`select count(*) from blobs where id = ${blob_id}`),
      (left) => left === 0,
    );
  });
});

describe('a signed link (4.2; decisions.md section 3)', () => {
  async function link(): Promise<{ url: string; base: string; token: string }> {
    const { download_url } = await made(await ask(ofIdentity(await product.mailbox())));
    const at = download_url.lastIndexOf('/') + 1;
    return { url: download_url, base: download_url.slice(0, at), token: download_url.slice(at) };
  }

  it('is minted again on each read, under the active link key', async () => {
    const { url, token } = await link();
    expect(url).toMatch(/^http:\/\/localhost:3000\/v1\/links\/[\w.-]+$/);
    const [kid, body, signature] = token.split('.');
    const { key } = product.services.keyRing.active('link');
    expect(kid).toBe(product.services.keyRing.active('link').kid);
    expect(createHmac('sha256', key).update(`link/${kid}.${body}`).digest('base64url')).toBe(signature);
    const payload = JSON.parse(Buffer.from(body!, 'base64url').toString());
    expect(Object.keys(payload).sort()).toEqual(['expires_at', 'id', 'kind', 'tenant_id']);
    await delay(2);
    const again = await product.call('GET', `/v1/exports/${payload.id}`);
    expect(again.body.download_url).not.toBe(url);
  });

  it('answers as missing when it was changed, is not one, or its kind is another', async () => {
    const { base, token } = await link();
    const [kid, body, signature] = token.split('.') as [string, string, string];
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), expires_at: 9e15 }),
    ).toString('base64url');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const bad of [
      `${kid}.${other}.${signature}`,
      `${kid}.${body}.${flipped}`,
      `0000000000.${body}.${signature}`,
    ]) {
      expect(await codeOf(await download(base + bad))).toEqual([404, 'export_not_found']);
    }
    for (const bad of ['x', `${kid}.e30.${signature}`, 'a'.repeat(3_000), '%00', `${kid}.bnVsbA.x`]) {
      expect(await codeOf(await download(base + bad))).toEqual([404, 'attachment_not_found']);
    }
  });

  it('gives parts of the file, needs no key and takes no other method', async () => {
    const { url } = await link();
    const part = await download(url, { range: 'bytes=0-1' });
    expect([part.status, await part.text()]).toEqual([206, 'PK']);
    const head = await product.fetch(new Request(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } }));
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await product.fetch(new Request(url, { method: 'POST' }));
    expect(post.status).toBe(405);
  });
});
