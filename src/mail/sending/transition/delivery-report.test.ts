import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBlob } from '#kernel/data/blobs.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';

// Delivery reports that arrive as mail (issue 4; RFC 3464, RFC 5965) and the deliveries that they change
// (spec 2.6, 3.1).

type Identity = { id: string; primary_address: string };
type Sent = { id: string; rfc_message_id: string; thread_id: string };

let product: TestProduct;
let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer();
  product = await openTestProduct({ PM_DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await product?.close();
  await dns?.close();
});

let count = 0;
/** In a separate tenant, because an address that bounced once is suppressed for its tenant. */
async function makeIdentity(): Promise<Identity> {
  count += 1;
  const policy = { quarantine: { on_auth_fail: false } };
  const made = await product.call('POST', '/v1/tenants', {
    body: { slug: `reports${count}`, name: 'R', mode: 'live', policy },
  });
  const tenant = made.body.id as string;
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const body = { username: `agent${count}`, display_name: 'Agent', purpose: 'tests', owner };
  return (await product.call('POST', `/v1/tenants/${tenant}/identities`, { body })).body as Identity;
}

const read = (identity: Identity, { id }: Sent) =>
  product.call('GET', `/v1/identities/${identity.id}/messages/${id}`);

async function send(identity: Identity, to: string[]): Promise<Sent> {
  count += 1;
  const answer = await product.call('POST', `/v1/identities/${identity.id}/messages`, {
    headers: { 'idempotency-key': `send-${count}` },
    body: { to, subject: `Offer ${count}`, text: 'An offer.' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const sent = answer.body as Sent;
  await product.eventually(
    () => read(identity, sent),
    ({ body }) => body.status === 'submitted',
  );
  return sent;
}

/** The envelope sender of a message that was sent. */
async function returnPath({ rfc_message_id }: Sent): Promise<string> {
  const { rows } = await product.services.db.pool.query(
    'select envelope_from from captured_mail where rfc_message_id = $1',
    [rfc_message_id],
  );
  return rows[0].envelope_from;
}

/** Hands a report over by SMTP as another server does: from the null sender, bytes as given. */
function handOver(to: string, parts: string[], type: string): Promise<unknown> {
  count += 1;
  const lines = [
    'From: MAILER-DAEMON@mx.other.example',
    `To: ${to}`,
    `Subject: Undelivered Mail ${count}`,
    `Message-ID: <report-${count}@mx.other.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
    '',
    ...['Content-Type: text/plain\n\nSorry.', ...parts].flatMap((part) => ['--b', ...part.split('\n')]),
    '--b--',
    '',
  ];
  const transport = createTransport({ host: '127.0.0.1', port: product.smtpPort, ignoreTLS: true });
  return transport.sendMail({ envelope: { from: '', to: [to] }, raw: lines.join('\r\n') });
}

const failed = (address: string, status = '5.1.1') =>
  `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ${address}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; 550 ${status} User unknown`;
const returned = (messageId: string, more = '') =>
  `Content-Type: text/rfc822-headers\n\nSubject: Offer\nMessage-ID: ${messageId}${more}`;

/** Waits until the report itself lies in the mailbox and every job is done. */
async function settled(identity: Identity, reports: number): Promise<void> {
  await product.eventually(
    async () => {
      const { rows } = await product.services.db.pool.query(
        `select (select count(*)::int from messages where identity_id = $1 and direction = 'inbound') as mail,
                (select count(*)::int from graphile_worker.jobs where task_identifier = 'sending.delivery_report') as jobs`,
        [identity.id],
      );
      return rows[0];
    },
    ({ mail, jobs }) => mail === reports && jobs === 0,
  );
}

describe('a bounce', () => {
  it('moves its recipient and the message, and stays as automated mail', async () => {
    const identity = await makeIdentity();
    const sent = await send(identity, ['Bob@other.example', 'ann@other.example']);
    await handOver(
      await returnPath(sent),
      [failed('bob@other.example'), returned(sent.rfc_message_id)],
      'delivery-status',
    );
    const { body } = await product.eventually(
      () => read(identity, sent),
      (answer) => answer.body.deliveries.some(({ status }: { status: string }) => status === 'bounced'),
    );
    expect(body.deliveries).toMatchObject([
      {
        address: 'Bob@other.example',
        status: 'bounced',
        smtp_code: 550,
        enhanced_code: '5.1.1',
        bounce_type: 'hard',
      },
      { address: 'ann@other.example', status: 'submitted', bounce_type: null },
    ]);
    // Still in flight for Ann.
    expect(body.status).toBe('submitted');
    await handOver(
      await returnPath(sent),
      [failed('ann@other.example', '4.4.7'), returned(sent.rfc_message_id)],
      'delivery-status',
    );
    const after = await product.eventually(
      () => read(identity, sent),
      (answer) => answer.body.status === 'bounced',
    );
    expect(after.body.deliveries[1]).toMatchObject({ status: 'bounced', bounce_type: 'soft' });
    await settled(identity, 2);
    const { body: threads } = await product.call('GET', `/v1/identities/${identity.id}/threads`);
    const report = threads.data.find(({ subject }: { subject: string }) => /^Undelivered/.test(subject));
    const thread = await product.call('GET', `/v1/identities/${identity.id}/threads/${report.id}`);
    expect(thread.body.messages[0]).toMatchObject({ direction: 'inbound', trust: { automated: true } });
  });

  it('that is only a delay makes its recipient deferred, until its end is told', async () => {
    const identity = await makeIdentity();
    const sent = await send(identity, ['bob@other.example']);
    const delayed = failed('bob@other.example', '4.4.1').replace('Action: failed', 'Action: delayed');
    const status = (wanted: string) =>
      product.eventually(
        () => read(identity, sent),
        ({ body }) => body.status === wanted && body.deliveries[0].status === wanted,
      );
    await handOver(await returnPath(sent), [delayed, returned(sent.rfc_message_id)], 'delivery-status');
    await status('deferred');
    const arrived = delayed.replace('Action: delayed', 'Action: delivered').replace('4.4.1', '2.0.0');
    await handOver(await returnPath(sent), [arrived, returned(sent.rfc_message_id)], 'delivery-status');
    await status('delivered');
  });

  it('is found by the thread token where the id was rewritten', async () => {
    const identity = await makeIdentity();
    const sent = await send(identity, ['bob@other.example']);
    const { rows } = await product.services.db.pool.query('select raw_id from messages where id = $1', [
      sent.id,
    ]);
    const raw = Buffer.from(await readBlob(product.services, rows[0].raw_id)).toString();
    const replyTo = /^Reply-To: .*(?:\r\n[ \t].*)*/m.exec(raw)![0].replaceAll(/\r\n\s*/g, ' ');
    await handOver(
      identity.primary_address,
      [failed('bob@other.example'), returned('<rewritten@relay.example>', `\n${replyTo}`)],
      'delivery-status',
    );
    await product.eventually(
      () => read(identity, sent),
      ({ body }) => body.status === 'bounced',
    );
  });
});

describe('a complaint', () => {
  it('counts for the only recipient where the reporter hides it', async () => {
    const identity = await makeIdentity();
    const sent = await send(identity, ['bob@other.example']);
    const feedback = 'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1';
    const original = `Content-Type: message/rfc822\n\nMessage-ID: ${sent.rfc_message_id}\n\nAn offer.`;
    await handOver(await returnPath(sent), [feedback, original], 'feedback-report');
    const { body } = await product.eventually(
      () => read(identity, sent),
      (answer) => answer.body.status === 'complained',
    );
    expect(body.deliveries).toMatchObject([{ status: 'complained' }]);
    // The state is final: a later bounce changes nothing.
    await handOver(
      await returnPath(sent),
      [failed('bob@other.example'), returned(sent.rfc_message_id)],
      'delivery-status',
    );
    await settled(identity, 2);
    expect((await read(identity, sent)).body.status).toBe('complained');
  });

  it('does not guess among several', async () => {
    const identity = await makeIdentity();
    const sent = await send(identity, ['bob@other.example', 'ann@other.example']);
    const feedback = 'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1';
    await handOver(await returnPath(sent), [feedback, returned(sent.rfc_message_id)], 'feedback-report');
    await settled(identity, 1);
    expect((await read(identity, sent)).body.status).toBe('submitted');
  });
});

describe('a report that is not about ours changes nothing', () => {
  it.each<[string, (sent: Sent, other: Sent) => string[]]>([
    ['an unknown Message-ID', () => [failed('bob@other.example'), returned('<made-up@mail.localhost>')]],
    ['no returned message', () => [failed('bob@other.example')]],
    [
      'a message of another identity',
      (_, other) => [failed('bob@other.example'), returned(other.rfc_message_id)],
    ],
    ['somebody who is no recipient', (sent) => [failed('eve@other.example'), returned(sent.rfc_message_id)]],
    [
      'a made-up token',
      () => [
        failed('bob@other.example'),
        returned('<x@y.example>', '\nReply-To: agent+abcdefghijklmnopqrstuv@mail.localhost'),
      ],
    ],
  ])('%s', async (_, parts) => {
    const [identity, stranger] = [await makeIdentity(), await makeIdentity()];
    const sent = await send(identity, ['bob@other.example']);
    const other = await send(stranger, ['bob@other.example']);
    await handOver(identity.primary_address, parts(sent, other), 'delivery-status');
    await settled(identity, 1);
    expect((await read(identity, sent)).body.status).toBe('submitted');
    expect((await read(stranger, other)).body.status).toBe('submitted');
  });
});

describe('a report that proves nothing changes nothing', () => {
  it.each<[string, (sent: Sent, identity: Identity) => Promise<[string, string[], string]>]>([
    [
      'a bounce that only knows the Message-ID',
      async (sent, identity) => [
        identity.primary_address,
        [failed('bob@other.example'), returned(sent.rfc_message_id)],
        'delivery-status',
      ],
    ],
    [
      'a complaint that only knows the Message-ID',
      async (sent, identity) => [
        identity.primary_address,
        [
          'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1',
          returned(sent.rfc_message_id),
        ],
        'feedback-report',
      ],
    ],
    [
      'a bounce with the return path of another message',
      async (sent, identity) => {
        const other = await send(identity, ['eve@other.example']);
        return [
          await returnPath(other),
          [failed('bob@other.example'), returned(sent.rfc_message_id)],
          'delivery-status',
        ];
      },
    ],
  ])('%s', async (_, make) => {
    const identity = await makeIdentity();
    const sent = await send(identity, ['bob@other.example']);
    await handOver(...(await make(sent, identity)));
    await settled(identity, 1);
    expect((await read(identity, sent)).body).toMatchObject({
      status: 'submitted',
      deliveries: [{ status: 'submitted', bounce_type: null }],
    });
    const listed = await product.call('GET', `/v1/identities/${identity.id}`);
    expect(listed.body.status).toBe('active');
    // The tenant still sends to him.
    await send(identity, ['bob@other.example']);
  });
});

describe('the return path', () => {
  it('finds the message when the report returns nothing of it', async () => {
    const identity = await makeIdentity();
    const sent = await send(identity, ['bob@other.example']);
    await handOver(await returnPath(sent), [failed('bob@other.example')], 'delivery-status');
    await product.eventually(
      () => read(identity, sent),
      ({ body }) => body.status === 'bounced',
    );
  });

  it('counts although the reporter fails DMARC, as a smarthost that does not sign', async () => {
    dns.records['_dmarc.mx.other.example'] = { TXT: ['v=DMARC1; p=reject'] };
    const identity = await makeIdentity();
    const sent = await send(identity, ['bob@other.example']);
    await handOver(
      await returnPath(sent),
      [failed('bob@other.example'), returned(sent.rfc_message_id)],
      'delivery-status',
    );
    await product.eventually(
      () => read(identity, sent),
      ({ body }) => body.status === 'bounced',
    );
  });
});
