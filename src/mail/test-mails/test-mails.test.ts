import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '#api/trpc/router.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { dkimRecordText, insertDomain, setDomainStatus, type TestDomain } from '#testing/inserted-domains.ts';
import { headerOf, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type SinkMessage, type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';
import { eraser } from './index.ts';

// A test mail from a tenant's domain (issue 19, point 8): out through a foreign server, and back in through our own port.

let dns: DnsServer;
let smarthost: SmtpSink;
let product: MailProduct;
let now = new Date();
let count = 0;

beforeAll(async () => {
  dns = await startDnsServer();
  smarthost = await startSmtpSink();
  product = await openMailProduct(
    { PM_DNS_SERVERS: dns.address, PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: smarthost.url },
    { now: () => now },
  );
});
afterAll(async () => {
  await product?.close();
  await smarthost?.close();
  await dns?.close();
});

/** A member of a workspace with a domain, at the console. */
async function member(options: Partial<TestDomain> = {}) {
  count += 1;
  const domain = `t${count}.example`;
  const mailbox = await product.mailbox();
  const { tenantId } = mailbox;
  const id = await insertDomain(product.services, { domain, tenantId, ...options });
  const user = `usr_test${count}`;
  const email = `ada@home${count}.example`;
  await product.services.db.pool.query(
    `with u as (insert into users (id, email, name) values ($1, $2, 'Ada'))
     insert into members (tenant_id, user_id, role) values ($3, $1, 'owner')`,
    [user, email, tenantId],
  );
  const actor = {
    key_id: null,
    user_id: user,
    name: 'Ada',
    level: 'tenant',
    mode: 'live',
    partner_id: null,
    tenant_id: tenantId,
    identity_id: null,
    permissions: new Set(['domains:read', 'domains:write']),
    expires_at: null,
  } as unknown as Actor;
  const { domains } = createCaller({
    actor,
    services: product.services,
    requestId: newId('request'),
    idempotencyKey: null,
  });
  const newest = async () => (await domains.list_test_mails({ domain_id: id })).data[0]!;
  const reads = (status: string) => product.eventually(newest, (mail) => mail?.status === status);
  return { domain, domainId: id, email, mailbox, domains, newest, reads };
}

const publish = (domain: string): void => {
  Object.assign(dns.records, {
    [`pm-bounces.${domain}`]: { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    [`pm1._domainkey.${domain}`]: { TXT: [dkimRecordText] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=quarantine'] },
  });
};
const sent = (from: string): Promise<SinkMessage> =>
  product.eventually(
    async () => smarthost.messages.find(({ raw }) => raw.includes(`Subject: Test mail from ${from}\r\n`))!,
    (found) => found !== undefined,
  );
const deliver = ({ raw, from, to }: SinkMessage, change = (text: string) => text) =>
  product.handOverBytes(to[0]!, Buffer.from(change(raw.toString())), from);
const stateOf = (mail: { findings: { check: string; state: string }[] }): Record<string, string> =>
  Object.fromEntries(mail.findings.map(({ check, state }) => [check, state]));

it('shows what a receiver saw, and keeps the mail nowhere', async () => {
  const { domain, domainId, domains, reads, mailbox } = await member();
  publish(domain);
  const asked = await domains.send_test_mail({ domain_id: domainId });
  expect(asked).toMatchObject({ status: 'queued', kind: 'receiver', recipient: null, findings: [] });
  const mail = await sent(domain);
  expect(mail.to[0]).toMatch(/^test-mail\+[0-9a-f]{32}@mail\.localhost$/);
  expect(mail.from).toBe(`${mail.to[0]!.split('@')[0]}@pm-bounces.${domain}`);
  expect(headerOf(mail.raw.toString(), 'From')).toContain(`postmaster@${domain}`);
  await reads('sent');
  await deliver(mail);
  const received = await reads('received');
  expect(stateOf(received)).toMatchObject({
    ...{ dmarc: 'good', spf: 'good', dkim: 'good', return_path: 'good', from: 'good' },
    tls: 'warn',
  });
  expect(received.header).toContain(`From: Proofmail <postmaster@${domain}>`);
  // A second copy changes nothing, and neither is stored in a mailbox.
  await deliver(mail, (text) => text.replace('This mail tests', 'Somebody else tests'));
  const { body } = await product.call('GET', `/v1/tenants/${mailbox.tenantId}/threads`);
  expect(body.data ?? []).toEqual([]);
  expect(await reads('received')).toEqual(received);
});

it('judges by DNS alone: our own key does not hide a record that is missing', async () => {
  const { domain, domainId, domains, reads } = await member();
  publish(domain);
  delete dns.records[`pm1._domainkey.${domain}`];
  dns.records[`pm-bounces.${domain}`] = { TXT: ['v=spf1 ip4:192.0.2.1 -all'] };
  await domains.send_test_mail({ domain_id: domainId });
  await deliver(await sent(domain), (text) => text.replace('From: Proofmail', 'From: Changed'));
  const received = await reads('received');
  expect(stateOf(received)).toMatchObject({ dmarc: 'bad', spf: 'warn', dkim: 'bad' });
  for (const { state, fix } of received.findings)
    expect([state, fix === null]).toEqual([state, state === 'good']);
});

it('goes to an identity of the workspace, which gets it, or to who asks, and to nobody else', async () => {
  const { domain, domainId, domains, email, mailbox, reads } = await member();
  publish(domain);
  const other = await product.mailbox();
  for (const to of [other.address, 'stranger@outside.example', 'ada@home999.example'])
    await expect(domains.send_test_mail({ domain_id: domainId, to })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  await domains.send_test_mail({ domain_id: domainId, to: mailbox.address });
  await deliver(await sent(domain));
  expect(await reads('received')).toMatchObject({ kind: 'identity', recipient: mailbox.address });
  expect(await product.arrived(mailbox, `Test mail from ${domain}`)).toMatchObject({
    delivered_to: mailbox.address,
  });

  await expect(domains.send_test_mail({ domain_id: domainId })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  // It names the address of the identity, so it is erased with it.
  const { tenantId, id: identityId } = mailbox;
  await product.services.db.transaction((tx) =>
    eraser.ofScope!(tx, { kind: 'identity', tenantId, identityId }, 10, product.services),
  );
  expect((await domains.list_test_mails({ domain_id: domainId })).data).toEqual([]);
  now = new Date(now.getTime() + 60_000);
  await domains.send_test_mail({ domain_id: domainId, to: email });
  expect(await reads('sent')).toMatchObject({ kind: 'member', recipient: null });
  expect(smarthost.messages.at(-1)!.to).toEqual([email]);
  // The deployment cannot see what arrives there.
  now = new Date(now.getTime() + 3_600_000);
  expect(await reads('sent')).toMatchObject({ kind: 'member' });
});

it('says that it bounced, that it is missing, and that the domain may not send', async () => {
  const { domain, domainId, domains, newest, reads } = await member();
  await setDomainStatus(product.services, domainId, 'failing');
  await expect(domains.send_test_mail({ domain_id: domainId })).rejects.toMatchObject({ code: 'CONFLICT' });
  await setDomainStatus(product.services, domainId, 'degraded');
  await domains.send_test_mail({ domain_id: domainId });
  const mail = await sent(domain);
  await reads('sent');
  now = new Date(now.getTime() + 11 * 60_000);
  expect(await newest()).toMatchObject({ status: 'missing' });
  const bounce = `From: MAILER-DAEMON@smarthost.example\nTo: ${mail.from}\nSubject: Undeliverable: relaying denied\n\nNo.\n`;
  await product.handOver(mail.from, bounce, '');
  expect(await reads('bounced')).toMatchObject({ response: 'Undeliverable: relaying denied' });
});

it('takes mail for tests that are awaited only', async () => {
  const { domain, domainId, domains, reads } = await member();
  const stranger = `test-mail+${'0'.repeat(32)}@mail.localhost`;
  const raw = `From: a@b.example\nTo: ${stranger}\nSubject: Hi\n\nHi.\n`;
  await expect(product.handOver(stranger, raw)).rejects.toThrow('550');
  await domains.send_test_mail({ domain_id: domainId });
  const mail = await sent(domain);
  await reads('sent');
  now = new Date(now.getTime() + 25 * 3_600_000);
  await expect(deliver(mail)).rejects.toThrow('550');
});

it('does not leave twice, nor from a domain that has stopped to work, nor by a server that refuses', async () => {
  const { domain, domainId, domains, reads } = await member({
    method: 'relay',
    transport: 'relay',
    relay: { host: '127.0.0.1', port: 587, username: null, password: null },
  });
  await domains.send_test_mail({ domain_id: domainId });
  expect((await reads('failed')).response).toEqual(expect.any(String));
  // The state after a kill between the claim and the outcome.
  await product.services.db.pool.query(
    `update domain_test_mails set status = 'queued', sent_at = now() where domain_id = $1`,
    [domainId],
  );
  const { rows } = await product.services.db.pool.query(
    'select id, tenant_id from domain_test_mails where domain_id = $1',
    [domainId],
  );
  const { submitTestMail } = await import('./submit.ts');
  await submitTestMail(product.services, {
    id: rows[0].id,
    token: '0'.repeat(32),
    to: 'ada@outside.example',
  });
  expect((await reads('sent')).response).toContain('stopped');
  expect(smarthost.messages.some(({ raw }) => raw.includes(`Test mail from ${domain}`))).toBe(false);
});
