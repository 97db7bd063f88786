import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE } from '#kernel/base/clock.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { addDomain, movedClock, publishRecords } from '#testing/domains.ts';
import { type HttpSink, type SinkAnswer, startHttpSink } from '#testing/http-sink.ts';
import { createTenant } from '#testing/tenants.ts';
import { checkOne } from './jobs.ts';

// Advised records, MTA-STS (RFC 8461) and TLS-RPT (RFC 8460), and registration data by RDAP (RFC 9083). A domain works
// without any of them.

let dns: DnsServer;
let registry: HttpSink;
let registered: SinkAnswer;
let api: TestApi;
let tenant: string;
const START = new Date('2026-11-10T10:00:00Z');
const { clock, pass } = movedClock(START);

beforeAll(async () => {
  dns = await startDnsServer({ 'mail.ours.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } });
  registry = await startHttpSink(({ path }) =>
    path === '/dns.json' ? { status: 200, body: { services: [[['example'], [registry.url]]] } } : registered,
  );
  api = await openTestApi(
    {
      PM_MAIL_DOMAIN: 'mail.ours.example',
      PM_DNS_SERVERS: dns.address,
      PM_INSECURE_TARGETS: 'on',
      PM_PUBLIC_URL: 'https://api.ours.example',
      PM_RDAP_URL: `${registry.url}/dns.json`,
    },
    clock,
  );
  tenant = (await createTenant(api)).id;
});
afterAll(async () => {
  await api?.close();
  await Promise.all([dns?.close(), registry?.close()]);
});
beforeEach(() => {
  registered = { status: 404 };
  registry.requests.length = 0;
});

const add = async (fields: Record<string, unknown>): Promise<ApiAnswer['body']> => {
  const { status, body } = await addDomain(api, tenant, fields);
  expect(status).toBe(201);
  return body;
};
const read = async (id: string) => (await api.call('GET', `/v1/domains/${id}`)).body;
const verify = async (id: string) => {
  pass(MINUTE);
  return (await api.call('POST', `/v1/domains/${id}/verify`)).body;
};
const check = (id: string) =>
  checkOne.run(
    { services: api.services, attempt: 1, signal: new AbortController().signal },
    { domain_id: id, tenant_id: tenant },
  );
const of = (domain: ApiAnswer['body'], ...purposes: string[]) =>
  domain.records.filter(({ purpose }: { purpose: string }) => purposes.includes(purpose));

it('MTA-STS and TLS-RPT are listed with what to publish, and a domain without them is healthy', async () => {
  const domain = await add({ domain: 'plain.example' });
  expect(of(domain, 'mta_sts', 'tls_rpt')).toMatchObject([
    { type: 'CNAME', name: 'mta-sts.plain.example', value: 'api.ours.example', status: 'missing' },
    {
      type: 'TXT',
      name: '_mta-sts.plain.example',
      value: expect.stringMatching(/^v=STSv1; id=[0-9a-f]{16}$/),
    },
    {
      type: 'TXT',
      name: '_smtp._tls.plain.example',
      value: 'v=TLSRPTv1; rua=mailto:tlsrpt@mail.ours.example',
      is_critical: false,
      affects_status: false,
    },
  ]);
  publishRecords(dns.records, domain.records, { without: ['mta_sts', 'tls_rpt'] });
  const without = await verify(domain.id);
  expect(without).toMatchObject({ status: 'healthy', status_reason: null, issues: [] });
  expect(of(without, 'tls_rpt')[0]).toMatchObject({
    status: 'missing',
    fix: 'Add the record: TXT _smtp._tls.plain.example v=TLSRPTv1; rua=mailto:tlsrpt@mail.ours.example',
  });
  publishRecords(dns.records, domain.records, { without: ['ownership', 'spf', 'dkim', 'dmarc'] });
  expect(of(await verify(domain.id), 'mta_sts', 'tls_rpt')).toMatchObject(
    Array(3).fill({ status: 'present', fix: null, server: null }),
  );
});

it('say what is in the way, and keep what belongs to the owner', async () => {
  const domain = await add({ domain: 'own.example' });
  publishRecords(dns.records, domain.records, { without: ['mta_sts', 'tls_rpt'] });
  dns.records['_smtp._tls.own.example'] = { TXT: ['v=TLSRPTv1; rua=mailto:Tls@own.example'] };
  dns.records['_mta-sts.own.example'] = { TXT: ['v=STSv1; id=20260101', 'v=STSv1; id=2'] };
  dns.records['mta-sts.own.example'] = { A: ['192.0.2.9'] };
  const found = await verify(domain.id);
  expect(found.status).toBe('healthy');
  expect(of(found, 'mta_sts', 'tls_rpt')).toMatchObject([
    { status: 'conflict', found: ['192.0.2.9'] },
    { status: 'conflict', found: ['v=STSv1; id=20260101', 'v=STSv1; id=2'] },
    {
      status: 'conflict',
      value: 'v=TLSRPTv1; rua=mailto:Tls@own.example,mailto:tlsrpt@mail.ours.example',
      fix: expect.stringContaining('Keep one record, and add our address to it'),
    },
  ]);
  dns.records['_smtp._tls.own.example'] = { TXT: [of(found, 'tls_rpt')[0].value] };
  dns.records['_mta-sts.own.example'] = { TXT: ['v=STSv1; id=20260101'] };
  expect(of(await verify(domain.id), 'mta_sts', 'tls_rpt').slice(1)).toMatchObject([
    { status: 'present' },
    { status: 'present' },
  ]);
});

it('are nothing for a domain whose mail goes elsewhere', async () => {
  const domain = await add({ domain: 'out.example', method: 'send_only' });
  expect(of(domain, 'mta_sts', 'tls_rpt')).toEqual([]);
});

/** The answer of a registry (RFC 9083 5.3). */
const registration = (ldhName: string, registeredAt: string): SinkAnswer => ({
  status: 200,
  body: {
    objectClassName: 'domain',
    ldhName,
    events: [
      { eventAction: 'registration', eventDate: registeredAt },
      { eventAction: 'expiration', eventDate: '2027-05-05T00:00:00Z' },
    ],
    entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', 'Names Ltd.']]] }],
  },
});
const lookups = (): number => registry.requests.filter(({ path }) => path.startsWith('/domain/')).length;

it('the registry is asked weekly by the scheduled checks, never while somebody waits', async () => {
  const { id, ...domain } = await add({ domain: 'known.example' });
  publishRecords(dns.records, domain.records);
  await verify(id);
  expect(registry.requests).toEqual([]);
  await check(id);
  expect(lookups()).toBe(1);
  // The registry did not answer. That changes nothing, and it is queried again the next day.
  expect(await read(id)).toMatchObject({ status: 'healthy', registration: null });
  registered = registration('known.example', '2019-01-01T00:00:00Z');
  await check(id);
  expect(lookups()).toBe(1);
  pass(DAY);
  await check(id);
  const known = {
    registrar: 'Names Ltd.',
    registered_at: '2019-01-01T00:00:00.000Z',
    expires_at: '2027-05-05T00:00:00.000Z',
  };
  expect((await read(id)).registration).toEqual(known);
  pass(6 * DAY);
  await check(id);
  expect(lookups()).toBe(2);
  registered = 'drop';
  pass(DAY);
  await check(id);
  expect(lookups()).toBe(3);
  expect(await read(id)).toMatchObject({ status: 'healthy', registration: known });
});

it('a domain that expired and was registered again is suspended, also with all of its records', async () => {
  const { id, ...domain } = await add({ domain: 'sold.example' });
  publishRecords(dns.records, domain.records);
  await verify(id);
  registered = registration('sold.example', new Date(clock.time.getTime() + 2 * DAY).toISOString());
  pass(3 * DAY);
  await check(id);
  expect(await read(id)).toMatchObject({ status: 'suspended', status_reason: 'registration_changed' });
  const reproved = (await api.call('POST', `/v1/domains/${id}/reprove`)).body;
  publishRecords(dns.records, reproved.records, {
    without: ['spf', 'dkim', 'dmarc', 'mx', 'tls_rpt', 'mta_sts'],
  });
  pass(8 * DAY);
  await check(id);
  expect((await read(id)).status).toBe('healthy');
  pass(8 * DAY);
  await check(id);
  expect((await read(id)).status).toBe('healthy');
});
