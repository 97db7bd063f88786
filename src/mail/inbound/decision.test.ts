import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordWait } from '#mailbox/wait/index.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { createKey } from '#testing/tenants.ts';

// Who may see a received message (spec 2.6, 3.2, 4.9; issue 4, Decision), over SMTP and the API.

let product: MailProduct;
beforeAll(async () => {
  product = await openMailProduct();
});
afterAll(() => product?.close());

const base = (mailbox: Mailbox) => `/v1/identities/${mailbox.id}`;
const agentOf = (mailbox: Mailbox) =>
  createKey(product, {
    level: 'identity',
    identity_id: mailbox.id,
    permissions: ['messages:read', 'messages:write', 'messages:send', 'attachments:read'],
  });
const put = (mailbox: Mailbox, list: string, entry: string) =>
  product.call('PUT', `/v1/tenants/${mailbox.tenantId}/lists/${list}/${encodeURIComponent(entry)}`);

/** Waits for this number of messages. @returns all messages that a reviewer sees, oldest first */
async function messages(mailbox: Mailbox, count: number) {
  const { body } = await product.eventually(
    () => product.call('GET', `${base(mailbox)}/messages?limit=100`),
    (answer) => answer.body.data.length >= count,
  );
  return body.data.toReversed();
}

const code = (domain = 'bank.example') => ({ From: `Bank <no-reply@${domain}>` });
const codeMail = (mailbox: Mailbox, subject: string, fields: Record<string, string>) =>
  mailTo(mailbox.address, subject, fields).replace(/Text of .*/, 'Your verification code is 482913.');

describe('a sender on the receive block list', () => {
  it('is stored hidden: every read path answers agents as if nothing had come', async () => {
    const mailbox = await product.mailbox();
    const agent = await agentOf(mailbox);
    await put(mailbox, 'receive/block', '@sender.example');
    const raw =
      `From: grace@sender.example\nTo: ${mailbox.address}\nSubject: Hidden\nMessage-ID: <h@sender.example>\n` +
      'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsecret\n--b\nContent-Type: text/plain; name=a.txt\n\nfile\n--b--\n';
    await product.handOver(mailbox.address, raw);
    const [hidden] = await messages(mailbox, 1);
    expect(hidden).toMatchObject({
      status: 'hidden',
      trust: { quarantined: false },
      triage: { status: 'skipped', reason: 'not_eligible' },
    });
    const own = `${base(mailbox)}/messages/${hidden.id}`;
    const attachment = `${own}/attachments/${hidden.attachments[0].id}`;
    const missing = `${base(mailbox)}/messages/msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE`;
    for (const [method, path, like] of [
      ['GET', own, missing],
      ['GET', `${own}/raw`, `${missing}/raw`],
      ['GET', attachment, `${missing}/attachments/${hidden.attachments[0].id}`],
      ['GET', `${attachment}/text`, `${missing}/attachments/${hidden.attachments[0].id}/text`],
      ['PATCH', own, missing],
      ['POST', `${own}/triage`, `${missing}/triage`],
    ] as const) {
      const body = method === 'PATCH' ? { read: true } : undefined;
      const [answer, other] = [path, like].map((each) => product.call(method, each, { key: agent, body }));
      const { error } = (await answer!).body;
      const { error: expected } = (await other!).body;
      expect({ ...error, request_id: '' }).toEqual({ ...expected, request_id: '' });
      expect(error.code).toBe('message_not_found');
    }
    for (const path of ['threads', 'messages'])
      expect((await product.call('GET', `${base(mailbox)}/${path}`, { key: agent })).body.data).toEqual([]);
    const thread = await product.call('GET', `${base(mailbox)}/threads/${hidden.thread_id}`, { key: agent });
    expect(thread.body.error.code).toBe('thread_not_found');
    expect((await product.call('GET', `${base(mailbox)}/quarantine`)).body.data).toEqual([]);
    // Reviewers can read it, but nobody can answer or release it.
    expect((await product.call('GET', own)).body.status).toBe('hidden');
    expect((await product.reply(mailbox, hidden.id, { text: 'x' })).body.error.code).toBe(
      'message_not_found',
    );
    const released = await product.call('POST', `${own}/release`, { body: {} });
    expect([released.status, released.body.error.code]).toEqual([409, 'not_quarantined']);
  });

  it('tells nothing to a thread that agents see', async () => {
    const mailbox = await product.mailbox();
    const agent = await agentOf(mailbox);
    await put(mailbox, 'receive/block', 'eve@evil.example');
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Root'));
    const { thread_id } = await product.arrived(mailbox, 'Root');
    const eve = { From: 'Eve <eve@evil.example>', References: '<Root@sender.example>' };
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'From Eve', eve));
    await messages(mailbox, 2);
    const read = (key?: string) =>
      product.call('GET', `${base(mailbox)}/threads/${thread_id}`, key === undefined ? {} : { key });
    const { body } = await read(agent);
    expect(body).toMatchObject({ message_count: 1, unread_count: 1, subject: 'Root' });
    expect(JSON.stringify(body)).not.toContain('evil.example');
    expect((await read()).body.messages).toHaveLength(2);
  });

  it('that began a thread shows nothing of itself in it when somebody else joins', async () => {
    const mailbox = await product.mailbox();
    const agent = await agentOf(mailbox);
    await put(mailbox, 'receive/block', '@evil.example');
    const eve = { From: 'Eve <eve@evil.example>', Cc: 'victim@other.example' };
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Evil plan', eve));
    await messages(mailbox, 1);
    const joins = { References: '<Evil-plan@sender.example>' };
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Re: something', joins));
    await messages(mailbox, 2);
    const { body } = await product.call('GET', `${base(mailbox)}/threads`, { key: agent });
    expect(body.data).toMatchObject([{ subject: 'Re: something', message_count: 1, unread_count: 1 }]);
    expect(JSON.stringify(body)).not.toMatch(/evil|Evil|victim/);
  });
});

