import type { ServerResponse } from 'node:http';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type Received, startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';

// Deliveries from the perspective of a customer's server (spec 6.1 to 6.3; 4.8).

let product: MailProduct;
let receiver: WebhookReceiver;
let mailbox: Mailbox;
let endpoint: ApiAnswer['body'];

beforeAll(async () => {
  product = await openMailProduct({ PM_INSECURE_TARGETS: 'on' });
});
afterAll(() => product?.close());

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  mailbox = await product.mailbox();
  endpoint = await create({ events: ['*'] });
  return async () => {
    await product.call('DELETE', `/v1/webhooks/${endpoint.id}`);
    await receiver.close();
  };
});

async function create(body: object): Promise<ApiAnswer['body']> {
  const path = `/v1/tenants/${mailbox.tenantId}/webhooks`;
  const answer = await product.call('POST', path, { body: { url: `${receiver.url}/hook`, ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const mail = (subject: string, text = 'Where is it?') =>
  `From: Grace <grace@sender.example>\nTo: x@y.example\nSubject: ${subject}\n\n${text}\n`;
const write = (subject: string, text?: string) => product.handOver(mailbox.address, mail(subject, text));
const arrived = async (type: string, count = 1): Promise<Received[]> =>
  product.eventually(
    async () => receiver.received.filter(({ event }) => event.type === type),
    (list) => list.length >= count,
  );
const deliveries = async (query = '') =>
  (await product.call('GET', `/v1/webhooks/${endpoint.id}/deliveries${query}`)).body.data;
const post = (verb: string, body?: object) =>
  product.call('POST', `/v1/webhooks/${endpoint.id}/${verb}`, { body });

describe('a delivery (6.1, 6.2)', () => {
  it('is signed so that both public libraries accept it', async () => {
    await write('Signed');
    const [{ body, headers }] = (await arrived('message.received')) as [Received];
    for (const library of [new StandardWebhook(endpoint.secret), new SvixWebhook(endpoint.secret)]) {
      expect(library.verify(body, headers)).toMatchObject({ type: 'message.received' });
      expect(() => library.verify(`${body} `, headers)).toThrow();
    }
    expect(headers['content-type']).toBe('application/json');
    expect(headers['user-agent']).toMatch(/^Proofmail/);
  });

  it('holds the envelope and a thin payload', async () => {
    await write('Thin');
    const [{ event, headers }] = (await arrived('message.received')) as [Received];
    expect(event).toEqual({
      id: headers['webhook-id'],
      type: 'message.received',
      api_version: '2026-10-01',
      occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      tenant_id: mailbox.tenantId,
      identity_id: mailbox.id,
      sequence: expect.any(Number),
      data: expect.any(Object),
    });
    expect(event.id).toMatch(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(event.data).toMatchObject({
      message: { subject: 'Thin', direction: 'inbound', status: 'received', delivered_to: mailbox.address },
      extracted_text: 'Where is it?',
      extracted_text_truncated: false,
      attachments: [],
      trust: { verdict: 'unverified' },
    });
    expect(event.data.message).not.toHaveProperty('text');
  });

  it('can be read with what was posted, also a test', async () => {
    await write('Seen again');
    const [{ event }] = (await arrived('message.received')) as [Received];
    const [delivery] = await product.eventually(
      () => deliveries('?event_type=message.received&status=succeeded'),
      (list) => list.length === 1,
    );
    const path = `/v1/webhooks/${endpoint.id}/deliveries`;
    const { status, body } = await product.call('GET', `${path}/${delivery.id}`);
    expect([status, body]).toEqual([200, { ...delivery, payload: event }]);
    const tested = await post('test');
    const read = await product.call('GET', `${path}/${tested.body.id}`);
    expect(read.body.payload).toMatchObject({ type: 'webhook.test', id: tested.body.event_id });
    await product.services.db.run(sql`delete from events where id = ${event.id}`);
    expect((await product.call('GET', `${path}/${delivery.id}`)).body).toEqual({
      ...delivery,
      payload: null,
    });
  });

  it('carries both signatures while a rotation overlaps, and one afterwards', async () => {
    const rotated = await post('rotate-secret', { overlap_hours: 1 });
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(endpoint.secret);
    await write('Rotated');
    const [{ body, headers }] = (await arrived('message.received')) as [Received];
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const secret of [endpoint.secret, rotated.body.secret]) {
      expect(new StandardWebhook(secret).verify(body, headers)).toBeTruthy();
      expect(new SvixWebhook(secret).verify(body, headers)).toBeTruthy();
    }
    const last = await post('rotate-secret', { overlap_hours: 0 });
    await post('test');
    const [test] = (await arrived('webhook.test')) as [Received];
    expect(test.headers['webhook-signature']!.split(' ')).toHaveLength(1);
    expect(new StandardWebhook(last.body.secret).verify(test.body, test.headers)).toBeTruthy();
  });

  it('holds no more text than the policy allows, cut between characters (2.3)', async () => {
    const path = `/v1/tenants/${mailbox.tenantId}`;
    await product.call('PATCH', path, { body: { policy: { webhook_text_bytes: 6 } } });
    await write('Cut', 'A dog was here');
    const [{ event }] = (await arrived('message.received')) as [Received];
    expect(event.data).toMatchObject({ extracted_text: 'A dog ', extracted_text_truncated: true });
  });
});

describe('which events', () => {
  it('only types and identities that the endpoint asks for', async () => {
    const other = await product.mailbox({ tenantId: mailbox.tenantId });
    await product.call('PATCH', `/v1/webhooks/${endpoint.id}`, {
      body: { events: ['message.received'], identity_ids: [mailbox.id] },
    });
    await product.handOver(other.address, mail('Not for us'));
    await product.arrived(other, 'Not for us');
    await write('For us');
    await arrived('message.received');
    const messages = receiver.received.filter(({ event }) => event.type.startsWith('message.'));
    expect(messages.map(({ event }) => [event.type, event.data.message.subject])).toEqual([
      ['message.received', 'For us'],
    ]);
  });

  it('none of other tenants', async () => {
    const stranger = await product.mailbox();
    await product.handOver(stranger.address, mail('Elsewhere'));
    await product.arrived(stranger, 'Elsewhere');
    await write('Here');
    await arrived('message.received');
    expect(new Set(receiver.received.map(({ event }) => event.tenant_id))).toEqual(
      new Set([mailbox.tenantId]),
    );
  });
});

describe('outcomes (6.3, 2.10)', () => {
  it('a failure is tried again after about 30 seconds; the record says what happened', async () => {
    receiver.answer((_, response) => void response.writeHead(503).end());
    await write('Failing');
    const failed = await product.eventually(
      () => deliveries('?status=failed&event_type=message.received'),
      (list) => list.length === 1,
    );
    expect(failed[0]).toMatchObject({
      webhook_id: endpoint.id,
      status: 'failed',
      attempt: 1,
      response_status: 503,
      completed_at: null,
      error: expect.any(String),
    });
    expect(await deliveries('?status=succeeded')).toEqual([]);
    expect(await deliveries(`?after=${encodeURIComponent(failed[0].created_at)}&status=dead`)).toEqual([]);
  });

  it.each([
    [
      'a redirect',
      (_: Received, response: ServerResponse) => response.writeHead(302, { location: '/' }).end(),
    ],
    ['a broken connection', (_: Received, response: ServerResponse) => response.destroy()],
  ])('%s is a failure, and nothing is followed', async (_, answerer) => {
    receiver.answer(answerer);
    const tested = await post('test');
    expect(tested.status).toBe(200);
    expect(tested.body).toMatchObject({ status: 'dead', attempt: 1, next_attempt_at: null });
    expect(receiver.received).toHaveLength(1);
  });

  it('of a huge or packed answer it reads 4 KB and no more', async () => {
    let written = 0;
    receiver.answer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const more = () => {
        while (!response.destroyed && written < 1 << 30) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
        }
      };
      more();
    });
    const tested = await post('test');
    expect(tested.body).toMatchObject({ status: 'succeeded', response_status: 200 });
    // Only as much as the socket buffers on both sides hold, far from a gigabyte.
    expect(written).toBeLessThan(1 << 26);
  });

  it('410 disables the endpoint at once; enabling it lets the rest go on', async () => {
    receiver.answer((_, response) => void response.writeHead(410).end());
    await write('Gone');
    const disabled = await product.eventually(
      () => product.call('GET', `/v1/webhooks/${endpoint.id}`),
      ({ body }) => !body.enabled,
    );
    expect(disabled.body.disabled_reason).toBe('gone');
    receiver.answer((_, response) => void response.writeHead(204).end());
    const enabled = await product.call('PATCH', `/v1/webhooks/${endpoint.id}`, { body: { enabled: true } });
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null });
  });
});

