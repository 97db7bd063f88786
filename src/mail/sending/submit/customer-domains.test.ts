import { authenticate } from 'mailauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dkimRecordText,
  insertAddress,
  insertDomain,
  setDomainStatus,
  type TestDomain,
} from '#testing/inserted-domains.ts';
import { headerOf, type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type ScriptedSmtpServer, startScriptedSmtpServer } from '#testing/scripted-smtp-server.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';

// Sending from tenants' own domains (issue 19, points 4 and 5; spec 4.6 rules 3 and 8, 7.3), seen from outside.

let smarthost: SmtpSink;
let relay: ScriptedSmtpServer;
let product: MailProduct;
let clockNow = new Date();
const count = { value: 0 };

beforeAll(async () => {
  smarthost = await startSmtpSink();
  relay = await startScriptedSmtpServer({ tls: 'starttls', extensions: ['AUTH PLAIN'] });
  product = await openMailProduct(
    { PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: smarthost.url, PM_INSECURE_TARGETS: 'on' },
    { now: () => clockNow },
  );
});
afterAll(async () => {
  await product?.close();
  await relay?.close();
  await smarthost?.close();
});

/** A mailbox with an address on a domain of its tenant. */
async function onDomain(options: Partial<TestDomain> & { policy?: object; name?: string } = {}) {
  count.value += 1;
  const { policy = {}, name = `d${count.value}.example`, ...rest } = options;
  const mailbox = await product.mailbox({ tenant: { policy } });
  const domainId = await insertDomain(product.services, {
    domain: name,
    tenantId: mailbox.tenantId,
    ...rest,
  });
  const address = await insertAddress(product.services, mailbox, { domainId, address: `hello@${name}` });
  return { mailbox, domainId, address, name };
}
const send = (from: Mailbox, address: string, more: object = {}) =>
  product.send(from, {
    from_address: address,
    to: [`bob${count.value}@outside.example`],
    subject: `From ${address}`,
    text: 'Hello.',
    ...more,
  });
const sentFrom = (subject: string) =>
  product.eventually(
    async () => smarthost.messages.find(({ raw }) => raw.includes(`Subject: ${subject}`)),
    (found) => found !== undefined,
  );
const settled = (mailbox: Mailbox, id: string, status: string) =>
  product.eventually(
    () => product.message(mailbox, id),
    ({ body }) => body.status === status,
  );

async function verify(raw: Buffer, ip: string, sender: string, domain: string) {
  const records: Record<string, string> = {
    [`TXT pm1._domainkey.${domain}`]: dkimRecordText,
    [`TXT pm-bounces.${domain}`]: 'v=spf1 ip4:192.0.2.7 -all',
    [`TXT _dmarc.${domain}`]: 'v=DMARC1; p=reject; adkim=s',
  };
  const resolver = async (name: string, type: string) => {
    const found = records[`${type} ${name}`];
    if (found) return [[found]];
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  };
  const options = { ip, helo: 'mail.localhost', sender, resolver, trustReceived: false };
  const { dkim, spf, dmarc } = await authenticate(raw, options as never);
  return {
    dkim: dkim.results.map(({ signingDomain, status }) => `${signingDomain} ${status.result}`),
    spf: (spf || undefined)?.status.result,
    dmarc: (dmarc || undefined)?.status.result,
  };
}