describe('more than per_sender_per_hour', () => {
  it('is throttled, exactly, however it arrives; others and other mailboxes are not', async () => {
    const tenant = { policy: { inbound: { per_sender_per_hour: 5 }, quarantine: { on_auth_fail: false } } };
    const mailbox = await product.mailbox({ tenant });
    const other = await product.mailbox({ tenantId: mailbox.tenantId });
    const agent = await agentOf(mailbox);
    const from = (n: number) => (n % 2 ? 'Grace <grace@sender.example>' : 'GRACE@Sender.example');
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        product.handOver(mailbox.address, mailTo(mailbox.address, `Flood ${n}`, { From: from(n) })),
      ),
    );
    await product.handOver([mailbox.address, other.address], mailTo(other.address, 'To both'));
    const linus = mailTo(mailbox.address, 'Calm', { From: 'linus@calm.example' });
    await product.handOver(mailbox.address, linus);
    const all = await messages(mailbox, 14);
    const count = (status: string) =>
      all.filter((message: { status: string }) => message.status === status).length;
    expect([count('received'), count('throttled')]).toEqual([6, 8]);
    expect((await product.call('GET', `${base(mailbox)}/messages`, { key: agent })).body.data).toHaveLength(
      6,
    );
    expect((await messages(other, 1))[0]).toMatchObject({ subject: 'To both', status: 'received' });
    const throttled = all.find((message: { status: string }) => message.status === 'throttled');
    const release = await product.call('POST', `${base(mailbox)}/messages/${throttled.id}/release`, {
      body: {},
    });
    expect(release.body.error.code).toBe('not_quarantined');
    expect((await product.reply(mailbox, throttled.id, { text: 'x' })).body.error.code).toBe(
      'message_not_found',
    );
    // A retry of a message that was let in does not count again.
    await product.handOver(mailbox.address, linus);
    for (const n of [1, 2, 3, 4])
      await product.handOver(
        mailbox.address,
        mailTo(mailbox.address, `Calm ${n}`, { From: 'linus@calm.example' }),
      );
    const later = (await messages(mailbox, 18)).slice(14);
    expect(later.map((message: { status: string }) => message.status)).toEqual(Array(4).fill('received'));
  });
});

describe('a one-time code', () => {
  it('that nobody asked for is quarantined, unless the policy says otherwise or its sender is allowed', async () => {
    const careful = await product.mailbox();
    await product.handOver(careful.address, codeMail(careful, 'Code', code()));
    const { body } = await product.eventually(
      () => product.call('GET', `${base(careful)}/quarantine`),
      (answer) => answer.body.data.length === 1,
    );
    expect(body.data[0]).toMatchObject({ status: 'quarantined', quarantine_reason: 'unsolicited_otp' });
    expect(JSON.stringify(body.data[0])).not.toContain('"verification"');
    await put(careful, 'receive/allow', '@bank.example');
    await product.handOver(careful.address, codeMail(careful, 'Allowed', code()));
    expect((await product.arrived(careful, 'Allowed')).status).toBe('received');
    const policy = { quarantine: { on_auth_fail: false, unsolicited_otp: false } };
    const trusting = await product.mailbox({ tenant: { policy } });
    await product.handOver(trusting.address, codeMail(trusting, 'Code', code()));
    expect((await product.arrived(trusting, 'Code')).status).toBe('received');
  });

  it('is asked for by a message to its organisation within 24 hours, or a wait for it within one', async () => {
    const mailbox = await product.mailbox();
    await product.send(mailbox, { to: ['service@mail.bank.example'], subject: 'Sign me up', text: 'x' });
    await product.handOver(mailbox.address, codeMail(mailbox, 'After writing', code('login.bank.example')));
    expect((await product.arrived(mailbox, 'After writing')).status).toBe('received');
    const { db, clock } = product.services;
    const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
    await recordWait(db, { identity_id: mailbox.id, organisation: 'shop.example' }, ago(30));
    await recordWait(db, { identity_id: mailbox.id, organisation: 'late.example' }, ago(61));
    await product.handOver(mailbox.address, codeMail(mailbox, 'Waited', code('shop.example')));
    await product.handOver(mailbox.address, codeMail(mailbox, 'Late', code('late.example')));
    expect((await product.arrived(mailbox, 'Waited')).status).toBe('received');
    expect((await product.arrived(mailbox, 'Late')).status).toBe('quarantined');
  });
});

it('the allow list lets no mail through that nobody vouches for', async () => {
  const mailbox = await product.mailbox({ tenant: { policy: {} } });
  await put(mailbox, 'receive/allow', 'grace@sender.example');
  await product.handOver(mailbox.address, mailTo(mailbox.address, 'Forged'));
  expect((await messages(mailbox, 1))[0].status).toBe('quarantined');
});
