import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { submitScheduled } from '../jobs.ts';

// `send_at` (issue 5): a message is queued for up to 30 days, and its facts are checked again when it is due.

let api: TestApi;
const start = new Date('2026-11-21T09:00:00Z');
const clock = { time: start, now: () => clock.time };

beforeAll(async () => {
  api = await openTestApi({}, clock);
});
afterAll(() => api?.close());

let count = 0;
async function agent(mode = 'live') {
  count += 1;
  clock.time = start;
  const tenant = (await api.call('POST', '/v1/tenants', { body: { slug: `t${count}`, name: 'T', mode } }))
    .body.id as string;
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const { body } = await api.call('POST', `/v1/tenants/${tenant}/identities`, {
    body: { username: 'a', owner },
  });
  return { tenant, id: body.id as string };
}
const post = (path: string, body?: Record<string, unknown>) => {
  count += 1;
  return api.call('POST', path, { body, headers: { 'idempotency-key': `key ${count}` } });
};
const schedule = (id: string, more: Record<string, unknown> = {}, query = '') =>
  post(`/v1/identities/${id}/messages${query}`, {
    to: ['ada@outside.example'],
    subject: 'Later',
    text: 'Hi.',
    send_at: '2026-11-23T08:00:00+01:00',
    ...more,
  });
const read = async (id: string, messageId: string) =>
  (await api.call('GET', `/v1/identities/${id}/messages/${messageId}`)).body;

/** Runs the job as the worker would at this time. */
async function runAt(time: string, message_id: string) {
  clock.time = new Date(time);
  return submitScheduled.run(
    { services: api.services, attempt: 1, signal: AbortSignal.timeout(60_000) },
    { message_id, tenant_id: 'ten_any' },
  );
}
const DUE = '2026-11-23T07:00:00Z';