describe('a healthy domain', () => {
  it('signs, has its own return path, and is aligned for DMARC both ways', async () => {
    const { mailbox, address, name } = await onDomain();
    const { body } = await send(mailbox, address);
    const mail = (await sentFrom(`From ${address}`))!;
    expect(headerOf(mail.raw.toString(), 'From')).toContain(
      `<${address}>`.replace(/^</, '').replace(/>$/, ''),
    );
    expect(headerOf(mail.raw.toString(), 'Message-ID')).toBe(`<${body.id.toLowerCase()}@${name}>`);
    expect(headerOf(mail.raw.toString(), 'Reply-To')).toMatch(new RegExp(`hello\\+[a-z2-7]+@${name}`));
    expect(mail.from).toMatch(new RegExp(`^hello\\+[a-z2-7]+@pm-bounces\\.${name}$`));
    expect(await verify(mail.raw, '192.0.2.7', mail.from, name)).toEqual({
      dkim: [`${name} pass`],
      spf: 'pass',
      dmarc: 'pass',
    });
    // A bounce that comes back to that return path finds the recipient that it is about.
    const answer = await product.handOver(mail.from, bounceOf(mail.raw.toString(), mail.to[0]!), '');
    expect(answer).toContain('accepted');
    const after = await settled(mailbox, body.id, 'bounced');
    expect(after.body.deliveries).toMatchObject([{ status: 'bounced', smtp_code: 550 }]);
  });

  it('takes answers to the thread, and mail from another mailbox never leaves', async () => {
    const { mailbox, address } = await onDomain();
    const other = await product.mailbox({ tenant: { policy: {} } });
    const sent = await product.send(other, { to: [address], subject: 'To a domain inside', text: 'Hi.' });
    const received = await product.arrived(mailbox, 'To a domain inside');
    expect(received).toMatchObject({ delivered_to: address, trust: { verdict: 'pass' } });
    const { body } = await product.reply(mailbox, received.id, { text: 'Hi back.' });
    expect(body.from.address).toBe(address);
    await product.thread(other, sent.body.thread_id, 2);
    expect(smarthost.messages.some(({ raw }) => raw.includes('To a domain inside'))).toBe(false);
  });

  it('without its return path record sends from the domain itself', async () => {
    const { mailbox, address, domainId, name } = await onDomain({ status: 'degraded' });
    await product.services.db.pool.query('update domains set records = $2 where id = $1', [
      domainId,
      JSON.stringify([{ purpose: 'return_path', status: 'missing', name: `pm-bounces.${name}` }]),
    ]);
    await send(mailbox, address);
    expect((await sentFrom(`From ${address}`))!.from).toMatch(new RegExp(`@${name}$`));
  });
});

describe('a rotation', () => {
  it('signs with the next key from the moment that it is active', async () => {
    const { mailbox, address, domainId, name } = await onDomain();
    const { db, sealer } = product.services;
    await send(mailbox, address, { subject: `Before ${name}` });
    expect((await sentFrom(`Before ${name}`))!.raw.toString()).toMatch(/d=d\d+\.example; s=pm1;/);
    const { rows } = await db.pool.query('select private_key from domain_dkim_keys where domain = $1', [
      name,
    ]);
    const plain = sealer.open('dkim-key', rows[0].private_key, `pm1._domainkey.${name}`);
    await db.pool.query(
      `insert into domain_dkim_keys (domain_id, selector, domain, private_key, record, state)
       values ($1, 'pm2', $2, $3, $4, 'next')`,
      [domainId, name, sealer.seal('dkim-key', plain, `pm2._domainkey.${name}`), dkimRecordText],
    );
    await send(mailbox, address, { subject: `Waiting ${name}` });
    expect((await sentFrom(`Waiting ${name}`))!.raw.toString()).toContain('s=pm1;');
    await db.pool.query(
      `update domain_dkim_keys set state = case selector when 'pm2' then 'active' else 'retiring' end where domain = $1`,
      [name],
    );
    await send(mailbox, address, { subject: `After ${name}` });
    const after = (await sentFrom(`After ${name}`))!;
    expect(after.raw.toString()).toContain('s=pm2;');
    // Mail that the retiring key signed is still recognised as ours when it comes back.
    const before = (await sentFrom(`Before ${name}`))!;
    const other = await product.mailbox({ tenant: { policy: {} } });
    await product.handOver(other.address, before.raw.toString(), 'someone@outside.example');
    expect(await product.arrived(other, `Before ${name}`)).toMatchObject({ trust: { verdict: 'pass' } });
  });
});

