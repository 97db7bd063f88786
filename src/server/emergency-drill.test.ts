import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { headerOf, type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';

// The emergency drill of docs/operations.md, step by step: everything that could have been stolen is replaced, and
// nothing else fails. The tests run in this order, on one deployment.

const platformKey = `pmk_live_${'d'.repeat(40)}`;
const FIRST = 'the secret before the break-in';
const SECOND = 'the secret that replaces it';

let database: TestDatabase;
let dataDir: string;
let sink: SmtpSink;
let product: MailProduct;
let ada: Mailbox;
let signer: string;

let isRunning = false;
async function stop(): Promise<void> {
  if (isRunning) await product.close();
  isRunning = false;
}

/** The deployment as its operator starts it; the process before has ended. */
async function start(env: Record<string, string>): Promise<void> {
  await stop();
  product = await openMailProduct({
    DATABASE_URL: database.url,
    PM_DATA_DIR: dataDir,
    PM_BOOTSTRAP_KEY: platformKey,
    PM_WEB_BOT_AUTH: 'on',
    PM_BASIC_TRANSPORT: 'smtp',
    PM_SMTP_URL: sink.url,
    ...env,
  });
  isRunning = true;
}

beforeAll(async () => {
  [database, dataDir, sink] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'proofmail-drill-')),
    startSmtpSink(),
  ]);
  await start({ PM_SECRET: FIRST });
  ada = await product.mailbox({
    tenant: { policy: { quarantine: { on_auth_fail: false }, web_bot_auth: { allowed: true } } },
  });
  const body = { name: 'k', level: 'identity', identity_id: ada.id, permissions: ['identities:sign'] };
  signer = (await product.call('POST', '/v1/keys', { body })).body.secret;
});
afterAll(async () => {
  await stop();
  await sink?.close();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const assertion = async (): Promise<ApiAnswer> =>
  product.call('POST', `/v1/identities/${ada.id}/assertions`, { body: { audience: 'drill' }, key: signer });
const keySet = async () =>
  (await product.call('GET', `/.well-known/jwks/${ada.id}.json`, { key: null })).body as never;
const isValid = async (token: string): Promise<boolean> =>
  jwtVerify(token, createLocalJWKSet(await keySet()), { audience: 'drill' }).then(
    () => true,
    () => false,
  );
const listed = async (): Promise<string[]> => {
  const path = '/.well-known/http-message-signatures-directory';
  const { body } = await product.call('GET', path, { key: null });
  return JSON.parse(body.text).keys.map(({ kid }: { kid: string }) => kid);
};
const rotate = (purpose: string): Promise<ApiAnswer> =>
  product.call('POST', `/v1/platform/keys/${purpose}/rotate?revoke_previous=true`);

let number = 0;
/** One round of typical requests. @returns the failed responses */
async function round(): Promise<string[]> {
  number += 1;
  const subject = `Load ${number}`;
  const answers = await Promise.all([
    product.send(
      ada,
      { to: [`x${number}@outside.example`], subject, text: 'x' },
      { idempotencyKey: subject },
    ),
    product.call('GET', `/v1/identities/${ada.id}/messages?limit=5`),
    assertion(),
    product.call('POST', `/v1/identities/${ada.id}/http-signatures`, {
      body: { url: 'https://shop.example.com/' },
      key: signer,
    }),
    product
      .handOver(ada.address, mailTo(ada.address, `In ${number}`))
      .then((text) => ({ status: text.startsWith('250') ? 200 : 500, body: { text } })),
  ]);
  return answers.flatMap(({ status, body }) => (status < 300 ? [] : [`${status} ${JSON.stringify(body)}`]));
}

it('1. every key of the deployment is rotated under load and its predecessor revoked; only what it signed fails', async () => {
  for (let warm = 0; warm < 3; warm += 1) expect(await round()).toEqual([]);
  const [oldWebKey] = await listed();
  const cursor = (await product.call('GET', `/v1/identities/${ada.id}/messages?limit=1`)).body.next_cursor;
  const answered = await product.send(ada, { to: ['grace@sender.example'], subject: 'Before', text: 'x' });
  const [sent] = (await sink.waitFor(4)).filter(
    ({ raw }) => headerOf(raw.toString(), 'Subject') === 'Before',
  );
  const replyTo = /<([^>]+)>|(\S+@\S+)/
    .exec(headerOf(sent!.raw.toString(), 'Reply-To')!)!
    .slice(1)
    .find(Boolean)!;

  const end = new AbortController();
  const failures: string[] = [];
  const load = (async () => {
    while (!end.signal.aborted) {
      failures.push(...(await round()));
      await delay(20);
    }
  })();
  for (const purpose of ['thread', 'link', 'cursor', 'web_bot_auth']) {
    const before = number;
    expect((await rotate(purpose)).status).toBe(200);
    while (number < before + 2) await delay(5);
  }
  end.abort();
  await load;
  expect(failures).toEqual([]);

  expect(await listed()).not.toContain(oldWebKey);
  const stale = await product.call('GET', `/v1/identities/${ada.id}/messages?limit=1&cursor=${cursor}`);
  expect(stale.body.error.code).toBe('invalid_request');
  // The token in the address is no longer valid, but the headers still assign the answer to its thread.
  const fields = {
    'In-Reply-To': headerOf(sent!.raw.toString(), 'Message-ID')!,
    From: 'grace@sender.example',
  };
  await product.handOver(replyTo, mailTo(replyTo, 'Re: Before', fields), 'grace@sender.example');
  await product.thread(ada, answered.body.thread_id, 2);
  await sink.waitFor(number + 1);
});

it('2. PM_SECRET is replaced: everything that it sealed still opens, and the old one opens nothing', async () => {
  const before = (await assertion()).body.assertion;
  await start({ PM_SECRET: SECOND, PM_PREVIOUS_SECRET: FIRST });
  expect(await isValid(before)).toBe(true);
  expect(await isValid((await assertion()).body.assertion)).toBe(true);
  expect(await round()).toEqual([]);
  await sink.waitFor(number + 1);
  await start({ PM_SECRET: SECOND });
  expect(await round()).toEqual([]);
  await expect(start({ PM_SECRET: FIRST })).rejects.toThrow('PM_SECRET');
  await start({ PM_SECRET: SECOND });
});

it('3. keys of identities are replaced: what a thief signs with the old one is refused at once', async () => {
  const before = (await assertion()).body.assertion;
  const body = { overlap_hours: 0 };
  expect((await product.call('POST', `/v1/identities/${ada.id}/keys/rotate`, { body })).status).toBe(200);
  expect(await isValid(before)).toBe(false);
  expect(await isValid((await assertion()).body.assertion)).toBe(true);
});

it('4. the DKIM key is replaced: mail leaves with a signature of the new one', async () => {
  const selectorOf = async (): Promise<string> => {
    number += 1;
    const body = { to: ['x@outside.example'], subject: `DKIM ${number}`, text: 'x' };
    expect((await product.send(ada, body, { idempotencyKey: body.subject })).status).toBe(202);
    const messages = await sink.waitFor(number + 1);
    const raw = messages
      .map((one) => one.raw.toString())
      .find((text) => text.includes(`Subject: DKIM ${number}`));
    return /\bs=([^;\s]+)/.exec(headerOf(raw!, 'DKIM-Signature')!)![1]!;
  };
  const old = await selectorOf();
  await product.services.db.run(
    sql`delete from dkim_keys where domain = ${product.services.config.mailDomain}`,
  );
  await start({ PM_SECRET: SECOND });
  const present = await selectorOf();
  expect(present).not.toBe(old);
  expect(product.services.dkimRecord!.name).toContain(present);
});
