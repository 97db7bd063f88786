import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '#api/trpc/router.ts';
import { HOUR } from '#kernel/base/clock.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { ApiAnswer, TestApi } from '#testing/api.ts';
import type { DnsServer } from '#testing/dns-server.ts';
import { addDomain, movedClock, openDomainsApi, publishRecords } from '#testing/domains.ts';
import { auditRows, createKey, createTenant } from '#testing/tenants.ts';

// Domains of tenants (spec 2.5, 3.3, 6.4, 7.2, 8.2; decisions.md section 3) against an authoritative DNS server.

let opened: Awaited<ReturnType<typeof openDomainsApi>>;
let api: TestApi;
let dns: DnsServer;
let tenant: string;
const START = new Date('2026-11-10T10:00:00Z');
const { clock, pass } = movedClock(START);

beforeAll(async () => {
  opened = await openDomainsApi(clock);
  ({ api, dns } = opened);
});
afterAll(() => opened?.close());
beforeEach(async () => {
  clock.time = START;
  opened.clear();
  dns.records['mail.ours.example'] = { TXT: ['v=spf1 ip4:192.0.2.1 -all'] };
  tenant = (await createTenant(api)).id;
});

const add = (fields: Record<string, unknown>, key?: string) => addDomain(api, tenant, fields, key);
const verify = (id: string) => api.call('POST', `/v1/domains/${id}/verify`);
const read = async (id: string) => (await api.call('GET', `/v1/domains/${id}`)).body;
const code = ({ status, body }: ApiAnswer) => [status, body.error?.code];
const eventsOf = (id: string) =>
  api.services.db.rows<{ type: string; sequence: number; data: Record<string, unknown> }>({
    name: 'test.domain_events',
    text: `select type, sequence, data from events
           where coalesce(data->>'domain_id', data->'domain'->>'id') = $1 order by position`,
    values: [id],
  });
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);