describe('a test tenant', () => {
  it('sends to domains of the deployment, and not to the outside', async () => {
    const inside = await onDomain();
    const forwarded = await onDomain({ method: 'send_only', inbound_forwarding: true });
    const tester = await product.mailbox({ tenant: { mode: 'test', policy: {} } });
    const to = (address: string) => product.send(tester, { to: [address], subject: 'Test', text: 'T' });
    expect((await to(inside.address)).status).toBe(202);
    await product.arrived(inside.mailbox, 'Test');
    expect((await to(forwarded.address)).body.error.code).toBe('test_mode_recipient');
    expect((await to('bob@outside.example')).body.error.code).toBe('test_mode_recipient');
  });
});

describe('a relay', () => {
  const settings = () => ({ host: '127.0.0.1', port: relay.port, username: 'agent', password: 's3cret' });

  it('carries the mail of its domain, signed; marketing leaves by one click', async () => {
    const { mailbox, address, name } = await onDomain({
      method: 'relay',
      transport: 'relay',
      relay: settings(),
    });
    const { body } = await send(mailbox, address, {
      kind: 'marketing',
      consent: { basis: 'form', recorded_at: '2026-01-01T00:00:00Z' },
      unsubscribe: { mailto: `leave@${name}` },
    });
    await settled(mailbox, body.id, 'submitted');
    const [mail] = relay.messages;
    expect(mail!.from).toMatch(new RegExp(`^hello\\+[a-z2-7]+@${name}$`));
    expect(await verify(mail!.raw, '192.0.2.1', mail!.from, name)).toMatchObject({
      dkim: [`${name} pass`],
      dmarc: 'pass',
    });
    const way = /<(http[^>]+)>/.exec(headerOf(mail!.raw.toString(), 'List-Unsubscribe')!)![1]!;
    const token = way.split('/').at(-1)!;
    const { unsubscribe } = await import('../index.ts');
    expect(await unsubscribe(product.services, token)).toMatchObject({ hint: 'b***@outside.example' });
    const again = await send(mailbox, address, { to: mail!.to, subject: 'Again' });
    expect(again.body.deliveries).toMatchObject([{ status: 'suppressed', reason: 'unsubscribe' }]);
  });

  it('that is silent after the dot leaves the message uncertain, and it is not sent again', async () => {
    const silent = await startScriptedSmtpServer({
      tls: 'starttls',
      extensions: ['AUTH PLAIN'],
      script: { content: { ending: 'drop' } },
    });
    const { mailbox, address } = await onDomain({
      method: 'relay',
      transport: 'relay',
      relay: { ...settings(), port: silent.port },
    });
    const { body } = await send(mailbox, address);
    const after = await settled(mailbox, body.id, 'uncertain');
    expect(after.body.deliveries).toMatchObject([{ reason: 'transport_connection_lost' }]);
    expect(silent.messages).toHaveLength(1);
    await silent.close();
  });
});

describe('a domain that is not ready', () => {
  it.each(['pending', 'verifying'] as const)('%s sends nothing', async (status) => {
    const { mailbox, address } = await onDomain({ status });
    expect((await send(mailbox, address)).body.error).toMatchObject({ code: 'domain_not_ready' });
  });

  it.each(['failing', 'suspended'] as const)('%s goes out from the platform address', async (status) => {
    const { mailbox, address } = await onDomain({ status });
    const { status: code, body } = await send(mailbox, address);
    expect([code, body.from.address, body.flags]).toEqual([202, mailbox.address, ['sent_via_fallback']]);
    const mail = (await sentFrom(`From ${address}`))!;
    expect(headerOf(mail.raw.toString(), 'Reply-To')).toMatch(/@mail\.localhost/);
    expect(mail.from).toMatch(/@mail\.localhost$/);
    const marketing = { kind: 'marketing', consent: { basis: 'form', recorded_at: '2026-01-01T00:00:00Z' } };
    const refused = await send(mailbox, address, { ...marketing, unsubscribe: { mailto: 'l@x.example' } });
    expect(refused.body.error).toMatchObject({
      code: 'transport_unavailable',
      details: { reason: 'marketing_needs_ses' },
    });
  });

  it('fails where the policy forbids the platform address', async () => {
    const { mailbox, address } = await onDomain({
      status: 'failing',
      policy: { domains: { fallback: false } },
    });
    const { body } = await send(mailbox, address);
    const after = await settled(mailbox, body.id, 'failed');
    expect(after.body.deliveries).toMatchObject([{ reason: 'domain_failing_no_fallback' }]);
  });
});

