import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDomainDns } from '#adapters/domain-dns/authoritative.ts';
import { createPublicWeb } from '#adapters/public-web/client.ts';
import { loadConfig } from '#kernel/base/config.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { type HttpSink, type SinkAnswer, startHttpSink } from '#testing/http-sink.ts';
import { domainConnectOf } from './domain-connect.ts';
import type { DomainRow } from './repository.ts';

// One click at the DNS host, by the published protocol of Domain Connect: discovery by a TXT record, the host's settings,
// its copy of our template, and the address of its page. The host is a server on loopback.

let dns: DnsServer;
let host: HttpSink;
let answers: Record<string, SinkAnswer>;
const opened: { close(): unknown }[] = [];

beforeAll(async () => {
  dns = await startDnsServer();
  host = await startHttpSink(({ path }) => answers[path] ?? { status: 404, body: {} });
});
afterAll(async () => {
  for (const each of opened) await each.close();
  await Promise.all([dns.close(), host.close()]);
});

const TEMPLATE = '/v2/domainTemplates/providers/mail.ours.example/services/agent-mail';
beforeEach(() => {
  dns.records['_domainconnect.acme.example'] = { TXT: [new URL(host.url).host] };
  answers = {
    '/v2/acme.example/settings': {
      status: 200,
      body: {
        providerId: 'host.example',
        providerName: 'Host',
        providerDisplayName: 'The Host',
        urlSyncUX: `${host.url}/ux/`,
        urlAPI: host.url,
      },
    },
    [TEMPLATE]: { status: 200, body: { version: 1 } },
  };
});

function connect(insecure = true) {
  const env = { PM_MAIL_DOMAIN: 'mail.ours.example', ...(insecure && { PM_INSECURE_TARGETS: 'on' }) };
  const config = loadConfig(env);
  const web = createPublicWeb({ insecure, dnsServers: [dns.address] });
  const domainDns = createDomainDns({ servers: [dns.address], isAllowed: () => true });
  opened.push(web, domainDns);
  const record = (purpose: string, value: string, name = '') => ({ purpose, value, name });
  const domain = {
    domain: 'agents.acme.example',
    zone: 'acme.example',
    records: [
      record('ownership', 'proofmail-verification=t'),
      record('spf', 'v=spf1 include:mail.ours.example ~all'),
      record('dkim', 'v=DKIM1; p=a+b', 'pm1._domainkey.agents.acme.example'),
    ],
  } as unknown as DomainRow;
  return domainConnectOf({ config, domainDns, web }, domain);
}

it('leads to the page of the host, with every value', async () => {
  const found = await connect();
  expect(found?.provider).toBe('The Host');
  const url = new URL(found!.apply_url);
  expect(url.pathname).toBe(`/ux${TEMPLATE}/apply`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    domain: 'acme.example',
    host: 'agents',
    ownership: 'proofmail-verification=t',
    spf: 'include:mail.ours.example',
    selector: 'pm1',
    dkim: 'v=DKIM1; p=a+b',
  });
});

it.each<[string, () => void]>([
  ['no record', () => delete dns.records['_domainconnect.acme.example']],
  ['no host name', () => (dns.records['_domainconnect.acme.example'] = { TXT: ['user@[::1]/../x'] })],
  ['no settings', () => delete answers['/v2/acme.example/settings']],
  [
    'settings that are something else',
    () => (answers['/v2/acme.example/settings'] = { status: 200, body: [] }),
  ],
  [
    'a page that is no web page',
    () =>
      (answers['/v2/acme.example/settings'] = {
        status: 200,
        body: { providerName: 'x', urlSyncUX: 'javascript:alert(1)', urlAPI: host.url },
      }),
  ],
  [
    'an endless document',
    () =>
      (answers['/v2/acme.example/settings'] = { status: 200, body: { providerName: 'x'.repeat(100_000) } }),
  ],
  ['no template of ours', () => delete answers[TEMPLATE]],
  [
    'a template that wants signed requests',
    () => (answers[TEMPLATE] = { status: 200, body: { syncPubKeyDomain: 'ours.example' } }),
  ],
])('offers nothing with %s', async (_, change) => {
  change();
  expect(await connect()).toBeNull();
});

it('never asks an address of the own network', async () => {
  const before = host.requests.length;
  expect(await connect(false)).toBeNull();
  expect(host.requests).toHaveLength(before);
});