describe('adding a domain', () => {
  it('answers with every record to publish, and says what happened', async () => {
    const { status, body } = await add({ domain: 'Agents.Acme.Example.' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^dom_/),
      tenant_id: tenant,
      domain: 'agents.acme.example',
      method: 'records',
      transport: 'basic',
      inbound_forwarding: false,
      status: 'pending',
      status_reason: null,
      nameservers: [],
      relay: null,
      issues: [],
      fallback_active: false,
      verified_at: null,
      last_checked_at: null,
    });
    expect(
      body.records.map(({ purpose, type, name, status: state }: Record<string, string>) => [
        purpose,
        type,
        name,
        state,
      ]),
    ).toEqual([
      ['ownership', 'TXT', '_proofmail.agents.acme.example', 'missing'],
      ['mx', 'MX', 'agents.acme.example', 'missing'],
      ['spf', 'TXT', 'agents.acme.example', 'missing'],
      ['dkim', 'TXT', expect.stringMatching(/^pm[0-9a-f]{8}\._domainkey\.agents\.acme\.example$/), 'missing'],
      ['dmarc', 'TXT', '_dmarc.agents.acme.example', 'missing'],
      ['return_path', 'CNAME', 'pm-bounces.agents.acme.example', 'missing'],
      ['tls_rpt', 'TXT', '_smtp._tls.agents.acme.example', 'missing'],
    ]);
    const byPurpose = (wanted: string) =>
      body.records.find(({ purpose }: { purpose: string }) => purpose === wanted);
    expect(byPurpose('mx')).toMatchObject({ value: 'mail.ours.example', priority: 10 });
    expect(byPurpose('spf').value).toBe('v=spf1 include:mail.ours.example ~all');
    expect(byPurpose('dkim').value).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{300,}$/);
    expect(await eventsOf(body.id)).toEqual([
      { type: 'domain.created', sequence: 1, data: { domain: expect.objectContaining({ id: body.id }) } },
    ]);
    expect(await auditRows(api, body.id)).toMatchObject([
      { action: 'domain.create', details: { domain: 'agents.acme.example', method: 'records' } },
    ]);
    const listed = await api.call('GET', `/v1/tenants/${tenant}/domains`);
    expect(listed.body).toEqual({ data: [await read(body.id)], next_cursor: null });
    expect((await api.call('GET', `/v1/tenants/${tenant}/domains?status=healthy`)).body.data).toEqual([]);
  });

  it.each([
    ['co.uk', 'a public suffix'],
    ['github.io', 'a public suffix with private registrations'],
    ['mail.ours.example', 'the platform domain'],
    ['x.mail.ours.example', 'a name in the platform domain'],
    ['127.0.0.1', 'an address'],
    ['localhost', 'one label'],
    ['-a.example', 'a bad label'],
    ['a..example', 'an empty label'],
    ['a@b.example', 'a mailbox'],
    [`${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`, 'too long'],
  ])('refuses %s: %s', async (domain) => {
    const answer = await add({ domain });
    expect(code(answer)).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details.errors[0].path).toBe('domain');
  });

  it('takes an IDN as its A-labels', async () => {
    const { body } = await add({ domain: 'müller.example' });
    expect(body.domain).toBe('xn--mller-kva.example');
  });

  it('a domain belongs to one tenant; an unproven claim gives way after three days', async () => {
    const other = (await createTenant(api)).id;
    const first = (await add({ domain: 'twice.example' })).body;
    expect(code(await add({ domain: 'twice.example' }))).toEqual([409, 'domain_exists']);
    expect(code(await addDomain(api, other, { domain: 'TWICE.example' }))).toEqual([409, 'domain_exists']);
    pass(72 * HOUR);
    expect(code(await add({ domain: 'twice.example' }))).toEqual([409, 'domain_exists']);
    const second = await addDomain(api, other, { domain: 'twice.example' });
    expect(second.status).toBe(201);
    expect(await typesOf(first.id)).toEqual(['domain.created', 'domain.removed']);
    publishRecords(dns.records, second.body.records);
    await verify(second.body.id);
    pass(500 * HOUR);
    expect(code(await add({ domain: 'twice.example' }))).toEqual([409, 'domain_exists']);
  });

  it('names existing mail servers, and replaces them when told to', async () => {
    dns.records['used.example'] = { MX: [{ exchange: 'mx.elsewhere.example', priority: 5 }] };
    const answer = await add({ domain: 'used.example' });
    expect(code(answer)).toEqual([409, 'existing_mx']);
    expect(answer.body.error.details).toEqual({ records: ['5 mx.elsewhere.example'] });
    expect((await add({ domain: 'used.example', method: 'send_only' })).status).toBe(201);
    dns.records['again.example'] = dns.records['used.example'];
    expect((await add({ domain: 'again.example', replace_mx: true })).status).toBe(201);
    dns.records['ours-already.example'] = { MX: [{ exchange: 'mail.ours.example', priority: 1 }] };
    expect((await add({ domain: 'ours-already.example' })).status).toBe(201);
  });

  it('merges an SPF record and counts its lookups', async () => {
    dns.records['spf.example'] = { TXT: ['v=spf1 ip4:198.51.100.7 -all', 'other'] };
    const { body } = await add({ domain: 'spf.example' });
    const spf = body.records.find(({ purpose }: { purpose: string }) => purpose === 'spf');
    expect(spf.value).toBe('v=spf1 include:mail.ours.example ip4:198.51.100.7 -all');
    const full = Array.from({ length: 10 }, (_, n) => `a:h${n}.full.example`);
    for (const term of full) dns.records[term.slice(2)] = { A: ['192.0.2.9'] };
    dns.records['full.example'] = { TXT: [`v=spf1 ${full.join(' ')} -all`] };
    const refused = await add({ domain: 'full.example' });
    expect(code(refused)).toEqual([400, 'spf_lookup_limit']);
    expect(refused.body.error.details).toEqual({ lookups: 11, void_lookups: 0 });
    dns.records['void.example'] = { TXT: ['v=spf1 a:x1.void.example a:x2.void.example a:x3.void.example'] };
    expect((await add({ domain: 'void.example' })).body.error.details).toEqual({
      lookups: 4,
      void_lookups: 3,
    });
  });

  it('says which method and transport do not go together, and what the deployment lacks', async () => {
    const refusal = async (fields: Record<string, unknown>) => {
      const { status, body } = await add({ domain: 'm.example', ...fields });
      return [status, body.error?.code, body.error?.details?.reason];
    };
    const relay = { host: 'smtp.acme.example', username: null, password: null };
    expect(await refusal({ transport: 'relay' })).toEqual([
      422,
      'transport_unavailable',
      'method_not_supported',
    ]);
    expect(await refusal({ inbound_forwarding: true })).toEqual([
      422,
      'transport_unavailable',
      'method_not_supported',
    ]);
    expect(await refusal({ transport: 'ses' })).toEqual([422, 'transport_unavailable', 'ses_not_configured']);
    expect(await refusal({ method: 'nameservers' })).toEqual([422, 'cf_token_required', undefined]);
    expect((await refusal({ method: 'relay' })).slice(0, 2)).toEqual([400, 'invalid_request']);
    expect((await refusal({ method: 'relay', relay: { ...relay, port: 25 } })).slice(0, 2)).toEqual([
      400,
      'smtp_port_not_allowed',
    ]);
    expect((await refusal({ method: 'relay', relay: { ...relay, host: '10.0.0.1' } })).slice(0, 2)).toEqual([
      400,
      'invalid_request',
    ]);
    expect((await refusal({ method: 'pigeon' })).slice(0, 2)).toEqual([400, 'invalid_request']);
  });

  it('a zone holds 30 mail domains', async () => {
    const { id } = (await add({ domain: 'n0.crowded.example', method: 'send_only' })).body;
    // Inserted directly, because creating 30 keys takes seconds.
    await api.services.db.run({
      name: 'test.crowd',
      text: `insert into domains (id, tenant_id, domain, zone, method, transport, status_since, ownership_token)
             select id || n, tenant_id, 'n' || n || '.' || zone, zone, method, transport, status_since, ''
             from domains, generate_series(1, 29) n where id = $1`,
      values: [id],
    });
    const answer = await add({ domain: 'n30.crowded.example' });
    expect(answer.body.error.details).toMatchObject({ reason: 'zone_limit', max: 30 });
  });
});