describe('a domain that changed after the message was accepted', () => {
  /** Accepts a scheduled message, changes the domain, and lets the time come. */
  async function later(
    options: Parameters<typeof onDomain>[0],
    change: (id: string) => Promise<unknown>,
    more = {},
  ) {
    const made = await onDomain(options);
    const send_at = new Date(clockNow.getTime() + 3_600_000).toISOString();
    const { body } = await send(made.mailbox, made.address, { send_at, ...more });
    await change(made.domainId);
    return { ...made, id: body.id as string };
  }
  const status = (next: Parameters<typeof setDomainStatus>[2]) => (id: string) =>
    setDomainStatus(product.services, id, next);
  const due = async () => {
    clockNow = new Date(clockNow.getTime() + 2 * 3_600_000);
  };

  it('goes out from the platform address, is refused, or waits', async () => {
    const failing = await later({}, status('failing'));
    const removed = await later({}, (id) =>
      product.services.db.pool.query('delete from domains where id = $1', [id]),
    );
    const unproven = await later({}, status('verifying'));
    await due();
    const { submit } = await import('./submit.ts');
    const before = smarthost.messages.length;
    for (const { id } of [failing, removed, unproven]) await submit(product.services, id, null);
    const moved = (await product.message(failing.mailbox, failing.id)).body;
    expect([moved.from.address, moved.flags]).toEqual([failing.mailbox.address, ['sent_via_fallback']]);
    const mail = (await sentFrom(`From ${failing.address}`))!;
    expect(headerOf(mail.raw.toString(), 'From')).toContain(failing.mailbox.address);
    const token = /\+([a-z2-7]+)@/.exec(headerOf(mail.raw.toString(), 'Reply-To')!)![1];
    expect(headerOf(mail.raw.toString(), 'Reply-To')).toContain(
      failing.mailbox.address.replace('@', `+${token}@`),
    );
    expect((await product.raw(failing.mailbox, failing.id)).replaceAll('\r', '')).toContain(
      `<${failing.mailbox.address}>`,
    );
    const refused = (await product.message(removed.mailbox, removed.id)).body;
    expect(refused).toMatchObject({
      status: 'rejected',
      deliveries: [{ reason: 'sender_domain_unavailable' }],
    });
    expect((await product.message(unproven.mailbox, unproven.id)).body.status).toBe('queued');
    expect(smarthost.messages).toHaveLength(before + 1);
  });

  it('refuses marketing that would go out over the basic transport', async () => {
    const more = {
      kind: 'marketing',
      consent: { basis: 'form', recorded_at: '2026-01-01T00:00:00Z' },
      unsubscribe: { mailto: 'leave@x.example' },
    };
    const relayed = { host: '127.0.0.1', port: relay.port, username: null, password: null };
    const made = await later(
      { transport: 'relay', relay: relayed },
      (id) => product.services.db.pool.query(`update domains set transport = 'basic' where id = $1`, [id]),
      more,
    );
    const { submit } = await import('./submit.ts');
    await submit(product.services, made.id, null);
    expect((await product.message(made.mailbox, made.id)).body).toMatchObject({
      status: 'rejected',
      deliveries: [{ reason: 'marketing_needs_ses' }],
    });
  });
});

function bounceOf(raw: string, recipient: string): string {
  return [
    'From: MAILER-DAEMON@outside.example',
    'To: sender',
    'Subject: Undelivered',
    'Message-ID: <bounce@outside.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It did not arrive.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; outside.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    raw.split('\r\n\r\n')[0]!,
    '--b--',
    '',
  ].join('\n');
}
