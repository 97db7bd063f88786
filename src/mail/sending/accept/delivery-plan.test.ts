import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// Which recipients an accepted send reaches (spec 4.6, Send rule 9 and Dry run; 4.9).

let product: MailProduct;
let agent: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  agent = await product.mailbox();
  const base = `/v1/tenants/${agent.tenantId}`;
  await product.call('POST', `${base}/suppressions`, {
    body: { address: 'gone@outside.example', reason: 'manual' },
  });
  await product.call('PUT', `${base}/lists/send/block/@blocked.example`);
});
afterAll(() => product?.close());

const dry = { query: '?dry_run=true', idempotencyKey: null };
const good = { subject: 'Hello', text: 'Hi.' };
const fates = ({ body }: { body: Record<string, unknown> }, list: 'deliveries' | 'recipients') =>
  (body[list] as Record<string, unknown>[]).map(({ address, status, reason }) => [address, status, reason]);

it('a suppressed and a blocked recipient are told apart from those who get it', async () => {
  const message = {
    ...good,
    to: ['Ada@outside.example', 'GONE@outside.example'],
    cc: ['x@blocked.example'],
    bcc: ['x@sub.blocked.example'],
  };
  const expected = [
    ['Ada@outside.example', 'queued', null],
    ['GONE@outside.example', 'suppressed', 'manual'],
    ['x@blocked.example', 'suppressed', 'send_block'],
    ['x@sub.blocked.example', 'queued', null],
  ];
  const tried = await product.send(agent, message, dry);
  expect([tried.status, tried.body.would_send]).toEqual([200, true]);
  expect(fates(tried, 'recipients')).toEqual(expected);
  const sent = await product.send(agent, message);
  expect([sent.status, sent.body.status]).toEqual([202, 'queued']);
  expect(fates(sent, 'deliveries')).toEqual(expected);
  const { body } = await product.eventually(
    () => product.message(agent, sent.body.id),
    (answer) => answer.body.status === 'submitted',
  );
  expect(body.deliveries.map(({ status }: { status: string }) => status)).toEqual([
    'submitted',
    'suppressed',
    'suppressed',
    'submitted',
  ]);
});

it.each([
  [['gone@outside.example'], 'all_recipients_suppressed'],
  [['a@blocked.example', 'b@blocked.example'], 'recipient_blocked'],
  [['gone@outside.example', 'a@blocked.example'], 'all_recipients_suppressed'],
])('nobody left (%j): accepted, suppressed, and a dry run says %s', async (to, code) => {
  const tried = await product.send(agent, { ...good, to }, dry);
  expect([tried.status, tried.body.error.code]).toEqual([422, code]);
  expect(tried.body.error.details.recipients).toHaveLength(to.length);
  const sent = await product.send(agent, { ...good, to });
  expect([sent.status, sent.body.status, sent.body.sent_at]).toEqual([202, 'suppressed', null]);
  expect((await product.message(agent, sent.body.id)).body).toMatchObject({ status: 'suppressed' });
  const cancel = `/v1/identities/${agent.id}/messages/${sent.body.id}/cancel`;
  expect((await product.call('POST', cancel)).body.error.code).toBe('not_cancelable');
});

it('with an allow list only those on it are sent to', async () => {
  const policy = { send_allowlist_only: true };
  const strict = await product.mailbox({ tenant: { policy } });
  await product.call('PUT', `/v1/tenants/${strict.tenantId}/lists/send/allow/ada@outside.example`);
  const sent = await product.send(strict, { ...good, to: ['ada@outside.example', 'b@outside.example'] });
  expect(fates(sent, 'deliveries')).toEqual([
    ['ada@outside.example', 'queued', null],
    ['b@outside.example', 'suppressed', 'not_on_allowlist'],
  ]);
});

describe('require_known_recipient', () => {
  it('sends to those who wrote before; being written to in vain makes nobody known', async () => {
    const shy = await product.mailbox();
    const send_policy = { require_known_recipient: true };
    await product.call('PATCH', `/v1/identities/${shy.id}`, { body: { send_policy } });
    await product.handOver(shy.address, mailTo(shy.address, 'First'));
    const { id } = await product.arrived(shy, 'First');
    for (let time = 0; time < 2; time += 1) {
      const sent = await product.send(shy, { ...good, to: ['grace@sender.example', 'new@outside.example'] });
      expect(fates(sent, 'deliveries')).toEqual([
        ['grace@sender.example', 'queued', null],
        ['new@outside.example', 'suppressed', 'unknown_recipient'],
      ]);
    }
    expect((await product.reply(shy, id, { text: 'Hi.' })).body.status).toBe('queued');
  });
});
