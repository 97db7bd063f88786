import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { insertAddress, insertDomain } from '#testing/inserted-domains.ts';
import { headerOf, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type SesServer, startSesServer } from '#testing/ses-server.ts';

// Amazon SES for the platform domain (PM_BASIC_TRANSPORT=ses) and for tenants' domains (issue 19, point 5; spec 7.3).

let server: SesServer;
let product: MailProduct;
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  server = await startSesServer();
  product = await openMailProduct({
    PM_BASIC_TRANSPORT: 'ses',
    AWS_REGION: 'eu-west-1',
    PM_SES_ENDPOINT: server.url,
    PM_CONSOLE_URL: 'https://console.example',
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await product?.close();
  await server?.close();
});

it('carries the mail of the platform and of domains that it has verified', async () => {
  const mailbox = await product.mailbox({ tenant: { policy: {} } });
  const domain = 'ses.example';
  const tenantId = mailbox.tenantId;
  const domainId = await insertDomain(product.services, { domain, tenantId, transport: 'ses' });
  const address = await insertAddress(product.services, mailbox, { domainId, address: `hello@${domain}` });
  const send = async (status: string, body: object) => {
    const sent = await product.send(mailbox, {
      to: ['bob@outside.example'],
      subject: 'S',
      text: 'T',
      ...body,
    });
    const read = () => product.message(mailbox, sent.body.id);
    return (await product.eventually(read, (answer) => answer.body.status === status)).body;
  };

  await product.services.mailIdentities!.ensure('mail.localhost', null);
  const unverified = await send('rejected', {});
  expect(unverified.deliveries).toMatchObject([{ reason: 'sender_domain_unavailable' }]);
  server.verify('mail.localhost');
  await send('submitted', {});
  expect(server.mails).toMatchObject([{ from: mailbox.address, to: ['bob@outside.example'] }]);

  await send('rejected', { from_address: address });
  await product.services.mailIdentities!.ensure(domain, null);
  server.verify(domain);
  const consent = { basis: 'form', recorded_at: '2026-01-01T00:00:00Z' };
  const marketing = { kind: 'marketing', consent, unsubscribe: { mailto: `leave@${domain}` } };
  await send('submitted', { from_address: address, ...marketing });
  const mail = server.mails[1]!;
  expect(mail.from).toBe(address);
  expect(headerOf(mail.raw.toString(), 'From')).toContain(address);
  expect(headerOf(mail.raw.toString(), 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const [, link] = /<(https:[^>]+)>/.exec(headerOf(mail.raw.toString(), 'List-Unsubscribe')!)!;
  const headers = { host: 'console.example' };
  const click = new Request(link!, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' });
  expect((await product.fetch(click)).status).toBe(200);
  const again = await product.send(mailbox, { to: ['bob@outside.example'], subject: 'Again', text: 'T' });
  expect(again.body.deliveries).toMatchObject([{ status: 'suppressed', reason: 'unsubscribe' }]);
  // SES signs with the key that it was given.
  expect(mail.raw.toString()).not.toContain('DKIM-Signature');

  const refused = await product.send(mailbox, {
    to: ['bob@outside.example'],
    subject: 'S',
    text: 'T',
    ...marketing,
  });
  expect(refused.body.error).toMatchObject({ details: { reason: 'marketing_needs_ses' } });
});
