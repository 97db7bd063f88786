import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sealMessage } from 'mailauth';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { insertAddress, insertDomain, setDomainStatus, type TestDomain } from '#testing/inserted-domains.ts';
import { type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// Mail to tenants' own domains (issue 19, point 6; spec 2.5), and reports about them (point 4).

let dns: DnsServer;
let product: MailProduct;
const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const record = `v=DKIM1; k=rsa; p=${pair.publicKey.toString('base64')}`;

beforeAll(async () => {
  dns = await startDnsServer({
    's1._domainkey.google.com': { TXT: [record] },
    's1._domainkey.evil.example': { TXT: [record] },
    's1._domainkey.big.example': { TXT: [record] },
    '_dmarc.big.example': { TXT: ['v=DMARC1; p=reject'] },
    '_dmarc.author.example': { TXT: ['v=DMARC1; p=reject'] },
  });
  product = await openMailProduct({ PM_DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await product?.close();
  await dns?.close();
});

let count = 0;
async function onDomain(options: Partial<TestDomain> & { addressStatus?: string } = {}) {
  count += 1;
  const { addressStatus = 'active', ...rest } = options;
  const domain = `in${count}.example`;
  const mailbox = await product.mailbox();
  const domainId = await insertDomain(product.services, { domain, tenantId: mailbox.tenantId, ...rest });
  const address = await insertAddress(product.services, mailbox, {
    domainId,
    address: `hello@${domain}`,
    status: addressStatus,
  });
  return { mailbox, domain, domainId, address };
}
const deliver = (to: string, subject: string) =>
  product.handOver(to, mailTo(to, subject)).catch((error: Error) => error.message);

describe('RCPT TO', () => {
  it('takes mail of proven domains, and of no others', async () => {
    const { mailbox, address, domainId } = await onDomain();
    expect(await deliver(address, 'To a proven domain')).toContain('accepted');
    expect(await product.arrived(mailbox, 'To a proven domain')).toMatchObject({ delivered_to: address });
    await setDomainStatus(product.services, domainId, 'failing');
    expect(await deliver(address, 'Failing')).toContain('accepted');
    await setDomainStatus(product.services, domainId, 'suspended');
    expect(await deliver(address, 'Suspended')).toContain('550');
    expect(await deliver(`nobody@${address.split('@')[1]}`, 'Nobody')).toContain('550');
  });

  it('asks to come back while a proven domain is not ready, and refuses one that nobody proved', async () => {
    const verifying = await onDomain({ status: 'verifying', addressStatus: 'pending' });
    expect(await deliver(verifying.address, 'Early')).toContain('450');
    const pending = await onDomain({ status: 'pending', addressStatus: 'pending' });
    expect(await deliver(pending.address, 'Too early')).toContain('550');
    expect(await deliver(`postmaster@${pending.domain}`, 'Too early')).toContain('550');
  });

  it('postmaster and abuse go to the operator and to the admins of the tenant', async () => {
    const { domain, mailbox } = await onDomain();
    await product.services.db.pool.query(
      `with u as (insert into users (id, email, name) values ('usr_${count}', 'admin@${domain}', 'Ada') returning id)
       insert into members (tenant_id, user_id, role) select $1, id, 'owner' from u`,
      [mailbox.tenantId],
    );
    expect(await deliver(`abuse@${domain}`, 'Stop it')).toContain('accepted');
    const kept = await product.eventually(
      () =>
        product.services.db.pool.query(`select envelope_to from captured_mail where envelope_to = $1`, [
          [`abuse@${domain}`],
        ]),
      ({ rows }) => rows.length === 1,
    );
    expect(kept.rows).toHaveLength(1);
    await product.eventually(
      () =>
        product.services.db.pool.query(`select subject from notifications where tenant_id = $1`, [
          mailbox.tenantId,
        ]),
      ({ rows }) => rows[0]?.subject === `Mail to abuse@${domain}`,
    );
  });
});

describe('trust', () => {
  it('mail that claims a domain of a tenant without proof fails', async () => {
    const { address, mailbox } = await onDomain();
    const claimed = await onDomain();
    const raw = mailTo(address, 'Claimed', { From: `Boss <boss@${claimed.domain}>` });
    await product.handOver(address, raw, 'eve@evil.example');
    expect(await product.arrived(mailbox, 'Claimed')).toMatchObject({ trust: { verdict: 'fail' } });
  });

  it('a domain that looks like one of the tenant is flagged', async () => {
    const { address, mailbox, domainId } = await onDomain();
    await product.services.db.pool.query(`update domains set domain = 'acmecorporation.com' where id = $1`, [
      domainId,
    ]);
    const raw = mailTo(mailbox.address, 'Look', { From: 'Boss <boss@acmecorporatlon.com>' });
    await product.handOver(mailbox.address, raw, 'boss@acmecorporatlon.com');
    expect((await product.arrived(mailbox, 'Look')).trust.flags).toContain('lookalike_domain');
    expect(address).toBeTruthy();
  });

  it('of a forwarder comes from the ARC chain of hosts that are trusted', async () => {
    const seal = async (raw: string, signingDomain: string, results: string) => {
      const bytes = Buffer.from(raw.replace(/\r?\n/g, '\r\n'));
      const headers = await sealMessage(bytes, {
        signingDomain,
        selector: 's1',
        privateKey: pair.privateKey,
        authResults: results,
        cv: 'none',
      });
      return Buffer.concat([Buffer.from(headers.toString()), bytes]);
    };
    const passed = 'mx.google.com; dmarc=pass header.from=author.example';
    const verdict = async (
      inbound_forwarding: boolean,
      sealer: string,
      results = passed,
      to: 'domain' | 'platform' = 'domain',
    ) => {
      const { mailbox, address } = await onDomain({ method: 'send_only', inbound_forwarding });
      const subject = `Forwarded ${count}`;
      const raw = mailTo(address, subject, { From: 'Ann <ann@author.example>' });
      const envelope = to === 'domain' ? address : mailbox.address;
      await product.handOverBytes(envelope, await seal(raw, sealer, results), 'ann@author.example');
      return (await product.arrived(mailbox, subject)).trust.verdict;
    };
    expect(await verdict(true, 'google.com')).toBe('pass');
    // Forwarded to the platform address of the agent, as docs/domains.md says.
    expect(await verdict(true, 'google.com', passed, 'platform')).toBe('pass');
    expect(await verdict(false, 'google.com', passed, 'platform')).toBe('fail');
    expect(await verdict(false, 'google.com')).toBe('fail');
    expect(await verdict(true, 'evil.example')).toBe('fail');
    expect(await verdict(true, 'google.com', 'mx.google.com; dmarc=fail header.from=author.example')).toBe(
      'fail',
    );
    expect(await verdict(true, 'google.com', 'mx.google.com; dmarc=pass header.from=evil.example')).toBe(
      'fail',
    );
  });
});

describe('a test of forwarding', () => {
  it('leaves by SMTP, is recognised when it comes back, and is never stored', async () => {
    const { mailbox, address, domainId } = await onDomain({ method: 'send_only', inbound_forwarding: true });
    const db = product.services.db.pool;
    await db.query(`update addresses set forwarding = 'unverified' where domain_id = $1`, [domainId]);
    const list = () => product.call('GET', `/v1/identities/${mailbox.id}/addresses`);
    const found = async () =>
      (await list()).body.data.find((row: { address: string }) => row.address === address);
    const { id } = await found();
    const path = `/v1/identities/${mailbox.id}/addresses/${id}/test-forwarding`;
    expect((await product.call('POST', path, { body: {} })).status).toBe(202);
    const captured = await product.eventually(
      () =>
        db.query(
          `select b.content from captured_mail c join blobs b on b.id = c.raw_id where c.envelope_to = $1`,
          [[address]],
        ),
      ({ rows }) => rows.length === 1,
    );
    // The customer's server forwards it to the platform address of the agent.
    await product.handOverBytes(mailbox.address, captured.rows[0].content, 'forwarder@outside.example');
    const after = await product.eventually(found, (row) => row.forwarding === 'ok');
    expect(after.forwarding_checked_at).toEqual(expect.any(String));
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'After the test'));
    await product.arrived(mailbox, 'After the test');
    const { rows } = await db.query('select subject from messages where identity_id = $1', [mailbox.id]);
    expect(rows).toEqual([{ subject: 'After the test' }]);
  });
});

describe('reports', () => {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const begin = Date.parse(`${day}T00:00:00Z`) / 1000;
  const xml = (domain: string, id: string) =>
    `<feedback><report_metadata><report_id>${id}</report_id><date_range><begin>${begin}</begin></date_range></report_metadata><policy_published><domain>${domain}</domain></policy_published>${[
      ['192.0.2.7', 5, 'pass', 'pass'],
      ['198.51.100.9', 3, 'fail', 'fail'],
    ]
      .map(
        ([ip, n, dkim, spf]) =>
          `<record><row><source_ip>${ip}</source_ip><count>${n}</count><policy_evaluated><disposition>none</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row></record>`,
      )
      .join('')}</feedback>`;

  async function report(content: Buffer, signer: string | null, to = 'dmarc@mail.localhost') {
    const raw = Buffer.from(
      [
        'From: noreply@big.example',
        `To: ${to}`,
        'Subject: Report domain',
        `Message-ID: <${Math.random()}@big.example>`,
        'MIME-Version: 1.0',
        'Content-Type: application/gzip; name="big!x!1!2.xml.gz"',
        'Content-Disposition: attachment; filename="big!x!1!2.xml.gz"',
        'Content-Transfer-Encoding: base64',
        '',
        gzipSync(content).toString('base64'),
        '',
      ].join('\r\n'),
    );
    const { signatures } = signer
      ? await dkimSign(raw, {
          signatureData: [{ signingDomain: signer, selector: 's1', privateKey: pair.privateKey }],
        } as never)
      : { signatures: '' };
    return product.handOverBytes(to, Buffer.concat([Buffer.from(signatures), raw]), 'noreply@big.example');
  }
  const listed = (id: string, query = '') => product.call('GET', `/v1/domains/${id}/reports${query}`);

  it('of authenticated receivers are counted once, listed, and belong to their tenant', async () => {
    const { domain, domainId } = await onDomain();
    await report(Buffer.from(xml(domain, 'r1')), null);
    await report(Buffer.from(xml('unknown.example', 'r1')), 'big.example');
    await report(Buffer.from(xml(domain, 'r1')), 'big.example');
    await report(Buffer.from(xml(domain, 'r1')), 'big.example');
    await report(Buffer.from(xml(domain, 'r2')), 'big.example');
    const tls = {
      'date-range': { 'start-datetime': `${day}T00:00:00Z` },
      'report-id': 't1',
      policies: [
        {
          policy: { 'policy-type': 'sts', 'policy-domain': domain },
          summary: { 'total-successful-session-count': 4, 'total-failure-session-count': 0 },
        },
      ],
    };
    await report(Buffer.from(JSON.stringify(tls)), 'big.example', 'tlsrpt@mail.localhost');
    const { body } = await product.eventually(
      () => listed(domainId),
      (answer) =>
        answer.body.data?.length === 3 &&
        answer.body.data.some((row: { messages: number }) => row.messages === 10),
    );
    const common = { day, reporter: 'big.example', disposition: 'none' };
    expect(body.data).toEqual([
      {
        ...common,
        kind: 'dmarc',
        source: '192.0.2.7',
        result: 'dkim_spf',
        aligned: true,
        dkim_aligned: true,
        spf_aligned: true,
        messages: 10,
      },
      {
        ...common,
        kind: 'dmarc',
        source: '198.51.100.9',
        result: 'none',
        aligned: false,
        dkim_aligned: false,
        spf_aligned: false,
        messages: 6,
      },
      {
        ...common,
        kind: 'tls',
        source: 'all',
        result: 'success',
        disposition: 'sts',
        aligned: null,
        dkim_aligned: null,
        spf_aligned: null,
        messages: 4,
      },
    ]);
    const first = await listed(domainId, '?limit=2');
    const second = await listed(domainId, `?limit=2&cursor=${first.body.next_cursor}`);
    expect([...first.body.data, ...second.body.data]).toEqual(body.data);
    expect((await listed(domainId, '?kind=tls')).body.data).toHaveLength(1);
    expect((await listed(domainId, `?to=2020-01-01`)).body.data).toEqual([]);
    const summary = await product.call(
      'GET',
      `/v1/domains/${domainId}/reports/summary?from=${day}&to=${day}`,
    );
    expect(summary.body).toEqual({
      from: day,
      to: day,
      days: [
        { day, result: 'dkim_spf', messages: 10 },
        { day, result: 'none', messages: 6 },
      ],
      sources: [
        { source: '192.0.2.7', passed: 10, failed: 0, refused: 0, reporters: 1, last_day: day },
        { source: '198.51.100.9', passed: 0, failed: 6, refused: 0, reporters: 1, last_day: day },
      ],
      advice: {
        policy: null,
        inherited_from: null,
        next: null,
        reason: 'no_policy',
        record: null,
        record_name: null,
        days_reported: 1,
        messages: 16,
        would_break: 6,
      },
    });
    const overTls = await product.call('GET', `/v1/domains/${domainId}/reports/summary?kind=tls`);
    expect(overTls.body).toMatchObject({ sources: [{ source: 'all', passed: 4, failed: 0 }], advice: null });
    for (const query of ['from=2026-02-01&to=2026-01-01', 'from=2026-01-01&to=2026-06-01', 'from=yesterday'])
      expect((await product.call('GET', `/v1/domains/${domainId}/reports/summary?${query}`)).status).toBe(
        400,
      );
    expect((await listed('dom_01HZZZZZZZZZZZZZZZZZZZZZZZ')).body.error.code).toBe('domain_not_found');
  });
});

it('serves the MTA-STS policy of a domain whose host asks', async () => {
  const { domain } = await onDomain();
  const ask = (host: string) =>
    product.call('GET', '/.well-known/mta-sts.txt', { headers: { host }, key: '' });
  expect(await ask(`mta-sts.${domain}`)).toMatchObject({ status: 200 });
  expect((await ask(`mta-sts.${domain}`)).body.text).toBe(
    'version: STSv1\r\nmode: testing\r\nmx: mail.localhost\r\nmax_age: 604800\r\n',
  );
  expect((await ask('mta-sts.unknown.example')).status).toBe(404);
  expect((await ask(domain)).status).toBe(404);
});
