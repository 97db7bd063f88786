import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DomainDns } from '#kernel/ports/domain-dns.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { createDomainDns } from './authoritative.ts';

// Lookups at the name servers of a domain, against two real servers: a resolver with a cache, and the domain's own.

let resolver: DnsServer;
let authority: DnsServer;
let dns: DomainDns;
const open = (isAllowed = () => true) =>
  createDomainDns({ servers: [resolver.address], isAllowed, portOf: () => authority.port });

beforeAll(async () => {
  [resolver, authority] = await Promise.all([startDnsServer(), startDnsServer()]);
  dns = open();
});
afterAll(async () => {
  dns.close();
  await Promise.all([resolver.close(), authority.close()]);
});
beforeEach(() => {
  for (const server of [resolver, authority]) {
    for (const name of Object.keys(server.records)) delete server.records[name];
    server.queries.length = 0;
    server.hangs = null;
  }
  resolver.records['acme.example'] = { NS: ['ns1.host.example'], TXT: ['remembered'] };
  resolver.records['ns1.host.example'] = { A: ['127.0.0.1'] };
});

it('asks the name server of the domain, not the resolver that remembers something else', async () => {
  authority.records['acme.example'] = {
    TXT: ['true'],
    MX: [
      { exchange: 'B.acme.example', priority: 20 },
      { exchange: 'a.acme.example', priority: 10 },
    ],
    A: ['192.0.2.1'],
    AAAA: ['2001:db8::1'],
  };
  const lookups = dns.lookups('acme.example');
  expect(await lookups.txt('acme.example')).toEqual({
    outcome: 'found',
    values: ['true'],
    server: 'ns1.host.example',
  });
  const { values, hosts } = await lookups.mx('acme.example');
  expect(values).toEqual(['10 a.acme.example', '20 b.acme.example']);
  expect(hosts[0]).toEqual({ exchange: 'a.acme.example', priority: 10 });
  expect((await lookups.addresses('acme.example')).values).toEqual(['192.0.2.1', '2001:db8::1']);
  expect(await lookups.nameservers()).toEqual({ outcome: 'found', nameservers: ['ns1.host.example'] });
  expect((await lookups.elsewhere.txt('acme.example')).values).toEqual(['remembered']);
});

it('finds the servers from a subdomain upwards, and those of a zone below', async () => {
  authority.records['mail.acme.example'] = { TXT: ['here'] };
  expect((await dns.lookups('mail.acme.example').txt('mail.acme.example')).values).toEqual(['here']);
  resolver.records['_domainkey.acme.example'] = { NS: ['ns9.host.example'] };
  resolver.records['ns9.host.example'] = { A: ['127.0.0.1'] };
  // These servers only refer to the delegated zone: the name exists there, but without records.
  authority.records['s1._domainkey.acme.example'] = {};
  const found = await dns.lookups('acme.example').txt('s1._domainkey.acme.example');
  expect(found).toEqual({ outcome: 'absent', values: [], server: 'ns9.host.example' });
});

it('follows an alias to the name servers of its target', async () => {
  authority.records['s1._domainkey.acme.example'] = { CNAME: 's1.keys.other.example' };
  resolver.records['other.example'] = { NS: ['ns1.host.example'] };
  authority.records['s1.keys.other.example'] = { TXT: ['v=DKIM1; p=abc'] };
  const lookups = dns.lookups('acme.example');
  expect((await lookups.txt('s1._domainkey.acme.example')).values).toEqual(['v=DKIM1; p=abc']);
  expect((await lookups.cname('s1._domainkey.acme.example')).values).toEqual(['s1.keys.other.example']);
});

it('tells nothing from no answer', async () => {
  authority.records['acme.example'] = { TXT: ['x'] };
  const lookups = dns.lookups('acme.example');
  expect((await lookups.txt('nowhere.acme.example')).outcome).toBe('absent');
  expect((await lookups.mx('acme.example')).outcome).toBe('absent');
  resolver.records['acme.example'] = 'servfail';
  expect((await dns.lookups('acme.example').txt('acme.example')).outcome).toBe('unknown');
  expect((await dns.lookups('acme.example').nameservers()).outcome).toBe('unknown');
  expect(await dns.lookups('gone.example').nameservers()).toEqual({ outcome: 'absent', nameservers: [] });
});

it('never asks a name server at an address that is not allowed', async () => {
  authority.records['acme.example'] = { TXT: ['inside'] };
  const guarded = open(() => false);
  expect((await guarded.lookups('acme.example').txt('acme.example')).values).toEqual(['remembered']);
  expect(authority.queries).toEqual([]);
  guarded.close();
});

it('a check has a limit of questions', async () => {
  const lookups = dns.lookups('acme.example');
  await Promise.all(Array.from({ length: 300 }, (_, n) => lookups.txt(`n${n}.acme.example`)));
  expect(resolver.queries.length + authority.queries.length).toBeLessThanOrEqual(150);
  expect((await lookups.txt('acme.example')).outcome).toBe('unknown');
});
