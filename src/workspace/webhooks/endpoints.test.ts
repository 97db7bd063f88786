import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel/catalogue/ids.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { eventually } from '#testing/product.ts';
import { createWorld, insertKey, type World } from '#testing/world.ts';

// Endpoints at their three owners (spec 2.10, 4.1 rule 6, 4.8).

let api: TestApi;
let dns: DnsServer;
let world: World;
const keys: Record<string, string> = {};

beforeAll(async () => {
  dns = await startDnsServer({
    'inside.example.com': { A: ['10.0.0.5'] },
    'both.example.com': { A: ['1.1.1.1'], AAAA: ['::1'] },
    'outside.example.com': { A: ['1.1.1.1'] },
  });
  api = await openTestApi({ PM_DNS_SERVERS: dns.address });
  world = await createWorld(api.services.db, api.services.sealer);
  for (const level of ['partner', 'tenant', 'identity'] as const)
    keys[level] = (await insertKey(api.services.db, { level, owner: world.owners.own })).secret;
});
afterAll(async () => {
  await api?.close();
  await dns?.close();
});

const hook = { url: 'https://outside.example.com/hook', events: ['message.received'] };
const tenantPath = () => `/v1/tenants/${world.owners.own.tenantId}/webhooks`;
const code = ({ status, body }: ApiAnswer) => [status, body.error?.code];

describe('create and read', () => {
  it('shows the secret once, also when the request is repeated', async () => {
    const headers = { 'idempotency-key': 'hook-1' };
    const first = await api.call('POST', tenantPath(), { key: keys.tenant!, body: hook, headers });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.stringMatching(/^whk_/),
      tenant_id: world.owners.own.tenantId,
      ...hook,
      identity_ids: null,
      description: '',
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    // The repeated request is answered from its record, so the URL is not resolved again.
    dns.records['outside.example.com'] = { A: ['127.0.0.1'] };
    const again = await api.call('POST', tenantPath(), { key: keys.tenant!, body: hook, headers });
    dns.records['outside.example.com'] = { A: ['1.1.1.1'] };
    const { secret: _secret, ...shown } = first.body;
    expect(again.body).toEqual({ ...shown, secret_replayed: false });
    expect((await api.call('GET', `/v1/webhooks/${first.body.id}`, { key: keys.tenant! })).body).toEqual(
      shown,
    );
  });

  it.each([
    ['http://outside.example.com/'],
    ['https://inside.example.com/'],
    ['https://both.example.com/'],
    ['https://localhost/'],
    ['https://169.254.169.254/'],
  ])('refuses %s', async (url) => {
    const answer = await api.call('POST', tenantPath(), { body: { ...hook, url } });
    expect(code(answer)).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details.errors[0].path).toBe('url');
  });

  it('takes no connection to the database while it looks up a name', async () => {
    const { body } = await api.call('POST', tenantPath(), { body: hook });
    dns.records['silent.example.com'] = 'silent';
    let ended = 0;
    const changes = Array.from({ length: 30 }, async () => {
      const change = { url: 'https://silent.example.com/' };
      const { status } = await api.call('PATCH', `/v1/webhooks/${body.id}`, { body: change });
      ended += 1;
      return status;
    });
    await eventually(
      async () => dns.queries.filter(({ name }) => name === 'silent.example.com').length,
      (many) => many >= 24,
    );
    expect((await api.call('GET', `/v1/webhooks/${body.id}`)).status).toBe(200);
    expect(ended).toBe(0);
    dns.records['silent.example.com'] = { A: ['1.1.1.1'] };
    expect(new Set(await Promise.all(changes))).toEqual(new Set([200]));
    await api.call('DELETE', `/v1/webhooks/${body.id}`);
  });

  it('refuses unknown types and identities of others', async () => {
    const wrong = await api.call('POST', tenantPath(), { body: { ...hook, events: ['no.such'] } });
    expect(code(wrong)).toEqual([400, 'invalid_request']);
    for (const id of [world.owners.foreign.identityId, newId('identity')]) {
      const answer = await api.call('POST', tenantPath(), { body: { ...hook, identity_ids: [id] } });
      expect(code(answer)).toEqual([404, 'identity_not_found']);
    }
  });

  it('never posts to a name that has come to lead inside', async () => {
    const { body } = await api.call('POST', tenantPath(), { body: hook });
    dns.records['outside.example.com'] = { A: ['127.0.0.1'] };
    const tested = await api.call('POST', `/v1/webhooks/${body.id}/test`);
    dns.records['outside.example.com'] = { A: ['1.1.1.1'] };
    expect(tested.body).toMatchObject({ status: 'dead', response_status: null });
    expect(tested.body.error).toContain('not public');
  });
});

describe('owners', () => {
  it('identity keys read and write nothing', async () => {
    const id = world.owners.own.ids.webhook_id;
    const key = keys.identity!;
    expect((await api.call('GET', tenantPath(), { key })).status).toBe(200);
    expect((await api.call('GET', `/v1/webhooks/${id}`, { key })).status).toBe(200);
    expect((await api.call('GET', `/v1/webhooks/${id}/deliveries`, { key })).status).toBe(200);
    const delivery = `/v1/webhooks/${id}/deliveries/${world.owners.own.ids.delivery_id}`;
    expect((await api.call('GET', delivery, { key: keys.tenant! })).status).toBe(200);
    const unknown = `/v1/webhooks/${id}/deliveries/dlv_01HZZZZZZZZZZZZZZZZZZZZZZZ`;
    expect(code(await api.call('GET', unknown, { key: keys.tenant! }))).toEqual([404, 'delivery_not_found']);
    // A payload can reveal mail of other identities.
    expect(code(await api.call('GET', delivery, { key }))).toEqual([403, 'scope_denied']);
    const writes = [
      api.call('POST', tenantPath(), { key, body: hook }),
      api.call('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled: true } }),
      api.call('DELETE', `/v1/webhooks/${id}`, { key }),
      ...['rotate-secret', 'test', 'replay'].map((verb) =>
        api.call('POST', `/v1/webhooks/${id}/${verb}`, { key, body: {} }),
      ),
    ];
    for (const answer of await Promise.all(writes)) expect(code(answer)).toEqual([403, 'scope_denied']);
  });

  it('the deployment’s, a partner’s and a tenant’s are kept apart', async () => {
    const deployment = await api.call('POST', '/v1/webhooks', { body: hook });
    const partner = await api.call('POST', '/v1/webhooks', { key: keys.partner!, body: hook });
    const idsOf = ({ body }: ApiAnswer) => body.data.map(({ id }: { id: string }) => id);
    expect(idsOf(await api.call('GET', '/v1/webhooks'))).toEqual([deployment.body.id]);
    expect(idsOf(await api.call('GET', '/v1/webhooks', { key: keys.partner! }))).toEqual([partner.body.id]);
    for (const key of [keys.tenant!, keys.identity!]) {
      expect(code(await api.call('GET', '/v1/webhooks', { key }))).toEqual([403, 'scope_denied']);
      expect(code(await api.call('GET', `/v1/webhooks/${partner.body.id}`, { key }))).toEqual([
        404,
        'webhook_not_found',
      ]);
    }
    const foreign = await api.call('GET', `/v1/webhooks/${deployment.body.id}`, { key: keys.partner! });
    expect(code(foreign)).toEqual([404, 'webhook_not_found']);
  });

  it('has 20 of each at the most (8.2)', async () => {
    const path = `/v1/tenants/${world.owners.alone.tenantId}/webhooks`;
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => api.call('POST', path, { body: hook })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) expect(code(answer)).toEqual([422, 'webhook_limit_reached']);
  });
});
