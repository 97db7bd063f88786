import { createHash, createPrivateKey, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { authenticateMessage } from './authenticate-message.ts';
import { createDnsClient, type DnsClient } from './dns-client.ts';
import { keyRecord, message, signingKey } from './signed-mail-fixtures.ts';

// Errors according to RFC 6376 and RFC 7208 count as errors, even when part of the record is valid.

let dns: DnsServer;
let client: DnsClient;
beforeAll(async () => {
  dns = await startDnsServer({ 's1._domainkey.strict.example': { TXT: [keyRecord] } });
  client = createDnsClient({ servers: [dns.address], cacheMs: 0 });
});
afterAll(async () => {
  client.close();
  await dns.close();
});

const check = (raw: string) =>
  authenticateMessage(Buffer.from(raw, 'latin1'), {
    remoteAddress: '192.0.2.1',
    heloName: 'mx.strict.example',
    envelopeFrom: 'ada@strict.example',
    resolver: client,
  });

/** Signs as RFC 6376 says, with the tags as given. */
function signedWith(tags: string): string {
  const raw = message();
  const bh = createHash('sha256').update('Hello.\r\n').digest('base64');
  const field = `${tags} a=rsa-sha256; c=relaxed/relaxed; d=strict.example; s=s1; h=from; bh=${bh}; b=`;
  const input = `from:Ada <ada@strict.example>\r\ndkim-signature:${field.trim()}`;
  const b = sign('sha256', Buffer.from(input), createPrivateKey(signingKey)).toString('base64');
  return `DKIM-Signature: ${field.trim()}${b}\r\n${raw}`;
}

describe('a DKIM signature', () => {
  it('with v=1 passes', async () => {
    expect((await check(signedWith('v=1;'))).dkim).toBe('pass');
  });

  it.each(['v=1; v=1;'])('with %j instead does not pass', async (tags) => {
    expect((await check(signedWith(tags))).dkim).toBe('policy');
  });

  it.each(['', 'v=;', 'v=2;', 'v=1.0;', 'v=01;', 'x=1 v=1;', 'V=1;'])(
    'with %j instead is an error',
    async (tags) => {
      expect((await check(signedWith(tags))).dkim).toBe('permerror');
    },
  );
});

describe('an SPF record', () => {
  it.each([
    ['v=spf1 ip4:192.0.2.1 -all', 'pass'],
    ['v=spf1 exists:%{ir}.%{v}._spf.%{d2} ip4:192.0.2.1 -all', 'pass'],
    ['v=spf1 include: ip4:192.0.2.1 -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 include: -all', 'permerror'],
    ['v=spf1 include ip4:192.0.2.1 -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 exists: -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 redirect=', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 a: -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 mx: -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 exists:%{z}.strict.example -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 exists:%{c}.strict.example -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 exists:%{d0}.strict.example -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 exists:%(d).strict.example -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 exists:%{d.strict.example -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 exists:100%.strict.example -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 a:%{d}% -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 exp=%{y}.strict.example -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 other=%{y} -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 ip4:192.0.2.256 -all', 'permerror'],
    ['v=spf1 ip4:192.0.2.1 nonsense -all', 'permerror'],
  ])('%s: %s', async (record, result) => {
    dns.records['strict.example'] = { TXT: [record] };
    expect((await check(message())).spf).toBe(result);
  });

  it('is an error where the included one is', async () => {
    dns.records['strict.example'] = { TXT: ['v=spf1 include:other.example ip4:192.0.2.1 -all'] };
    dns.records['other.example'] = { TXT: ['v=spf1 ip4:192.0.2.1 include: -all'] };
    expect((await check(message())).spf).toBe('permerror');
  });
});
