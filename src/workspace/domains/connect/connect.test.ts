import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPublicWeb } from '#adapters/public-web/client.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { type ConnectHost, type ConnectTemplate, startConnectHost } from '#testing/domain-connect-host.ts';
import { addDomain } from '#testing/domains.ts';
import { createTenant } from '#testing/tenants.ts';
import { findOwnDomain } from '../repository.ts';
import { domainConnectOf } from './apply-url.ts';
import { templateOf } from './template.ts';

// One-click setup at the DNS host by the published protocol of Domain Connect: discovery by a TXT record, the host's
// settings, its copy of our template, and the signed request to its page. The host is a server on loopback that verifies the
// signature and writes the records into the zone.

let dns: DnsServer;
let host: ConnectHost;
let api: TestApi;
let tenant: string;
const US = 'mail.ours.example';

beforeAll(async () => {
  dns = await startDnsServer({ [US]: { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } });
  host = await startConnectHost(dns);
  api = await openTestApi({
    PM_MAIL_DOMAIN: US,
    PM_DNS_SERVERS: dns.address,
    PM_INSECURE_TARGETS: 'on',
    PM_PUBLIC_URL: 'https://api.ours.example',
  });
  tenant = (await createTenant(api)).id;
});
afterAll(async () => {
  await api?.close();
  await Promise.all([dns?.close(), host?.close()]);
});

beforeEach(() => {
  dns.records['_domainconnect.acme.example'] = { TXT: [new URL(host.url).host] };
  host.says = null;
  host.templates.splice(0, host.templates.length, templateOf(US, 'Ours') as ConnectTemplate);
});

const setup = async (): Promise<ApiAnswer['body']> =>
  (await api.call('GET', '/v1/platform/domain-connect')).body;

/** A key whose records are in DNS. */
async function publishedKey(): Promise<ApiAnswer['body']> {
  const { status, body } = await api.call('POST', '/v1/platform/domain-connect/keys', { body: {} });
  expect(status).toBe(201);
  const [{ name }] = body.records;
  dns.records[name] = { TXT: body.records.map(({ value }: { value: string }) => value) };
  return body;
}

async function guide(id: string): Promise<{ provider: string; apply_url: string } | null> {
  const row = await findOwnDomain(api.services.db, tenant, id);
  return domainConnectOf(api.services, row!);
}

const added = async (domain: string, fields = {}): Promise<ApiAnswer['body']> => {
  const { status, body } = await addDomain(api, tenant, { domain, ...fields });
  expect(status).toBe(201);
  return body;
};

it.each([
  ['agents.acme.example', {}],
  ['out.acme.example', { method: 'send_only' }],
])('one click makes %s healthy', async (name, fields) => {
  const key = await publishedKey();
  const domain = await added(name, fields);
  const offer = await guide(domain.id);
  expect(offer?.provider).toBe('The Host');
  const url = new URL(offer!.apply_url);
  expect(url.pathname).toBe(`/ux/v2/domainTemplates/providers/${US}/services/agent-mail/apply`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    domain: 'acme.example',
    host: name.split('.')[0],
    key: key.host,
    redirect_uri: `https://api.ours.example/console/domains/${domain.id}`,
  });
  expect((await fetch(offer!.apply_url)).status).toBe(200);
  const { body } = await api.call('POST', `/v1/domains/${domain.id}/verify`);
  expect(body.records.map(({ status }: { status: string }) => status)).toEqual(
    body.records.map(() => 'present'),
  );
  expect(body).toMatchObject({ status: 'healthy', issues: [] });
});

it.each([
  ['another value', (url: string) => url.replace('v%3DDMARC1', 'v%3DDMARC2')],
  ['another domain', (url: string) => url.replace('host=forged', 'host=other')],
  ['a value more', (url: string) => `${url}&more=1`],
  ['no signature', (url: string) => url.replace(/&sig=[^&]*/, '')],
  ['another key', (url: string) => url.replace(/&key=[^&]*/, '&key=_dcpubkeyother')],
])('the host refuses a link with %s', async (_, change) => {
  await publishedKey();
  const { id } = await added('forged.acme.example');
  const { apply_url } = (await guide(id))!;
  const changed = change(apply_url);
  expect(changed).not.toBe(apply_url);
  expect((await fetch(changed)).status).toBe(403);
  await api.call('DELETE', `/v1/domains/${id}`);
});

