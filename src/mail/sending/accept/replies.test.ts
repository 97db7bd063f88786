import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf, type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';

// Reply to all, forward, cancel and resolve over HTTP and SMTP (spec 3.1; 4.6, Send rule 7).

let sink: SmtpSink;
let product: MailProduct;
let agent: Mailbox;

beforeAll(async () => {
  sink = await startSmtpSink({});
  product = await openMailProduct({ PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url });
  agent = await product.mailbox({ identity: { signature: { text: 'The Agent', html: null } } });
});
afterAll(async () => {
  await product?.close();
  await sink?.close();
});

let count = 0;
const act = (id: string, verb: string, body?: Record<string, unknown>, key?: string) => {
  count += 1;
  const path = `/v1/identities/${agent.id}/messages/${id}/${verb}`;
  const headers = { 'idempotency-key': `act ${count}` };
  return product.call('POST', path, { body, headers, ...(key !== undefined && { key }) });
};
const addresses = (list: { address: string }[]) => list.map(({ address }) => address);

async function received(subject: string, fields: Record<string, string> = {}): Promise<string> {
  await product.handOver(agent.address, mailTo(agent.address, subject, fields));
  return (await product.arrived(agent, subject)).id;
}

describe('reply-all', () => {
  it('goes to everybody but the identity itself, also under its aliases and thread addresses', async () => {
    const base = `/v1/identities/${agent.id}/addresses`;
    const alias = (await product.call('POST', base, { body: { local_part: 'my-alias' } })).body.address;
    const token = agent.address.replace('@', `+${'a'.repeat(22)}@`);
    const id = await received('Everybody', {
      To: `${agent.address}, Bob <bob@x.example>, ${alias}`,
      Cc: `carol@x.example, ${token}, BOB@x.example, grace@sender.example`,
    });
    const { status, body } = await act(id, 'reply-all', { text: 'To you all.' });
    expect([status, body.subject]).toEqual([202, 'Re: Everybody']);
    expect([addresses(body.to), addresses(body.cc), body.bcc]).toEqual([
      ['grace@sender.example', 'bob@x.example'],
      ['carol@x.example'],
      [],
    ]);
    expect(addresses((await act(id, 'reply', { text: 'You.' })).body.to)).toEqual(['grace@sender.example']);
  });

  it('leaves out whom no mail can go to, and writes to others as mail does', async () => {
    const id = await received('Odd people', {
      'Reply-To': 'nobody at all, Desk <desk@BÜCHER.example>',
      Cc: 'jörg@x.example, dan@x.example, "undisclosed"',
    });
    const { status, body } = await act(id, 'reply-all', { text: 'To whom it may reach.' });
    expect(status).toBe(202);
    expect([...addresses(body.to).slice(0, 1), ...addresses(body.cc)]).toEqual([
      'desk@xn--bcher-kva.example',
      'dan@x.example',
    ]);
  });

  it('never includes the Bcc recipients of one’s own message', async () => {
    const to = ['ada@x.example'];
    const sent = await product.send(agent, {
      to,
      cc: ['b@x.example'],
      bcc: ['c@x.example'],
      subject: 'Mine',
      text: 'Hi.',
    });
    const { body } = await act(sent.body.id, 'reply-all', { text: 'And another thing.' });
    expect([addresses(body.to), addresses(body.cc)]).toEqual([to, ['b@x.example']]);
    expect(JSON.stringify(body)).not.toContain('c@x.example');
  });

  it('is refused over the policy’s limit of recipients', async () => {
    const many = Array.from({ length: 10 }, (_, index) => `p${index}@x.example`).join(', ');
    const id = await received('Crowd', { Cc: many });
    expect((await act(id, 'reply-all', { text: 'Hi.' })).body.error).toMatchObject({
      code: 'too_many_recipients',
      details: { max_recipients: 10, recipients: 11 },
    });
    expect((await act(id, 'reply', { text: 'Hi.' })).status).toBe(202);
  });
});

