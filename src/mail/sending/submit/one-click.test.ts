import { request as httpRequest } from 'node:http';
import { createServer, request as httpsRequest, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { authenticate } from 'mailauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dkimRecordText, insertAddress, insertDomain } from '#testing/inserted-domains.ts';
import { headerOf } from '#testing/mailboxes.ts';
import { type ScriptedSmtpServer, startScriptedSmtpServer } from '#testing/scripted-smtp-server.ts';
import { type ServedProduct, serveProduct } from '#testing/served.ts';
import { testCertificate } from '#testing/tls-certificate.ts';

// One-click unsubscribe (RFC 8058) as a mail provider does it: from the marketing mail that arrived, over https through a
// proxy with TLS like that of a deployment, up to the suppression (issue 19, point 5).

let proxy: Server;
let relay: ScriptedSmtpServer;
let product: ServedProduct;
let origin: string;

beforeAll(async () => {
  relay = await startScriptedSmtpServer({ tls: 'starttls', extensions: ['AUTH PLAIN'] });
  // Keeps the Host, as docs/operations.md has a proxy do.
  proxy = createServer(testCertificate, (request, response) => {
    const { method, url, headers } = request;
    const onward = httpRequest(`${product.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  origin = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  product = await serveProduct({ PM_PUBLIC_URL: origin, PM_INSECURE_TARGETS: 'on' });
});
afterAll(async () => {
  proxy?.closeAllConnections();
  await new Promise((done) => proxy?.close(done));
  await product?.close();
  await relay?.close();
});

/** A mail provider: no cookies, no session, nothing but the link and the field of the mail. */
const visit = (method: string, url: string, body?: { type: string; text: string }) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = body ? { 'Content-Type': body.type, 'Content-Length': body.text.length } : {};
    const asked = httpsRequest(url, { method, headers, ca: testCertificate.cert }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.once('end', () => resolve({ status: answer.statusCode!, text }));
    });
    asked.once('error', reject).end(body?.text);
  });

async function sender(domain: string) {
  const mailbox = await product.mailbox({ tenant: { policy: {} } });
  const { tenantId } = mailbox;
  const settings = { host: '127.0.0.1', port: relay.port, username: null, password: null };
  const domainId = await insertDomain(product.services, {
    ...{ domain, tenantId, method: 'relay', transport: 'relay', relay: settings },
  });
  const address = await insertAddress(product.services, mailbox, { domainId, address: `news@${domain}` });
  const consent = { basis: 'form', recorded_at: '2026-01-01T00:00:00Z' };
  const send = (to: string) =>
    product.send(mailbox, {
      ...{ from_address: address, to: [to], subject: `To ${to}`, text: 'Our offers.' },
      ...{ kind: 'marketing', consent, unsubscribe: { mailto: `leave@${domain}` } },
    });
  const arrived = async (to: string) => {
    expect((await send(to)).status).toBe(202);
    const mail = await product.eventually(
      async () => relay.messages.find((each) => each.to.includes(to))!,
      (found) => found !== undefined,
    );
    const raw = mail.raw.toString();
    return { raw, link: /<(https:[^>]+)>/.exec(headerOf(raw, 'List-Unsubscribe')!)![1]! };
  };
  const suppressions = async () =>
    (await product.call('GET', `/v1/tenants/${tenantId}/suppressions?reason=unsubscribe`)).body.data;
  return { send, arrived, suppressions };
}

it('is in marketing mail, under a signature that covers it', async () => {
  const { arrived } = await sender('covered.example');
  const { raw, link } = await arrived('ada@covered-outside.example');
  expect(link.startsWith(`${origin}/unsubscribe/`)).toBe(true);
  expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const resolver = async (name: string) => {
    if (name === 'pm1._domainkey.covered.example') return [[dkimRecordText]];
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  };
  const { dkim } = await authenticate(raw, { trustReceived: false, resolver } as never);
  expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
  const [signed = ''] = /\bh=([^;]+)/.exec(headerOf(raw, 'DKIM-Signature')!)?.slice(1) ?? [];
  const names = signed.toLowerCase().split(/[:\s]+/);
  expect(names).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
});

it.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
])('ends the mail, posted as %s', async (type, text) => {
  const to = `bob@${type.split('/')[0]}.example`;
  const { arrived, send, suppressions } = await sender(`${type.split('/')[0]}-sender.example`);
  const { link } = await arrived(to);
  // A scanner follows every link before the person sees the mail.
  expect((await visit('GET', link)).status).toBe(200);
  expect(await suppressions()).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    const answer = await visit('POST', link, { type, text });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
  }
  expect(await suppressions()).toMatchObject([{ reason: 'unsubscribe' }]);
  expect((await send(to)).body.deliveries).toMatchObject([{ status: 'suppressed', reason: 'unsubscribe' }]);
});