it('signs with the key before until the new one is published, and keeps both sealed', async () => {
  const old = await publishedKey();
  const { id } = await added('rotated.acme.example');
  const keyOf = async () => new URL((await guide(id))!.apply_url).searchParams.get('key');
  const { body: next } = await api.call('POST', '/v1/platform/domain-connect/keys', { body: {} });
  expect(await keyOf()).toBe(old.host);
  const before = await setup();
  expect(before.keys).toMatchObject([
    { host: next.host, is_published: false, records: next.records },
    { host: old.host, is_published: true },
  ]);
  expect(next.records[0].value).toMatch(/^p=1,a=RS256,d=/);
  for (const { value } of next.records) expect(value.length).toBeLessThanOrEqual(255);
  dns.records[next.records[0].name] = { TXT: next.records.map(({ value }: { value: string }) => value) };
  expect(await keyOf()).toBe(next.host);
  expect((await fetch((await guide(id))!.apply_url)).status).toBe(200);
  const third = await publishedKey();
  expect((await setup()).keys.map((key: { host: string }) => key.host)).toEqual([third.host, next.host]);
  const stored = await api.services.db.pool.query('select private_key from domain_connect_keys');
  for (const { private_key } of stored.rows) expect(private_key.includes('RSA')).toBe(false);
});

it('the template in the documents is the one that is filled in, and each of its variables has a value', async () => {
  const document = JSON.parse(readFileSync('docs/domain-connect-template.json', 'utf8'));
  expect(document).toEqual(
    JSON.parse(JSON.stringify(templateOf('mail.example.com', 'The name of your deployment'))),
  );
  expect((await setup()).template).toMatchObject({ providerId: US, syncPubKeyDomain: US });
});

/** Changes one thing, then reads the guide of a new domain. @returns the guide's offer of Domain Connect */
async function offerWithout(change: () => unknown): Promise<unknown> {
  await publishedKey();
  const domain = await added('nothing.acme.example');
  change();
  const offer = await guide(domain.id);
  await api.call('DELETE', `/v1/domains/${domain.id}`);
  return offer;
}

it.each<[string, () => unknown]>([
  ['no record', () => delete dns.records['_domainconnect.acme.example']],
  ['no host name', () => (dns.records['_domainconnect.acme.example'] = { TXT: ['user@[::1]/../x'] })],
  ['no settings', () => (host.says = { status: 404, body: {} })],
  ['settings that are something else', () => (host.says = { status: 200, body: [] })],
  [
    'a page that is no web page',
    () =>
      (host.says = {
        status: 200,
        body: { providerName: 'x', urlSyncUX: 'javascript:alert(1)', urlAPI: host.url },
      }),
  ],
  ['an endless document', () => (host.says = { status: 200, body: { providerName: 'x'.repeat(100_000) } })],
  ['no template of ours', () => host.templates.pop()],
  ['a template for the key of somebody else', () => (host.templates[0]!.syncPubKeyDomain = 'else.example')],
  [
    'no published key for a template that wants signatures',
    () => {
      for (const name of Object.keys(dns.records)) if (name.startsWith('_dcpubkey')) delete dns.records[name];
    },
  ],
])('offers nothing with %s', async (_, change) => {
  expect(await offerWithout(change)).toBeNull();
});

it('needs no signature for a template that asks for none', async () => {
  const offer = await offerWithout(() => {
    delete host.templates[0]!.syncPubKeyDomain;
    for (const name of Object.keys(dns.records)) if (name.startsWith('_dcpubkey')) delete dns.records[name];
  });
  expect(offer).toMatchObject({ apply_url: expect.not.stringContaining('sig=') });
});

it('never asks an address of the own network', async () => {
  await publishedKey();
  const { id } = await added('inside.acme.example');
  const row = await findOwnDomain(api.services.db, tenant, id);
  const before = host.requests.length;
  const web = createPublicWeb({ insecure: false, dnsServers: [dns.address] });
  const config = { ...api.services.config, insecureTargets: false };
  expect(await domainConnectOf({ ...api.services, config, web }, row!)).toBeNull();
  expect(host.requests).toHaveLength(before);
  await web.close();
});
