import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../../src/testing/dns-server.ts';
import { examineMailDomain } from './mail-dns.ts';

// The findings of `doctor` about the records that other mail servers see, with a DNS server on loopback.

let dns: DnsServer;
let resolver: Resolver;

beforeAll(async () => {
  dns = await startDnsServer({
    'good.org': { MX: [{ exchange: 'mx.good.org', priority: 10 }] },
    'mx.good.org': { A: ['192.0.2.10'] },
    '10.2.0.192.in-addr.arpa': { PTR: ['mx.good.org'] },
    'nameless.org': { MX: [{ exchange: 'mx.nameless.org', priority: 10 }] },
    'mx.nameless.org': { A: ['192.0.2.11'] },
    'foreign.org': { MX: [{ exchange: 'mx.foreign.org', priority: 10 }] },
    'mx.foreign.org': { A: ['192.0.2.12'] },
    '12.2.0.192.in-addr.arpa': { PTR: ['pool-12.isp.net'] },
    'homeless.org': { MX: [{ exchange: 'mx.homeless.org', priority: 10 }] },
    'empty.org': { TXT: ['v=spf1 -all'] },
  } as never);
  resolver = new Resolver({ timeout: 500, tries: 2 });
  resolver.setServers([dns.address]);
});
afterAll(() => dns.close());

const statuses = async (domain: string) =>
  (await examineMailDomain(domain, resolver)).map(({ check, status }) => `${status} ${check}`);

it.each([
  ['good.org', ['ok MX of good.org', 'ok PTR of 192.0.2.10']],
  ['nameless.org', ['ok MX of nameless.org', 'warning PTR of 192.0.2.11']],
  ['foreign.org', ['ok MX of foreign.org', 'warning PTR of 192.0.2.12']],
  ['homeless.org', ['ok MX of homeless.org', 'failed PTR of mx.homeless.org']],
  ['empty.org', ['failed MX of empty.org']],
  ['unknown.org', ['failed MX of unknown.org']],
  ['mail.localhost', ['skipped MX of mail.localhost']],
])('of %s', async (domain, expected) => {
  expect(await statuses(domain)).toEqual(expected);
});

it('says what to do about whatever is wrong', async () => {
  const findings = (
    await Promise.all(
      ['nameless.org', 'foreign.org', 'empty.org'].map((each) => examineMailDomain(each, resolver)),
    )
  ).flat();
  for (const { status, fix } of findings) if (status !== 'ok') expect(fix?.length).toBeGreaterThan(20);
});

it('takes no answer for no finding', async () => {
  dns.hangs = /silent/;
  expect(await statuses('silent.org')).toEqual(['warning MX of silent.org']);
  dns.hangs = null;
});
