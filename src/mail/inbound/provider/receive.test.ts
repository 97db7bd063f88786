import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { CERTIFICATE_URL, sesNotification, signed, snsCertificate, TOPIC } from '#testing/sns.ts';

// POST /hooks/mailprovider/inbound (spec 4.2, 5): SNS messages signed by our own key, whose certificate
// takes the place of Amazon's. S3 is a server on loopback that the real client talks to.

let product: TestProduct;
let s3: Server;
let objects: Map<string, Buffer>;
let asked: string[];
let identity: { id: string; primary_address: string };

beforeAll(async () => {
  objects = new Map();
  s3 = createServer((request, response) => {
    const object = objects.get(new URL(request.url!, 'http://s3').pathname);
    response.writeHead(object ? 200 : 404, { 'content-length': object?.length ?? 0 }).end(object);
  });
  await new Promise<void>((done) => s3.listen(0, '127.0.0.1', done));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  product = await openTestProduct({
    PM_DNS_SERVERS: '127.0.0.1:9',
    PM_SNS_TOPICS: `${TOPIC},arn:aws:sns:eu-west-1:123456789012:other`,
    PM_SES_S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
  });
  const tenant = await product.call('POST', '/v1/tenants', {
    body: { slug: 'ses', name: 'S', mode: 'live', policy: { quarantine: { on_auth_fail: false } } },
  });
  identity = (
    await product.call('POST', `/v1/tenants/${tenant.body.id}/identities`, { body: { username: 'agent' } })
  ).body as typeof identity;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await product?.close();
  s3?.close();
});

