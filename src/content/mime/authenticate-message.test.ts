import { type DKIMSignOptions, sealMessage } from 'mailauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, type DnsZone, startDnsServer } from '#testing/dns-server.ts';
import { authenticateMessage } from './authenticate-message.ts';
import { createDnsClient, type DnsClient } from './dns-client.ts';
import { keyRecord, message, signed, signingKey } from './signed-mail-fixtures.ts';
import type { Authentication } from './types.ts';

const zone = (): DnsZone => ({
  'strict.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
  '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject; adkim=s'] },
  's1._domainkey.strict.example': { TXT: [keyRecord] },
  's1._domainkey.mail.strict.example': { TXT: [keyRecord] },
  'test._domainkey.strict.example': { TXT: [`t=y; ${keyRecord}`] },
  'slow._domainkey.strict.example': 'servfail',
  'plain.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
  's1._domainkey.plain.example': { TXT: [keyRecord] },
  's1._domainkey.evil.example': { TXT: [keyRecord] },
  'evil.example': { TXT: ['v=spf1 ip4:192.0.2.66 -all'] },
  'helo.plain.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
});

describe('authenticateMessage', () => {
  let dns: DnsServer;
  let client: DnsClient;
  beforeAll(async () => {
    dns = await startDnsServer(zone());
    client = createDnsClient({ servers: [dns.address], cacheMs: 0 });
  });
  afterAll(async () => {
    client.close();
    await dns.close();
  });

  const check = (
    raw: string,
    changes: { ip?: string; from?: string; helo?: string } = {},
  ): Promise<Authentication> =>
    authenticateMessage(Buffer.from(raw, 'latin1'), {
      remoteAddress: changes.ip ?? '192.0.2.1',
      heloName: changes.helo ?? 'mx.sender.example',
      envelopeFrom: changes.from ?? 'ada@strict.example',
      resolver: client,
    });

  describe('with a DMARC policy', () => {
    it('passes on aligned SPF', async () => {
      expect(await check(message())).toEqual({
        spf: 'pass',
        dkim: 'none',
        dmarc: 'pass',
        arc: 'none',
        verdict: 'pass',
        domain: 'strict.example',
        ownSigned: false,
        reason: null,
      });
    });

    it('passes on an aligned signature, whoever handed it over', async () => {
      const raw = await signed(message(), 'strict.example');
      const result = await check(raw, { ip: '198.51.100.7', from: 'list@plain.example' });
      expect(result).toMatchObject({ spf: 'fail', dkim: 'pass', dmarc: 'pass', verdict: 'pass' });
    });

    it('passes when bare line feeds were signed as line ends', async () => {
      const raw = (await signed(message({}, 'Hello.\r\nWorld.\r\n'), 'strict.example')).replaceAll(
        '\r\n',
        '\n',
      );
      expect(await check(raw, { ip: '198.51.100.7' })).toMatchObject({ dkim: 'pass', verdict: 'pass' });
    });

    it('fails without anything aligned', async () => {
      const result = await check(message(), { ip: '192.0.2.66', from: 'x@evil.example' });
      expect(result).toMatchObject({ spf: 'pass', dmarc: 'fail', verdict: 'fail', reason: 'DMARC fail' });
    });

    it('fails on a body that was changed', async () => {
      const raw = (await signed(message(), 'strict.example')).replace('Hello.', 'Pay me.');
      expect(await check(raw, { ip: '198.51.100.7' })).toMatchObject({ dkim: 'fail', verdict: 'fail' });
    });

    it('follows strict alignment', async () => {
      const raw = await signed(message(), 'mail.strict.example');
      expect(await check(raw, { ip: '198.51.100.7' })).toMatchObject({
        dkim: 'pass',
        dmarc: 'fail',
        verdict: 'fail',
      });
    });
  });

  describe('without a DMARC policy', () => {
    const from = { from: 'From: <ada@sub.plain.example>' };
    it('passes on SPF of the same organisation', async () => {
      const result = await check(message(from), { from: 'ada@plain.example' });
      expect(result).toMatchObject({
        spf: 'pass',
        dmarc: 'none',
        verdict: 'pass',
        domain: 'sub.plain.example',
      });
    });

    it('checks HELO for the null sender', async () => {
      const result = await check(message(from), { from: '', helo: 'helo.plain.example' });
      expect(result).toMatchObject({ spf: 'pass', verdict: 'pass' });
    });

    it('passes on a signature of the same organisation', async () => {
      const raw = await signed(message(from), 'plain.example');
      expect(await check(raw, { ip: '198.51.100.7' })).toMatchObject({
        dkim: 'pass',
        dmarc: 'none',
        verdict: 'pass',
      });
    });

    it('leaves unverified what only another organisation vouches for', async () => {
      const raw = await signed(message(from), 'evil.example');
      const result = await check(raw, { ip: '192.0.2.66', from: 'x@evil.example' });
      expect(result).toMatchObject({ spf: 'pass', dkim: 'pass', dmarc: 'none', verdict: 'unverified' });
    });
  });

  describe('signatures that do not count', () => {
    const elsewhere = { ip: '198.51.100.7', from: 'x@nowhere.example' };
    it('with a body length, even one that covers the whole body', async () => {
      const raw = await signed(message(), 'strict.example', { maxBodyLength: 8 } as Partial<DKIMSignOptions>);
      expect(raw).toMatch(/\bl=8\b/);
      expect(await check(raw, elsewhere)).toMatchObject({ dkim: 'policy', verdict: 'fail' });
      expect(await check(`${raw}appended\r\n`, elsewhere)).toMatchObject({ dkim: 'policy', verdict: 'fail' });
    });

    it('by SHA-1', async () => {
      const raw = await signed(message(), 'strict.example', { algorithm: 'rsa-sha1' });
      expect(await check(raw, elsewhere)).toMatchObject({ dkim: 'policy', verdict: 'fail' });
    });

    it('by a key in test mode', async () => {
      const raw = await signed(message(), 'strict.example', { selector: 'test' } as Partial<DKIMSignOptions>);
      expect(await check(raw, elsewhere)).toMatchObject({ dkim: 'policy', verdict: 'fail' });
    });

    it.each([
      'Subject: Another',
      'Content-Type: text/html',
      'Reply-To: <x@evil.example>\r\nReply-To: <y@evil.example>',
    ])('of a message that was given a second %s', async (line) => {
      const raw = await signed(message(), 'strict.example');
      expect(await check(`${line}\r\n${raw}`, elsewhere)).toMatchObject({ dkim: 'policy', verdict: 'fail' });
    });

    it('when there are more than ten', async () => {
      const raw = await signed(message(), 'strict.example');
      const signature = raw.slice(0, raw.indexOf('From:'));
      expect(await check(signature.repeat(10) + raw, elsewhere)).toMatchObject({ dkim: 'policy' });
    });
  });

  describe('messages whose author readers disagree about', () => {
    it.each([
      ['two From fields', 'From: <ada@strict.example>\r\nFrom: <ceo@bank.example>'],
      ['two From fields, one in capitals', 'FROM : <ceo@bank.example>\r\nFrom: <ada@strict.example>'],
      ['no From field', 'X-From: <ada@strict.example>'],
      ['an empty From', 'From:'],
      ['a group', 'From: Board: <ada@strict.example>;'],
      ['an empty group', 'From: undisclosed:;'],
      ['two addresses', 'From: <ada@strict.example>, <ceo@bank.example>'],
      ['two addresses in brackets', 'From: <ceo@bank.example> <ada@strict.example>'],
      ['another address before it', 'From: ceo@bank.example <ada@strict.example>'],
      ['an address after it', 'From: <ada@strict.example> ceo@bank.example'],
      ['a quoted local part', 'From: <"ceo@bank.example"@strict.example>'],
      ['a route', 'From: <@bank.example:ada@strict.example>'],
      ['an unclosed quote', 'From: "Ada <ada@strict.example>'],
      ['an unclosed comment', 'From: (Ada <ada@strict.example>'],
      ['an encoded address', 'From: =?utf-8?Q?ceo=40bank.example?=@strict.example'],
      ['two at signs', 'From: <ceo@bank.example@strict.example>'],
      ['a NUL in From', 'From: <ada@strict.example\0.bank.example>'],
      ['a NUL elsewhere', 'From: <ada@strict.example>\r\nX-Note: a\0b'],
      ['a bare CR', 'From: <ada@strict.example>\r\nX-Note: a\rFrom: <ceo@bank.example>'],
      ['a bare LF among CRLF', 'From: <ada@strict.example>\r\nX-Note: a\nX-Other: b'],
      ['a line that is no field', 'From: <ada@strict.example>\r\nnot a field'],
      ['a From behind a no-break space', 'From: <ada@strict.example>\r\n\xa0From: <ceo@bank.example>'],
      ['a domain that is none', 'From: <ada@strict_.example->'],
    ])('%s never pass', async (_name, from) => {
      const bySpf = await check(message({ from }));
      expect(bySpf.verdict).not.toBe('pass');
      expect(bySpf.reason).not.toBeNull();
    });

    it.each([
      ['a plain address', 'From: ada@strict.example'],
      ['a name', 'From: Ada Palmer <ada@strict.example>'],
      ['a quoted name with an address', 'From: "ceo@bank.example" <ada@strict.example>'],
      ['a comma outside quotes', 'From: Palmer, Ada <ada@strict.example>'],
      ['an encoded name', 'From: =?utf-8?Q?Ad=C3=A4?= <ada@strict.example>'],
      ['a comment', 'From: ada@strict.example (Ada)'],
      ['the same address as its name', 'From: ada@strict.example <ada@strict.example>'],
      ['a fold', 'From: Ada\r\n <ada@strict.example>'],
      ['capitals', 'FROM: <Ada@STRICT.example>'],
    ])('%s passes', async (_name, from) => {
      expect(await check(message({ from }))).toMatchObject({ verdict: 'pass', domain: 'strict.example' });
    });
  });

  describe('DNS', () => {
    it('tries a look-up again that was not answered', async () => {
      dns.ignoreNext(2);
      expect(await check(message())).toMatchObject({ verdict: 'pass' });
    });

    it('leaves unverified what a key without answer might have proved', async () => {
      const raw = await signed(message(), 'strict.example', { selector: 'slow' } as Partial<DKIMSignOptions>);
      const result = await check(raw, { ip: '198.51.100.7', from: 'x@nowhere.example' });
      expect(result).toMatchObject({ dkim: 'temperror', dmarc: 'fail', verdict: 'unverified' });
    });

    it('leaves unverified what has no policy answer', async () => {
      dns.records['_dmarc.strict.example'] = 'servfail';
      const result = await check(message());
      expect(result).toMatchObject({
        spf: 'pass',
        dmarc: 'temperror',
        verdict: 'unverified',
        reason: 'DNS gave no answer',
      });
      dns.records['_dmarc.strict.example'] = zone()['_dmarc.strict.example'] ?? 'servfail';
    });

    it('is done at the deadline', async () => {
      dns.ignoreNext(Number.POSITIVE_INFINITY);
      const result = await authenticateMessage(Buffer.from(message()), {
        remoteAddress: '192.0.2.1',
        heloName: 'x',
        envelopeFrom: 'ada@strict.example',
        resolver: client,
        deadlineMs: 700,
      });
      dns.ignoreNext(0);
      expect(result).toMatchObject({ verdict: 'unverified', domain: 'strict.example' });
    });
  });

  it('hashes odd white space as the signer did', async () => {
    const pieces = ['a', ' ', '\t', '\r\n', '  ', 'b', '\n', '\r', 'c '];
    for (let i = 0; i < 30; i++) {
      const body = Array.from(
        { length: 30 },
        (_, j) => pieces[(i * 7 + j * j * (i + 3)) % pieces.length],
      ).join('');
      for (const canonicalization of ['relaxed/relaxed', 'simple/simple']) {
        const raw = await signed(message({}, body), 'strict.example', {
          canonicalization,
        } as Partial<DKIMSignOptions>);
        expect(await check(raw, { ip: '198.51.100.7' }), JSON.stringify(body)).toMatchObject({
          dkim: 'pass',
        });
      }
    }
  });

  it('does not hash a body in more than three ways', async () => {
    const raw = await signed(message(), 'strict.example');
    const lengths = [1, 2, 3].map((l) =>
      raw.slice(0, raw.indexOf('From:')).replace(/;\s*h=/, `; l=${l}; h=`),
    );
    expect(await check(lengths.join('') + raw, { ip: '198.51.100.7' })).toMatchObject({ dkim: 'policy' });
  });

  it('reads an ARC chain', async () => {
    const raw = message();
    const seal = await sealMessage(Buffer.from(raw), {
      signingDomain: 'plain.example',
      selector: 's1',
      privateKey: signingKey,
      authResults: 'mx.plain.example; spf=pass',
      cv: 'none',
    });
    expect(await check(seal.toString() + raw)).toMatchObject({ arc: 'pass', verdict: 'pass' });
    expect(await check(seal.toString() + raw.replace('Hello.', 'Other.'))).toMatchObject({ arc: 'fail' });
  });

  it.each([
    ['a signature of semicolons', `DKIM-Signature: ${';'.repeat(200_000)}\r\n${message()}`],
    ['a signature of tags', `DKIM-Signature: ${'a=b; '.repeat(40_000)}\r\n${message()}`],
    [
      'seals without end',
      `${Array.from({ length: 900 }, (_, i) => `ARC-Seal: i=${i}; a=x`).join('\r\n')}\r\n${message()}`,
    ],
    ['a header of 10 MB', `X: ${'y'.repeat(10_000_000)}\r\n${message()}`],
    ['an empty message', ''],
    ['no header', '\r\nbody'],
  ])('never passes %s', async (_name, raw) => {
    expect((await check(raw, { ip: '198.51.100.7' })).verdict).not.toBe('pass');
  });

  it.each([
    ['spaces', ' '.repeat(8_000_000)],
    ['one line', 'x'.repeat(8_000_000)],
    ['empty lines', '\r\n'.repeat(4_000_000)],
    ['line feeds', 'x\n'.repeat(4_000_000)],
    ['lines with spaces before their end', 'x \r\n'.repeat(2_000_000)],
  ])('hashes 8 MB of %s', async (_name, body) => {
    const raw = await signed(message({}, 'Hello.\r\n'), 'strict.example');
    expect(await check(raw + body, { ip: '198.51.100.7' })).toMatchObject({ domain: 'strict.example' });
  });
});