describe('test and replay (4.8)', () => {
  it('a test is posted at once, delivered once and never replayed', async () => {
    const tested = await post('test');
    expect(tested.body).toMatchObject({
      webhook_id: endpoint.id,
      event_type: 'webhook.test',
      status: 'succeeded',
      response_status: 200,
      attempt: 1,
    });
    const [{ event }] = (await arrived('webhook.test')) as [Received];
    expect(event).toMatchObject({ sequence: null, identity_id: null, data: { message: expect.any(String) } });
    const replayed = await post('replay', { event_ids: [tested.body.event_id] });
    expect([replayed.status, replayed.body]).toEqual([202, { queued: 0 }]);
  });

  it('a test holds no transaction while its receiver takes its time, and is repeated by its key without a second post', async () => {
    const seen = Promise.withResolvers<unknown>();
    receiver.answer(async ({ event }, response) => {
      const { db } = product.services;
      seen.resolve(await db.first(sql`select type from events where id = ${event.id}`));
      response.writeHead(204).end();
    });
    const again = () =>
      product.call('POST', `/v1/webhooks/${endpoint.id}/test`, { headers: { 'idempotency-key': 'test-1' } });
    const tested = await again();
    expect(await seen.promise).toEqual({ type: 'webhook.test' });
    expect(tested.body).toMatchObject({ status: 'succeeded', response_status: 204 });
    expect((await again()).body).toEqual(tested.body);
    expect(await deliveries('?event_type=webhook.test')).toEqual([tested.body]);
    expect(receiver.received.filter(({ event }) => event.type === 'webhook.test')).toHaveLength(1);
  });

  it('events are delivered once more by id and by range, with the same webhook-id', async () => {
    await write('Again');
    const [first] = (await arrived('message.received')) as [Received];
    const byId = await post('replay', { event_ids: [first.event.id] });
    expect([byId.status, byId.body]).toEqual([202, { queued: 1 }]);
    const twice = await arrived('message.received', 2);
    expect(twice.map(({ headers }) => headers['webhook-id'])).toEqual([first.event.id, first.event.id]);
    expect(twice[1]!.body).toBe(first.body);
    const since = new Date(Date.parse(first.event.occurred_at) - 60_000).toISOString();
    await product.eventually(
      () => deliveries('?status=succeeded&event_type=message.received'),
      (list) => list.length === 2,
    );
    expect((await post('replay', { since, status: 'dead' })).body).toEqual({ queued: 0 });
    expect((await post('replay', { since, until: since })).body).toEqual({ queued: 0 });
    const { queued } = (await post('replay', { since })).body;
    expect(queued).toBeGreaterThanOrEqual(1);
    await arrived('message.received', 3);
    const stranger = await product.mailbox();
    expect(stranger.tenantId).not.toBe(mailbox.tenantId);
    const audit = await product.call(
      'GET',
      `/v1/audit-events?target_id=${endpoint.id}&action=webhook.replay`,
    );
    expect(audit.body.data.length).toBeGreaterThanOrEqual(2);
    expect(audit.body.data.at(-1)).toMatchObject({ details: { queued: 1 } });
    const both = await post('replay', { since, event_ids: [first.event.id] });
    expect([both.status, both.body.error.code]).toEqual([400, 'invalid_request']);
  });
});