/** The responses of Amazon's host by URL. All other requests fail like those to a closed port. */
let amazon: Map<string, Response>;
beforeEach(() => {
  asked = [];
  amazon = new Map([[CERTIFICATE_URL, new Response(snsCertificate)]]);
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    asked.push(url);
    expect(options.redirect).toBe('error');
    const answer = amazon.get(url);
    if (!answer) throw new TypeError('fetch failed');
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const post = (body: unknown) =>
  product.call('POST', '/hooks/mailprovider/inbound', {
    key: null,
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const mailTo = (recipient: string, action: Record<string, string>, content?: string) =>
  signed({ Message: sesNotification({ recipients: [recipient], action }, content) });

const messages = async (subject: string) => {
  const { body } = await product.call('GET', `/v1/identities/${identity.id}/threads`);
  return body.data.filter((thread: { subject: string }) => thread.subject === subject);
};
const arrived = (subject: string) =>
  product.eventually(
    () => messages(subject),
    (found) => found.length > 0,
  );

const rfc822 = (subject: string, text = 'Hello') =>
  `From: Grace <grace@sender.example>\r\nTo: agent@example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@sender.example>\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}\r\n`;

describe('what was really sent', () => {
  it.each([
    ['UTF8', (text: string) => text],
    ['BASE64', (text: string) => Buffer.from(text).toString('base64')],
  ])('a message in the notification as %s, told twice, is stored once', async (encoding, encode) => {
    const subject = `inline-${encoding}`;
    const notification = mailTo(
      identity.primary_address,
      { type: 'SNS', topicArn: TOPIC, encoding },
      encode(rfc822(subject, 'Grüße')),
    );
    expect(await post(notification)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await post(notification)).toMatchObject({ status: 200 });
    const [thread] = await arrived(subject);
    const { body } = await product.call('GET', `/v1/identities/${identity.id}/threads/${thread.id}`);
    expect(body.messages).toHaveLength(1);
    expect(body.messages[0]).toMatchObject({ extracted_text: 'Grüße', direction: 'inbound' });
    const raw = await product.call(
      'GET',
      `/v1/identities/${identity.id}/messages/${body.messages[0].id}/raw`,
    );
    // The client of SES, from the trace field on top, not from the one below.
    expect(raw.body.text).toMatch(/^Received: from mx\.sender\.example \(\[192\.0\.2\.7\]\)/);
  });

  it('a message of 30 MB in S3', async () => {
    objects.set(
      '/bucket-1/mail/a%20b',
      Buffer.from(rfc822('stored', `${'x'.repeat(76)}\r\n`.repeat(400_000))),
    );
    const action = { type: 'S3', topicArn: TOPIC, bucketName: 'bucket-1', objectKey: 'mail/a b' };
    expect(await post(mailTo(identity.primary_address, action))).toMatchObject({ status: 200 });
    expect(await arrived('stored')).toHaveLength(1);
  });

  it('a message over 40 MiB is refused, one that S3 does not have yet is asked for again', async () => {
    objects.set('/bucket-1/large', Buffer.alloc(40 * 1024 * 1024 + 1, 'x'));
    const action = { type: 'S3', topicArn: TOPIC, bucketName: 'bucket-1', objectKey: 'large' };
    expect(await post(mailTo(identity.primary_address, action))).toMatchObject({ status: 413 });
    const missing = { ...action, objectKey: 'missing' };
    expect(await post(mailTo(identity.primary_address, missing))).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    });
  });

  it('a notification of something else changes nothing', async () => {
    expect(await post(signed({ Message: '{"notificationType":"Bounce"}' }))).toMatchObject({ status: 200 });
    expect(await post(signed({ Message: 'Hello', Subject: 'A subject' }))).toMatchObject({ status: 200 });
  });

  it('a subscription is confirmed by one visit', async () => {
    const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
    amazon.set(url, new Response('<ok/>'));
    const message = signed({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: url });
    expect(await post(message)).toMatchObject({ status: 200 });
    expect(asked.filter((each) => each === url)).toHaveLength(1);
  });
});

describe('anything else is 403 invalid_signature', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const good = () => signed({ Message: '{}' });
  it.each<[string, () => unknown]>([
    ['no JSON', () => 'nonsense'],
    ['no object', () => '[]'],
    ['an empty body', () => ''],
    ['bytes that are no text', () => '{"a":"\uD800"}'],
    ['SignatureVersion 1', () => signed({ SignatureVersion: '1' }, 'sha1')],
    ['SHA-1 under version 2', () => signed({}, 'sha1')],
    ['a changed message', () => ({ ...good(), Message: '{"a":1}' })],
    ['an added subject', () => ({ ...good(), Subject: 'x' })],
    ['no signature', () => ({ ...good(), Signature: '' })],
    ['another topic', () => signed({ TopicArn: `${TOPIC}2` })],
    [
      'a topic that differs from the signed one',
      () => ({
        ...good(),
        TopicArn: 'arn:aws:sns:eu-west-1:123456789012:other',
      }),
    ],
    ['an old one', () => signed({ Timestamp: hoursAgo(1.1) })],
    ['one of the future', () => signed({ Timestamp: hoursAgo(-1.1) })],
    ['a time that is none', () => signed({ Timestamp: 'yesterday' })],
    ...[
      'http://sns.eu-west-1.amazonaws.com/a.pem',
      'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem',
      'https://evil.example/sns.eu-west-1.amazonaws.com/a.pem',
      'https://sns.eu-west-1.amazonaws.com:8443/a.pem',
      'https://user@sns.eu-west-1.amazonaws.com/a.pem',
      'https://s3.eu-west-1.amazonaws.com/a.pem',
      'https://sns.eu-west-1.amazonaws.com@evil.example/a.pem',
      'https://sns.a.b.amazonaws.com/a.pem',
      'https://sns.eu-west-1.amazonaws.com/a.txt',
      'not a url',
    ].map((url): [string, () => unknown] => [
      `a certificate at ${url}`,
      () => signed({ SigningCertURL: url }),
    ]),
    [
      'a subscription to elsewhere',
      () => signed({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: 'https://evil.example/' }),
    ],
  ])('%s', async (_, make) => {
    expect(await post(make())).toMatchObject({ status: 403, body: { error: { code: 'invalid_signature' } } });
    expect(asked.filter((url) => url !== CERTIFICATE_URL)).toEqual([]);
  });

  it('a certificate that is none; one that cannot be had right now is 503, so that SNS comes again', async () => {
    const at = (name: string) => `https://sns.us-east-1.amazonaws.com/${name}.pem`;
    amazon.set(at('garbage'), new Response('garbage'));
    amazon.set(at('endless'), new Response('x'.repeat(100_000)));
    amazon.set(at('down'), new Response('', { status: 500 }));
    expect(await post(signed({ SigningCertURL: at('garbage') }))).toMatchObject({ status: 403 });
    expect(await post(signed({ SigningCertURL: at('endless') }))).toMatchObject({ status: 403 });
    expect(await post(signed({ SigningCertURL: at('down') }))).toMatchObject({ status: 503 });
    expect(await post(signed({ SigningCertURL: at('unreachable') }))).toMatchObject({ status: 503 });
  });

  it('and only POST is answered', async () => {
    const answer = await product.call('GET', '/hooks/mailprovider/inbound', { key: null });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });
});

it('tells the provider to come again while the mailbox is full, and loses nothing', async () => {
  const mail = mailTo(
    identity.primary_address,
    { type: 'SNS', encoding: 'BASE64' },
    Buffer.from(rfc822('Full')).toString('base64'),
  );
  const fill = (bytes: number) =>
    product.services.db.run(sql`
      insert into mailbox_usage (identity_id, bytes) values (${identity.id}, ${bytes})
      on conflict (identity_id) do update set bytes = ${bytes}`);
  await fill(limits.mailbox);
  const refused = await post(mail);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '300']);
  await fill(0);
  expect((await post(mail)).status).toBe(200);
  await arrived('Full');
});
