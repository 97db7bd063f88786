import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, sql } from '#kernel/data/database.ts';
import { waitForTurn } from '#kernel/data/paced-calls.ts';
import type { MailIdentities } from '#kernel/ports/mail-identities.ts';
import { createTestDatabase } from '#testing/database.ts';
import { type SesServer, startSesServer } from '#testing/ses-server.ts';
import { createSesIdentities } from './ses.ts';

// Domains at Amazon SES (spec 8.3): the real client speaks to a server on loopback.

let server: SesServer;
let ses: MailIdentities;
let turns = 0;
const turn = async () => {
  turns += 1;
};
const der = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
}).privateKey;
const key = (selector: string) => ({ selector, privateKey: der });

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  server = await startSesServer();
  ses = createSesIdentities({ region: 'eu-west-1', endpoint: server.url, turn });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await ses.close();
  await server.close();
});

describe('a domain', () => {
  it('is registered once with our key, and verified by the provider', async () => {
    const made = await ses.ensure('customer.example', key('pm1'));
    expect(made).toEqual({
      domain: 'customer.example',
      isVerified: false,
      dkim: { status: 'pending', tokens: ['pm1'], isOurs: true, signingZone: 'dkim.amazonses.com' },
      mailFrom: null,
    });
    expect(await ses.ensure('customer.example', key('pm1'))).toEqual(made);
    await ses.setMailFrom('customer.example', 'bounce.customer.example');
    server.verify('customer.example');
    expect(await ses.find('customer.example')).toMatchObject({
      isVerified: true,
      dkim: { status: 'success' },
      mailFrom: { domain: 'bounce.customer.example', status: 'success' },
    });
  });

  it('gets another key when ours is rotated, or keys of the provider', async () => {
    await ses.ensure('rotated.example', key('pm1'));
    expect(await ses.ensure('rotated.example', key('pm2'))).toMatchObject({
      dkim: { tokens: ['pm2'], isOurs: true },
    });
    const easy = await ses.ensure('rotated.example', null);
    expect(easy.dkim).toMatchObject({ isOurs: false, signingZone: 'dkim.amazonses.com' });
    expect(easy.dkim.tokens).toHaveLength(3);
  });

  it('is removed once, and then missing', async () => {
    await ses.ensure('gone.example', null);
    await ses.remove('gone.example');
    await ses.remove('gone.example');
    expect(await ses.find('gone.example')).toBeNull();
  });

  it('too many has an error of its own', async () => {
    server.account.limit = server.identities.size;
    await expect(ses.ensure('beyond.example', null)).rejects.toMatchObject({
      code: 'transport_unavailable',
      details: { reason: 'ses_identity_limit' },
    });
    server.account.limit = 10_000;
  });
});

it('says whether the account is in the sandbox, and what it may send', async () => {
  expect(await ses.account()).toEqual({
    isSandbox: false,
    isSendingEnabled: true,
    quota: { perDay: 50_000, perSecond: 14, used: 0 },
  });
  server.account.production = false;
  expect(await ses.account()).toMatchObject({ isSandbox: true });
});

it.each([
  [429, 'TooManyRequestsException', 'upstream_rate_limited'],
  [409, 'ConcurrentModificationException', 'upstream_rate_limited'],
  [403, 'AccessDeniedException', 'transport_unavailable'],
  [403, 'InvalidSignatureException', 'transport_unavailable'],
  [500, 'InternalServiceError', 'upstream_error'],
  [400, 'BadRequestException', 'upstream_error'],
])('%i %s is %s', async (status, name, code) => {
  server.failNext(status, name);
  await expect(ses.find('failing.example')).rejects.toMatchObject({ code });
});

it('every call takes a turn, and the turns of all processes come one after another', async () => {
  const before = [turns, server.requests.length] as const;
  await ses.find('customer.example');
  await ses.ensure('customer.example', key('pm1'));
  expect(turns - before[0]).toBe(server.requests.length - before[1]);

  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url);
  const paced = { name: 'often', every: 20, patience: 10_000 };
  const { now } = (await db.first<{ now: string }>(sql`select clock_timestamp() as now`))!;
  await Promise.all([1, 2, 3].map(() => waitForTurn(db, paced)));
  const { next_at } = (await db.first<{ next_at: string }>(
    sql`select next_at from paced_calls where name = 'often'`,
  ))!;
  expect(Date.parse(next_at) - Date.parse(now)).toBeGreaterThanOrEqual(60);
  const impatient = { name: 'seldom', every: 600_000, patience: 5_000 };
  await waitForTurn(db, impatient);
  await expect(waitForTurn(db, impatient)).rejects.toMatchObject({
    code: 'upstream_rate_limited',
    retryAfter: 5,
  });
  await db.close();
  await drop();
});
