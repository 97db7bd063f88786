import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#kernel/base/clock.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { type CloudflareServer, startCloudflareServer } from '#testing/cloudflare-server.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { addDomain, healthyDomain, publishRecords } from '#testing/domains.ts';
import { type ScriptedSmtpServer, startScriptedSmtpServer } from '#testing/scripted-smtp-server.ts';
import { type SesServer, startSesServer } from '#testing/ses-server.ts';
import { createKey, createTenant } from '#testing/tenants.ts';
import { checkOne, clear } from './jobs.ts';

// Methods and transports that use other services: the edge platform, SES and relays (spec 4.4, 7.2, 8.3), each against a
// server on loopback.

let api: TestApi;
let dns: DnsServer;
let edge: CloudflareServer;
let ses: SesServer;
let tenant: string;
const START = new Date('2026-11-10T10:00:00Z');
const clock = { time: START, now: () => clock.time };
const pass = (milliseconds: number) => {
  clock.time = new Date(clock.time.getTime() + milliseconds);
};

beforeAll(async () => {
  [dns, edge, ses] = await Promise.all([startDnsServer(), startCloudflareServer(), startSesServer()]);
  process.env.AWS_ACCESS_KEY_ID ??= 'test';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test';
  api = await openTestApi(
    {
      PM_DNS_SERVERS: dns.address,
      PM_MAIL_DOMAIN: 'mail.ours.example',
      PM_INSECURE_TARGETS: 'on',
      PM_BILLING: 'on',
      CF_API_TOKEN: edge.token,
      PM_CF_URL: edge.url,
      AWS_REGION: 'eu-west-1',
      PM_SES_ENDPOINT: ses.url,
    },
    clock,
  );
});
afterAll(async () => {
  await api?.close();
  await Promise.all([dns?.close(), edge?.close(), ses?.close()]);
});
beforeEach(async () => {
  for (const name of Object.keys(dns.records)) delete dns.records[name];
  edge.intercept(null);
  tenant = (await createTenant(api, { billing: { mode: 'exempt' } })).id;
});

const add = (fields: Record<string, unknown>, key?: string) => addDomain(api, tenant, fields, key);
const code = ({ status, body }: ApiAnswer) => [status, body.error?.code, body.error?.details?.reason];
const read = async (id: string) => (await api.call('GET', `/v1/domains/${id}`)).body;
const context = () => ({ services: api.services, attempt: 1, signal: new AbortController().signal });
const check = (id: string) => checkOne.run(context(), { domain_id: id, tenant_id: tenant });
const tenantKey = () =>
  createKey(api, { level: 'tenant', tenant_id: tenant, permissions: ['domains:read', 'domains:write'] });
const eventsOf = async (id: string) => {
  const rows = await api.services.db.rows<{ type: string; reason: string | null }>({
    name: 'test.domain_event_reasons',
    text: `select type, data->>'reason' as reason from events
           where coalesce(data->>'domain_id', data->'domain'->>'id') = $1 order by position`,
    values: [id],
  });
  return rows.map(({ type, reason }) => (reason === null ? type : `${type} ${reason}`));
};
/** Serves the zone's records at the edge platform as its name servers would. */
const serve = (name: string) => {
  for (const { type, name: at, content, priority } of edge.zone(name)!.records) {
    const value = content.replace(/^"|"$/g, '').replaceAll('" "', '');
    publishRecords(dns.records, [
      { type: type as 'TXT', purpose: '', name: at, value, priority: priority ?? null },
    ]);
  }
};