describe('forward', () => {
  const withFile = (subject: string) => `From: Grace <grace@sender.example>
To: ${agent.address}
Cc: Bob <bob@x.example>
Subject: ${subject}
Message-ID: <${subject}@sender.example>
Date: Fri, 20 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<p>Look at <b>this</b><img src="cid:pic" alt="A > B"></p>
--b
Content-Type: image/png; name=pic.png
Content-Disposition: inline; filename=pic.png
Content-ID: <pic>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--b
Content-Type: text/plain; name=a.txt
Content-Disposition: attachment; filename=a.txt

file text
--b--
`;

  it('carries the original below the new text and the signature, with its files, as a thread of its own', async () => {
    await product.handOver(agent.address, withFile('Report'));
    const original = await product.arrived(agent, 'Report');
    const before = sink.messages.length;
    const { status, body } = await act(original.id, 'forward', {
      to: ['boss@x.example'],
      text: 'See below.',
    });
    expect([status, body.subject, body.extracted_text]).toEqual([202, 'Fwd: Report', 'See below.']);
    expect(body.thread_id).not.toBe(original.thread_id);
    expect(body.attachments.map(({ filename }: { filename: string }) => filename)).toEqual([
      'pic.png',
      'a.txt',
    ]);
    const { raw } = (await sink.waitFor(before + 1)).at(-1)!;
    const read = await PostalMime.parse(raw);
    expect(read.text).toMatch(
      /^See below\.\s+-- \nThe Agent\s+-{10} Forwarded message -{9}\nFrom: Grace <grace@sender\.example>\nDate: Fri, 20 Nov 2026 10:00:00 GMT\nSubject: Report\nTo: .*\nCc: Bob <bob@x\.example>\n\nLook at this/,
    );
    expect(read.html).toContain('<b>this</b>');
    expect(read.attachments).toMatchObject([
      { filename: 'pic.png', disposition: 'inline', contentId: '<pic>' },
      { filename: 'a.txt', disposition: 'attachment' },
    ]);
    expect(new TextDecoder().decode(read.attachments[1]!.content as ArrayBuffer).trim()).toBe('file text');
    expect(headerOf(raw.toString(), 'References')).toBeNull();
    const bare = await act(original.id, 'forward', { to: ['boss@x.example'], include_attachments: false });
    expect(bare.body.attachments).toEqual([]);
    // The image file is not forwarded, so its alternative text replaces the image.
    const bareHtml = (await PostalMime.parse(await product.raw(agent, bare.body.id))).html;
    expect(bareHtml).toContain('<b>this</b>A &gt; B</p>');
    expect(bareHtml).not.toContain('cid:');
    expect(read.html).toContain('src="cid:pic"');
    expect((await act(body.id, 'forward', { to: ['x@x.example'] })).body.subject).toBe('Fwd: Report');
  });

  it('passes on a dangerous file only for who may open it, and never cleans it of its risk', async () => {
    const raw = withFile('Danger').replace('filename=a.txt', 'filename=invoice.pdf.exe');
    await product.handOver(agent.address, raw.replace('file text', 'MZ\x90'));
    const { id, attachments } = await product.arrived(agent, 'Danger');
    expect(attachments[1].risk).not.toBeNull();
    const permissions = ['messages:send', 'messages:read', 'attachments:read'];
    const grant = { name: 'k', level: 'tenant', tenant_id: agent.tenantId, permissions };
    const key = (await product.call('POST', '/v1/keys', { body: grant })).body.secret;
    const refused = await act(id, 'forward', { to: ['x@x.example'] }, key);
    expect([refused.status, refused.body.error.details.required]).toEqual([403, 'quarantine:review']);
    const { body } = await act(id, 'forward', { to: ['x@x.example'] });
    expect(body.attachments[1].risk).toBe(attachments[1].risk);
    const path = `/v1/identities/${agent.id}/messages/${body.id}/attachments/${body.attachments[1].id}`;
    expect((await product.call('GET', path, { key })).status).toBe(403);
  });

  it('needs a recipient, and finds only what is in the mailbox', async () => {
    const id = await received('Plain');
    expect((await act(id, 'forward', { to: [] })).body.error.code).toBe('invalid_request');
    expect((await act(id, 'forward', { to: ['x'] })).body.error.code).toBe('address_invalid');
    const missing = await act('msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', 'forward', { to: ['x@x.example'] });
    expect([missing.status, missing.body.error.code]).toEqual([404, 'message_not_found']);
  });
});

describe('cancel and resolve', () => {
  it('are for what waits and what is uncertain only', async () => {
    const inbound = await received('Inbound');
    const sent = (await product.send(agent, { to: ['ada@x.example'], subject: 'S', text: 'Hi.' })).body.id;
    await product.eventually(
      () => product.message(agent, sent),
      ({ body }) => body.status === 'submitted',
    );
    for (const id of [inbound, sent]) {
      expect((await act(id, 'cancel')).body.error.code).toBe('not_cancelable');
      expect((await act(id, 'resolve', { outcome: 'sent' })).body.error.code).toBe('not_uncertain');
    }
    expect((await act(sent, 'resolve', { outcome: 'maybe' })).status).toBe(400);
  });

  it.each([
    ['sent', 'submitted', null],
    ['not_sent', 'failed', 'resolved_not_sent'],
  ])('resolve %s makes an uncertain message %s, with an audit row', async (outcome, status, reason) => {
    // An attempt that began and never ended, as `kill -9` leaves it.
    const send_at = new Date(Date.now() + 86_400_000).toISOString();
    const { id } = (await product.send(agent, { to: ['ada@x.example'], subject: 'S', text: 'Hi.', send_at }))
      .body;
    for (const table of ['deliveries', 'messages'])
      await product.services.db.run({
        name: `test.uncertain_${table}`,
        text: `update ${table} set status = 'uncertain' where ${table === 'messages' ? 'id' : 'message_id'} = $1`,
        values: [id],
      });
    const answer = await act(id, 'resolve', { outcome });
    expect([answer.status, answer.body]).toMatchObject([200, { status, deliveries: [{ status, reason }] }]);
    expect((await act(id, 'resolve', { outcome })).body.error.code).toBe('not_uncertain');
    const audit = await product.call('GET', `/v1/audit-events?tenant_id=${agent.tenantId}&target_id=${id}`);
    expect(audit.body.data).toMatchObject([{ action: 'message.resolve', details: { outcome } }]);
  });
});