describe('a scheduled message', () => {
  it('is queued until its time, with that time as its date, and goes out then', async () => {
    const { id } = await agent();
    const sent = await schedule(id);
    expect([sent.status, sent.body]).toMatchObject([
      202,
      { status: 'queued', send_at: '2026-11-23T07:00:00.000Z', sent_at: null },
    ]);
    const job = await api.services.db.first<{ run_at: string }>({
      name: 'test.job',
      text: `select run_at from graphile_worker.jobs where task_identifier = 'sending.submit_scheduled'
             order by id desc limit 1`,
      values: [],
    });
    expect(job!.run_at).toBe('2026-11-23T07:00:00.000Z');
    const raw = (await api.call('GET', `/v1/identities/${id}/messages/${sent.body.id}/raw`)).body.text;
    expect(raw).toContain('\r\nDate: Mon, 23 Nov 2026 07:00:00 +0000\r\n');
    expect(await runAt(DUE, sent.body.id)).toBeUndefined();
    expect(await read(id, sent.body.id)).toMatchObject({
      status: 'submitted',
      sent_at: '2026-11-23T07:00:00.000Z',
    });
  });

  it.each([
    ['2026-12-21T09:00:01Z', 400],
    ['2026-12-21T09:00:00Z', 202],
    ['2026-11-21T08:00:00Z', 400],
    ['2026-11-21T08:59:00Z', 202],
    ['tomorrow', 400],
    ['2026-11-23', 400],
  ])('at %s is answered with %i', async (send_at, status) => {
    const { id } = await agent();
    const answer = await schedule(id, { send_at });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.error.details.errors[0].path).toBe('send_at');
    const tried = await schedule(id, { send_at }, '?dry_run=true');
    expect(tried.status).toBe(status === 400 ? 400 : 200);
  });

  it('can be canceled until then, and is not sent afterwards', async () => {
    const { id } = await agent();
    const message = (await schedule(id)).body.id;
    const canceled = await post(`/v1/identities/${id}/messages/${message}/cancel`);
    expect([canceled.status, canceled.body.status, canceled.body.deliveries[0].status]).toEqual([
      200,
      'canceled',
      'canceled',
    ]);
    expect(await runAt(DUE, message)).toBeUndefined();
    expect((await read(id, message)).status).toBe('canceled');
  });

  it('of a paused identity is held for 24 hours, then fails and gives back what it counted', async () => {
    const { id } = await agent();
    await api.call('PATCH', `/v1/identities/${id}`, { body: { send_policy: { daily_cap: 1 } } });
    const message = (await schedule(id)).body.id;
    await api.call('PATCH', `/v1/identities/${id}`, { body: { status: 'paused' } });
    expect(await runAt(DUE, message)).toEqual(new Date('2026-11-23T07:05:00Z'));
    expect((await read(id, message)).status).toBe('queued');
    expect(await runAt('2026-11-24T07:00:00Z', message)).toBeUndefined();
    expect(await read(id, message)).toMatchObject({
      status: 'failed',
      deliveries: [{ status: 'failed', reason: 'identity_paused' }],
    });
    await api.call('PATCH', `/v1/identities/${id}`, { body: { status: 'active' } });
    clock.time = start;
    expect((await schedule(id)).status).toBe(202);
  });

  it('of a suspended tenant goes out when the suspension ends in time', async () => {
    const { id, tenant } = await agent();
    const message = (await schedule(id)).body.id;
    await api.call('PATCH', `/v1/tenants/${tenant}`, { body: { status: 'suspended' } });
    expect(await runAt(DUE, message)).toBeInstanceOf(Date);
    await api.call('PATCH', `/v1/tenants/${tenant}`, { body: { status: 'active' } });
    expect(await runAt('2026-11-23T07:05:00Z', message)).toBeUndefined();
    expect((await read(id, message)).status).toBe('submitted');
  });

  it('that cannot be read from storage was handed to nobody: it is tried again, not uncertain', async () => {
    const { id } = await agent();
    const content_base64 = Buffer.alloc(300_000, 1).toString('base64');
    const message = (await schedule(id, { attachments: [{ filename: 'large.bin', content_base64 }] })).body
      .id;
    const folder = join(api.services.config.dataDir, 'blobs');
    await rename(folder, `${folder}.away`);
    try {
      expect(await runAt(DUE, message)).toEqual(new Date('2026-11-23T07:01:00Z'));
    } finally {
      await rename(`${folder}.away`, folder);
    }
    expect(await read(id, message)).toMatchObject({
      status: 'deferred',
      deliveries: [{ status: 'deferred', reason: 'transport_unavailable' }],
    });
    expect(await runAt('2026-11-23T07:01:00Z', message)).toBeUndefined();
    expect((await read(id, message)).status).toBe('submitted');
  });

  it('is not sent to recipients who have been suppressed or blocked since', async () => {
    const { id, tenant } = await agent();
    const to = ['out@outside.example', 'stays@outside.example'];
    const [both, one] = [(await schedule(id, { to })).body.id, (await schedule(id, { to: [to[0]] })).body.id];
    await post(`/v1/tenants/${tenant}/suppressions`, { address: to[0], reason: 'unsubscribe' });
    await runAt(DUE, both);
    await runAt(DUE, one);
    expect((await read(id, both)).deliveries).toMatchObject([
      { status: 'suppressed', reason: 'unsubscribe' },
      { status: 'submitted' },
    ]);
    expect(await read(id, one)).toMatchObject({ status: 'suppressed', sent_at: null });
  });

  it('is not sent to recipients who are not on a newer allow list (4.6 rule 9)', async () => {
    const { id, tenant } = await agent();
    await api.call('PATCH', `/v1/identities/${id}`, { body: { send_policy: { daily_cap: 1 } } });
    const message = (await schedule(id)).body.id;
    const policy = { send_allowlist_only: true };
    expect((await api.call('PATCH', `/v1/tenants/${tenant}`, { body: { policy } })).status).toBe(200);
    expect(await runAt(DUE, message)).toBeUndefined();
    expect(await read(id, message)).toMatchObject({
      status: 'suppressed',
      sent_at: null,
      deliveries: [{ status: 'suppressed', reason: 'not_on_allowlist' }],
    });
    clock.time = start;
    const suppressed = await api.call('GET', `/v1/tenants/${tenant}/suppressions`);
    expect(suppressed.body.data).toEqual([]);
    expect((await schedule(id, {}, '?dry_run=true')).body.error?.code).not.toBe('daily_cap_reached');
  });

  it('goes out from an address that is retiring, and fails once that is retired (4.6 rule 4)', async () => {
    const { id } = await agent();
    const alias = (await post(`/v1/identities/${id}/addresses`, { local_part: `alias${count}` })).body;
    await api.call('PATCH', `/v1/identities/${id}`, { body: { send_policy: { daily_cap: 2 } } });
    const from = { from_address: alias.address };
    const [first, second] = [(await schedule(id, from)).body.id, (await schedule(id, from)).body.id];
    const retire = (after_days: number) =>
      post(`/v1/identities/${id}/addresses/${alias.id}/retire`, { after_days });
    expect((await retire(30)).body.status).toBe('retiring');
    expect(await runAt(DUE, first)).toBeUndefined();
    expect((await read(id, first)).status).toBe('submitted');
    expect((await retire(0)).body.status).toBe('retired');
    expect(await runAt(DUE, second)).toBeUndefined();
    expect(await read(id, second)).toMatchObject({
      status: 'failed',
      sent_at: null,
      deliveries: [{ status: 'failed', reason: 'from_address_retired' }],
    });
    clock.time = start;
    expect([(await schedule(id)).status, (await schedule(id)).status]).toEqual([202, 429]);
  });

  it('counts for the abuse thresholds when it is sent, however long ago it was accepted', async () => {
    const { id, tenant } = await agent();
    const policy = { abuse: { min_sends: 2, bounce_rate: 0.5 } };
    await api.call('PATCH', `/v1/tenants/${tenant}`, { body: { policy } });
    for (const name of ['bounce+1', 'bounce+2']) {
      clock.time = start;
      const { body } = await schedule(id, { to: [`${name}@simulator.mail.localhost`] });
      await runAt(DUE, body.id);
    }
    const { body } = await api.call('GET', `/v1/identities/${id}`);
    expect([body.status, body.pause_reason]).toEqual(['paused', 'abuse_threshold']);
  });
});
