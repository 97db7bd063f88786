import { generateKeyPairSync } from 'node:crypto';
import { type DKIMSignOptions, dkimSign } from 'mailauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { authenticateMessage } from './authenticate-message.ts';
import { createDnsClient, type DnsClient } from './dns-client.ts';
import { keyRecord, message, signed, signingKey } from './signed-mail-fixtures.ts';
import type { Authentication } from './types.ts';

let dns: DnsServer;
let client: DnsClient;
beforeAll(async () => {
  dns = await startDnsServer({
    '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject'] },
    's1._domainkey.strict.example': { TXT: [keyRecord] },
  });
  client = createDnsClient({ servers: [dns.address], cacheMs: 0 });
});
afterAll(async () => {
  client.close();
  await dns.close();
});

const check = (raw: string, ownKeys: Record<string, string> = {}): Promise<Authentication> =>
  authenticateMessage(Buffer.from(raw, 'latin1'), {
    remoteAddress: '198.51.100.7',
    heloName: 'mx.sender.example',
    envelopeFrom: 'x@nowhere.example',
    resolver: client,
    ownKeys,
  });

describe('keys and their flags (RFC 6376 3.6.1)', () => {
  const tiny = generateKeyPairSync('rsa', { modulusLength: 768 });
  const tinyRecord = `v=DKIM1; p=${tiny.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
  const records: Record<string, string> = {
    tiny: tinyRecord,
    other: `s=tlsrpt; ${keyRecord}`,
    mail: `v=DKIM1; s=email; k=rsa; ${keyRecord.replace(/^.*(?=p=)/, '')}`,
    strict: `t=s; ${keyRecord}`,
    old: `h=sha1; ${keyRecord}`,
    revoked: 'v=DKIM1; p=',
    version: keyRecord.replace('DKIM1', 'DKIM2'),
    kind: keyRecord.replace('k=rsa', 'k=ed25519'),
    junk: 'v=DKIM1; p=not base64!',
  };
  beforeAll(() => {
    for (const [selector, record] of Object.entries(records))
      dns.records[`${selector}._domainkey.strict.example`] = { TXT: [record] };
  });

  const checkWith = async (options: Partial<DKIMSignOptions> & { selector?: string }) =>
    check(await signed(message(), 'strict.example', options as Partial<DKIMSignOptions>));

  it.each(['mail', 'strict'])('takes the key %s', async (selector) => {
    expect(await checkWith({ selector })).toMatchObject({ dkim: 'pass', verdict: 'pass' });
  });

  it.each(['other', 'old', 'revoked', 'version', 'kind', 'junk'])('refuses the key %s', async (selector) => {
    const { dkim, verdict } = await checkWith({ selector });
    expect(dkim).not.toBe('pass');
    expect(verdict).toBe('fail');
  });

  it('refuses a key of fewer than 1024 bits', async () => {
    const privateKey = tiny.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { dkim, verdict } = await checkWith({ selector: 'tiny', privateKey } as never);
    expect(dkim).not.toBe('pass');
    expect(verdict).toBe('fail');
  });

  it.each([
    ['that has expired', { signTime: new Date('2020-01-01'), expires: new Date('2020-01-02') }],
    ['from the future', { signTime: new Date('2200-01-01') }],
  ])('counts no signature %s', async (_name, times) => {
    const { signatures } = await dkimSign(message(), {
      canonicalization: 'relaxed/relaxed',
      ...times,
      signatureData: [{ signingDomain: 'strict.example', selector: 's1', privateKey: signingKey }],
    } as DKIMSignOptions);
    expect(signatures).toMatch(/t=\d/);
    const { dkim, verdict } = await check(signatures + message());
    expect(dkim).not.toBe('pass');
    expect(verdict).toBe('fail');
  });
});

describe('mail that we signed ourselves', () => {
  const ownKeys = { 'own._domainkey.ours.example': keyRecord };
  const own = () =>
    signed(message({ from: 'From: <agent@mail.ours.example>' }), 'ours.example', {
      selector: 'own',
    } as never);
  const checkOwn = (raw: string) => check(raw, ownKeys);

  it('passes by our own key, which DNS does not know', async () => {
    const raw = await own();
    expect(await checkOwn(raw)).toMatchObject({ dkim: 'pass', verdict: 'pass', ownSigned: true });
    expect(await check(raw)).toMatchObject({ verdict: 'unverified', ownSigned: false });
  });

  it('does not pass when changed, or for another author', async () => {
    const raw = await own();
    expect(await checkOwn(raw.replace('Hello.', 'Pay me.'))).toMatchObject({ ownSigned: false });
    const other = await signed(message(), 'ours.example', { selector: 'own' } as never);
    expect(await checkOwn(other)).toMatchObject({ verdict: 'fail', ownSigned: false });
  });
});

describe('large bodies', () => {
  const lines = (line: string): string => line.repeat(Math.ceil(400_000 / line.length));
  const both = async (body: string): Promise<string> => {
    const source = message({}, body);
    const simple = await signed(source, 'strict.example', { canonicalization: 'simple/simple' } as never);
    const relaxed = await signed(source, 'other.example');
    return relaxed.slice(0, relaxed.indexOf('From:')) + simple;
  };

  it.each([
    ['an ordinary one', lines('Some words on a line.\r\n')],
    ['white space that relaxed form folds', lines('Some  words \t on a line. \r\n')],
  ])('are hashed as the signer did: %s', async (_name, body) => {
    expect(await check(await signed(message({}, body), 'strict.example'))).toMatchObject({ verdict: 'pass' });
  });

  it('count by either form when both are signed', async () => {
    expect(await check(await both(lines('Some words on a line.\r\n')))).toMatchObject({ verdict: 'pass' });
  });

  it('count by relaxed form alone when padded lines make the other one dear', async () => {
    const body = ' \r\n'.repeat(150_000).concat('x\r\n');
    expect(await check(await both(body))).toMatchObject({ dkim: 'policy', verdict: 'fail' });
    expect(await check(await signed(message({}, body), 'strict.example'))).toMatchObject({ verdict: 'pass' });
  });
});