describe('nameservers', () => {
  it('makes a zone, writes every record into it, and is healthy when the registrar names its servers', async () => {
    const { status, body } = await add({ domain: 'moved.example', method: 'nameservers' });
    expect([status, body.nameservers]).toEqual([201, ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']]);
    await check(body.id);
    const waiting = await read(body.id);
    expect(waiting).toMatchObject({ status: 'pending', status_reason: 'nameservers_not_set' });
    expect(waiting.issues[0].fix).toContain('ada.ns.cloudflare.com, bob.ns.cloudflare.com');
    expect(edge.zone('moved.example')?.records.map(({ type, name }) => `${type} ${name}`)).toEqual(
      waiting.records.map(({ type, name }: ApiAnswer['body']) => `${type} ${name}`),
    );
    serve('moved.example');
    dns.records['moved.example'] = {
      ...(dns.records['moved.example'] as object),
      NS: waiting.nameservers,
    };
    await check(body.id);
    expect(await read(body.id)).toMatchObject({ status: 'healthy', dns_host: 'Cloudflare', issues: [] });
    const sub = await add({ domain: 'agents.moved.example', method: 'subdomain' }, await tenantKey());
    expect(sub.status).toBe(201);
    await check(sub.body.id);
    expect(edge.zone('moved.example')?.records.some(({ name }) => name === 'agents.moved.example')).toBe(
      true,
    );
    dns.records['moved.example'] = {
      ...(dns.records['moved.example'] as object),
      NS: ['ns1.elsewhere.example'],
    };
    await check(body.id);
    expect(await read(body.id)).toMatchObject({
      status: 'suspended',
      status_reason: 'nameservers_changed',
    });
    expect(await eventsOf(body.id)).toEqual([
      'domain.created',
      'domain.verified',
      'domain.suspended nameservers_changed',
    ]);
  });

  it('is for domains that serve nothing else, unless that is confirmed', async () => {
    dns.records['web.example'] = { A: ['192.0.2.8'], MX: [{ exchange: 'mx.old.example', priority: 1 }] };
    dns.records['www.web.example'] = { AAAA: ['2001:db8::8'] };
    const answer = await add({ domain: 'web.example', method: 'nameservers' });
    expect(code(answer).slice(0, 2)).toEqual([409, 'domain_not_dedicated']);
    expect(answer.body.error.details.records).toEqual([
      'web.example 192.0.2.8',
      'www.web.example 2001:db8::8',
      'web.example MX 1 mx.old.example',
    ]);
    const confirmed = { domain: 'web.example', method: 'nameservers', confirm_dedicated: true };
    expect(code(await add(confirmed)).slice(0, 2)).toEqual([409, 'existing_mx']);
    expect((await add({ ...confirmed, replace_mx: true })).status).toBe(201);
    expect(code(await add({ domain: 'sub.web.example', method: 'nameservers' })).slice(0, 2)).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('needs the policy for keys below the platform, and a zone of the own tenant for subdomains', async () => {
    const key = await tenantKey();
    const wanted = { domain: 'policy.example', method: 'nameservers' };
    expect(code(await add(wanted, key))).toEqual([422, 'transport_unavailable', 'zone_creation_not_allowed']);
    await api.call('PATCH', `/v1/tenants/${tenant}`, {
      body: { policy: { domains: { allow_create_zone: true } } },
    });
    expect((await add(wanted, key)).status).toBe(201);
    const sub = (domain: string, by?: string) => add({ domain, method: 'subdomain' }, by);
    expect(code(await sub('a.nobody.example', key))).toEqual([403, 'scope_denied', 'zone_not_allowed']);
    expect(code(await sub('a.nobody.example'))).toEqual([
      422,
      'transport_unavailable',
      'subdomain_setup_disabled',
    ]);
    // The zone exists, but nobody has proven it yet.
    expect(code(await sub('a.policy.example', key))).toEqual([
      422,
      'transport_unavailable',
      'subdomain_setup_disabled',
    ]);
    tenant = (await createTenant(api, { billing: { mode: 'exempt' } })).id;
    expect(code(await sub('a.policy.example', await tenantKey()))).toEqual([
      403,
      'scope_denied',
      'zone_not_allowed',
    ]);
  });

  it('hands on what the edge platform refuses', async () => {
    edge.held.add('held.example');
    expect(code(await add({ domain: 'held.example', method: 'nameservers' })).slice(0, 2)).toEqual([
      409,
      'zone_hold',
    ]);
    const errors = [{ code: 1105, message: 'You attempted to add this domain too many times.' }];
    edge.intercept(() => ({ status: 400, body: { success: false, errors, messages: [], result: null } }));
    const limited = await add({ domain: 'limited.example', method: 'nameservers' });
    expect(code(limited).slice(0, 2)).toEqual([429, 'upstream_rate_limited']);
    expect(limited.headers.get('retry-after')).toBe('10800');
  });

  it('is removed when its zone expired before anybody proved it', async () => {
    const { id } = (await add({ domain: 'expired.example', method: 'nameservers' })).body;
    edge.zones.delete(edge.zone('expired.example')!.id);
    await check(id);
    expect((await api.call('GET', `/v1/domains/${id}`)).status).toBe(404);
    expect(await eventsOf(id)).toEqual(['domain.created', 'domain.removed zone_expired']);
  });

  it('leaves no zone behind', async () => {
    const { id } = (await add({ domain: 'traces.example', method: 'nameservers' })).body;
    const edge_zone_id = edge.zone('traces.example')!.id;
    expect((await api.call('DELETE', `/v1/domains/${id}`)).status).toBe(204);
    const left = {
      domain: 'traces.example',
      at_provider: false,
      edge: { edge_zone_id, is_own_zone: true, records: [] },
    };
    await clear.run(context(), left);
    await clear.run(context(), left);
    expect(edge.zone('traces.example')).toBeUndefined();
  });
});

describe('ses', () => {
  it('knows the domain with our key, and is part of its health', async () => {
    const { status, body } = await add({ domain: 'ses.example', transport: 'ses' });
    expect(status).toBe(201);
    expect(ses.identities.get('ses.example')).toMatchObject({
      origin: 'EXTERNAL',
      mailFrom: 'pm-bounces.ses.example',
    });
    const values = body.records.map(({ purpose, type, value }: ApiAnswer['body']) => [purpose, type, value]);
    expect(values).toContainEqual(['spf', 'TXT', 'v=spf1 include:amazonses.com ~all']);
    expect(values).toContainEqual(['return_path', 'MX', 'feedback-smtp.eu-west-1.amazonses.com']);
    dns.records['amazonses.com'] = { TXT: ['v=spf1 ip4:192.0.2.1 -all'] };
    publishRecords(dns.records, body.records);
    await check(body.id);
    expect(await read(body.id)).toMatchObject({
      status: 'verifying',
      issues: [{ code: 'provider_unverified' }],
    });
    ses.verify('ses.example');
    await check(body.id);
    expect(await read(body.id)).toMatchObject({ status: 'healthy' });
  });

  it('is what a domain can change to, and has a limit of its own', async () => {
    const domain = await healthyDomain(api, dns.records, tenant, { domain: 'change.example' });
    const changed = await api.call('PATCH', `/v1/domains/${domain.id}`, { body: { transport: 'ses' } });
    expect(changed.body).toMatchObject({ transport: 'ses' });
    expect(ses.identities.has('change.example')).toBe(true);
    ses.account.limit = ses.identities.size;
    expect(code(await add({ domain: 'toomany.example', transport: 'ses' }))).toEqual([
      422,
      'transport_unavailable',
      'ses_identity_limit',
    ]);
  });
});

it('says that the SES account is in the sandbox, and what it may send', async () => {
  ses.account.limit = 10_000;
  const { id, ...domain } = (await add({ domain: 'sandbox.example', transport: 'ses' })).body;
  publishRecords(dns.records, domain.records);
  ses.verify('sandbox.example');
  Object.assign(ses.account, { production: false, perDay: 200, perSecond: 1 });
  pass(2 * DAY);
  await check(id);
  const told = 'it delivers only to verified addresses, 200 messages a day and 1 a second';
  expect(await read(id)).toMatchObject({
    status: 'healthy',
    issues: [{ code: 'provider_sandbox', fix: expect.stringContaining(told) }],
  });
  const outgoing = async () => {
    const { body } = await api.call('GET', '/v1/platform/health');
    return body.components.find(({ name }: { name: string }) => name === 'outgoing_mail');
  };
  expect(await outgoing()).toMatchObject({ status: 'degraded', detail: expect.stringContaining(told) });
  Object.assign(ses.account, { production: true, perDay: 50_000, perSecond: 14 });
  // SES is queried again after five minutes.
  expect((await outgoing()).status).toBe('degraded');
  pass(5 * MINUTE);
  expect((await outgoing()).detail).toContain('Amazon SES is also set up and has sent');
  pass(DAY);
  await check(id);
  expect((await read(id)).issues).toEqual([]);
});

describe('relay', () => {
  let server: ScriptedSmtpServer;
  beforeAll(async () => {
    server = await startScriptedSmtpServer({ extensions: ['AUTH LOGIN PLAIN'], tls: 'starttls' });
  });
  afterAll(() => server.close());
  const relayTo = (port: number) => ({
    method: 'relay',
    relay: { host: '127.0.0.1', port, username: 'agent', password: 's3cret' },
  });

  it('is probed before anything is stored, keeps its password sealed, and is probed once a minute', async () => {
    const { status, body } = await add({ domain: 'relay.example', ...relayTo(server.port) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      transport: 'relay',
      relay: { host: '127.0.0.1', username: 'agent', tls: 'starttls', last_probe: { status: 'ok' } },
    });
    expect(JSON.stringify(body)).not.toContain('s3cret');
    expect(body.records.map(({ purpose }: ApiAnswer['body']) => purpose)).toEqual([
      'ownership',
      'mx',
      'spf',
      'dkim',
      'dmarc',
      'tls_rpt',
    ]);
    expect(await api.services.relayOf('relay.example')).toMatchObject({ password: 's3cret' });
    const probe = () => api.call('POST', `/v1/domains/${body.id}/probe`);
    const first = await probe();
    expect(first.body).toEqual({
      id: expect.stringMatching(/^prb_/),
      status: 'ok',
      stage: 'done',
      detail: null,
      ms: expect.any(Number),
      created_at: clock.time.toISOString(),
    });
    expect(code(await probe()).slice(0, 2)).toEqual([429, 'rate_limited']);
    pass(MINUTE);
    expect((await probe()).status).toBe(200);
    const before = (await read(body.id)).relay.last_probe.id;
    await check(body.id);
    expect((await read(body.id)).relay.last_probe.id).toBe(before);
    pass(DAY);
    await check(body.id);
    expect((await read(body.id)).relay.last_probe.id).not.toBe(before);
  });

  it('that does not work is refused with the step that failed', async () => {
    const strict = await startScriptedSmtpServer({
      extensions: ['AUTH LOGIN PLAIN'],
      tls: 'starttls',
      script: { AUTH: '535 5.7.8 no' },
    });
    const refused = await add({ domain: 'badauth.example', ...relayTo(strict.port) });
    expect(code(refused).slice(0, 2)).toEqual([422, 'smtp_auth_failed']);
    await strict.close();
    const plain = await startScriptedSmtpServer({
      tls: 'starttls',
      script: { STARTTLS: '454 4.7.0 not now' },
    });
    const open = await add({ domain: 'plain.example', ...relayTo(plain.port) });
    expect(code(open).slice(0, 2)).toEqual([422, 'smtp_tls_required']);
    await plain.close();
    const gone = await add({ domain: 'gone.example', ...relayTo(strict.port) });
    expect(code(gone).slice(0, 2)).toEqual([502, 'upstream_error']);
    const { data } = (await api.call('GET', `/v1/tenants/${tenant}/domains`)).body;
    expect(data).toEqual([]);
  });

  it('is nothing that other methods have', async () => {
    const { id } = (await add({ domain: 'plain.example' })).body;
    expect(code(await api.call('POST', `/v1/domains/${id}/probe`))).toEqual([
      422,
      'transport_unavailable',
      'method_not_supported',
    ]);
    const patch = (body: unknown) => api.call('PATCH', `/v1/domains/${id}`, { body });
    expect(code(await patch({ relay: relayTo(server.port).relay })).slice(0, 2)).toEqual([
      400,
      'invalid_request',
    ]);
    expect(code(await patch({ inbound_forwarding: true }))).toEqual([
      422,
      'transport_unavailable',
      'method_not_supported',
    ]);
  });
});

it('the allowance custom_domains is held, exactly', async () => {
  const metered = (await createTenant(api)).id;
  const answers = await Promise.all([
    addDomain(api, metered, { domain: 'a.metered.example' }),
    addDomain(api, metered, { domain: 'b.metered.example' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 402]);
  const refused = answers.find(({ status }) => status === 402)!;
  expect(refused.body.error.details).toMatchObject({ feature: 'custom_domains', granted: 1, used: 1 });
  const { body } = await api.call('GET', `/v1/usage?tenant_id=${metered}`);
  const feature = body.features.find((each: ApiAnswer['body']) => each.feature === 'custom_domains');
  expect(feature).toMatchObject({ granted: 1, used: 1, remaining: 0 });
});
