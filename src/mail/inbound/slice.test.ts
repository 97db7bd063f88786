import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestProduct, type TestProduct } from '#testing/product.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct({ PM_DNS_SERVERS: '127.0.0.1:9' });
});
afterAll(() => product?.close());

const makeIdentity = async (slug: string, policy: Record<string, unknown> = {}) => {
  const tenant = await product.call('POST', '/v1/tenants', {
    body: { slug, name: slug, mode: 'live', policy },
  });
  expect(tenant.status).toBe(201);
  const identity = await product.call('POST', `/v1/tenants/${tenant.body.id}/identities`, {
    body: {
      username: 'agent',
      display_name: 'Agent',
      purpose: 'tests',
      owner: { name: 'Ada', email: 'ada@example.com' },
    },
  });
  expect(identity.status).toBe(201);
  return identity.body;
};

const handOver = (to: string, more: Record<string, unknown> = {}) =>
  createTransport({ host: '127.0.0.1', port: product.smtpPort, secure: false, ignoreTLS: true }).sendMail({
    from: 'Grace <grace@sender.example>',
    to,
    subject: 'The order',
    text: 'Where is it?',
    attachments: [{ filename: 'order.txt', content: 'number 42' }],
    ...more,
  });

describe('mail in, read and answered (interface-spec 4.6, 3.2)', () => {
  it('quarantines unverified mail by default, visible to reviewers only', async () => {
    const identity = await makeIdentity('careful');
    await handOver(identity.primary_address);
    const { body } = await product.eventually(
      () => product.call('GET', `/v1/identities/${identity.id}/quarantine`),
      (answer) => answer.body.data.length === 1,
    );
    expect(body.data[0]).toMatchObject({
      status: 'quarantined',
      quarantine_reason: 'authentication_unverified',
    });
  });

  it('takes mail, threads the reply, and the receiver sees one conversation', async () => {
    const policy = { quarantine: { on_auth_fail: false } };
    const shop = await makeIdentity('shop', policy);
    const buyer = await makeIdentity('buyer', policy);
    const sent = await product.call('POST', `/v1/identities/${buyer.id}/messages`, {
      headers: { 'idempotency-key': 'first' },
      body: { to: [shop.primary_address], subject: 'The order', text: 'Where is it?' },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    const inbox = await product.eventually(
      () => product.call('GET', `/v1/identities/${shop.id}/threads`),
      (answer) => answer.body.data.length === 1,
    );
    const thread = await product.call('GET', `/v1/identities/${shop.id}/threads/${inbox.body.data[0].id}`);
    const [question] = thread.body.messages;
    expect(question).toMatchObject({
      direction: 'inbound',
      status: 'received',
      extracted_text: 'Where is it?',
    });
    expect(question.trust.verdict).toBe('pass');

    const reply = await product.call('POST', `/v1/identities/${shop.id}/messages/${question.id}/reply`, {
      headers: { 'idempotency-key': 'answer' },
      body: { text: 'On its way.' },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(202);
    expect(reply.body).toMatchObject({ subject: 'Re: The order', status: 'queued', deduplicated: false });
    const conversation = await product.eventually(
      () => product.call('GET', `/v1/identities/${buyer.id}/threads/${sent.body.thread_id}`),
      (answer) => answer.body.messages.length === 2,
    );
    expect(conversation.body.messages[1]).toMatchObject({
      extracted_text: 'On its way.',
      in_reply_to: question.rfc_message_id,
    });
    const after = await product.call('GET', `/v1/identities/${shop.id}/messages/${reply.body.id}`);
    expect(after.body).toMatchObject({ status: 'delivered' });

    const replay = await product.call('POST', `/v1/identities/${shop.id}/messages/${question.id}/reply`, {
      headers: { 'idempotency-key': 'answer' },
      body: { text: 'On its way.' },
    });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.body).toMatchObject({ id: reply.body.id, deduplicated: true });
  });

  it('keeps attachments and raw MIME', async () => {
    const identity = await makeIdentity('files', { quarantine: { on_auth_fail: false } });
    await handOver(identity.primary_address);
    const { body } = await product.eventually(
      () => product.call('GET', `/v1/identities/${identity.id}/threads`),
      (answer) => answer.body.data.length === 1,
    );
    const thread = await product.call('GET', `/v1/identities/${identity.id}/threads/${body.data[0].id}`);
    const message = thread.body.messages[0];
    const base = `/v1/identities/${identity.id}/messages/${message.id}`;
    const file = await product.call('GET', `${base}/attachments/${message.attachments[0].id}`);
    expect(file.body.text).toBe('number 42');
    expect(file.headers.get('content-security-policy')).toBe('sandbox');
    const raw = await product.call('GET', `${base}/raw`);
    expect(raw.body.text).toMatch(/^Received: from /);
    expect(raw.headers.get('content-type')).toBe('message/rfc822');
  });

  it('refuses unknown recipients with 550 5.1.1', async () => {
    await expect(handOver('nobody.at-all@mail.localhost')).rejects.toThrow(/550 5\.1\.1/);
  });
});