describe('who may', () => {
  it('identity keys read; others of the tenant write; foreign and missing domains look the same', async () => {
    const { body: identity } = await api.call('POST', `/v1/tenants/${tenant}/identities`, {
      body: { username: 'scout' },
    });
    const permissions = ['domains:read', 'domains:write'];
    const own = await createKey(api, { level: 'tenant', tenant_id: tenant, permissions });
    const agent = await createKey(api, {
      level: 'identity',
      tenant_id: tenant,
      identity_id: identity.id,
      permissions,
    });
    const { id } = (await add({ domain: 'mine.example' }, own)).body;
    const other = await createTenant(api);
    const foreign = await createKey(api, { level: 'tenant', tenant_id: other.id, permissions });
    expect((await api.call('GET', `/v1/domains/${id}`, { key: agent })).status).toBe(200);
    expect(code(await add({ domain: 'no.example' }, agent))).toEqual([403, 'scope_denied']);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/verify'],
      ['POST', '/reprove'],
      ['POST', '/probe'],
    ] as const) {
      const body = method === 'PATCH' ? { is_default: true } : undefined;
      const options = { key: foreign, ...(body && { body }) };
      const theirs = await api.call(method, `/v1/domains/${id}${path}`, options);
      const missing = await api.call(method, `/v1/domains/dom_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE${path}`, options);
      expect(code(theirs)).toEqual([404, 'domain_not_found']);
      expect(code(missing)).toEqual([404, 'domain_not_found']);
    }
  });
});

it('the console reads the history of checks, and the steps at the DNS host', async () => {
  const { id } = (await add({ domain: 'agents.guide.example' })).body;
  dns.records['guide.example'] = { NS: ['ns1.digitalocean.com'] };
  await verify(id);
  const secret = await createKey(api, {
    level: 'tenant',
    tenant_id: tenant,
    permissions: ['domains:read'],
  });
  const other = await createKey(api, {
    level: 'tenant',
    tenant_id: (await createTenant(api)).id,
    permissions: ['domains:read'],
  });
  const callerOf = async (key: string) =>
    createCaller({
      actor: await api.services.authenticate(`Bearer ${key}`),
      services: api.services,
      requestId: newId('request'),
      idempotencyKey: null,
    });
  const caller = await callerOf(secret);
  const { data } = await caller.domains.list_checks({ domain_id: id });
  expect(data).toMatchObject([{ trigger: 'request', status: 'pending', issues: expect.any(Array) }]);
  expect(data[0]!.records[0]).toEqual({
    purpose: 'ownership',
    name: '_proofmail.agents.guide.example',
    status: 'missing',
  });
  const guide = await caller.domains.read_guide({ domain_id: id });
  expect(guide.detected).toBe('digitalocean');
  const host = guide.hosts.find((each) => each.id === guide.detected)!;
  expect(host.names.slice(0, 2)).toEqual(['_proofmail.agents', 'agents']);
  await expect((await callerOf(other)).domains.list_checks({ domain_id: id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
