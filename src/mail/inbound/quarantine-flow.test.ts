import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { createKey } from '#testing/tenants.ts';

// From a stranger's SMTP connection to the agent's view after a release (spec 3.2).

let product: MailProduct;
beforeAll(async () => {
  product = await openMailProduct({ PM_QUARANTINE_KEY_RELEASE: 'on' });
});
afterAll(() => product?.close());

it('unauthenticated mail is quarantined, released, then triaged like any other', async () => {
  const mailbox = await product.mailbox({ tenant: { policy: {} } });
  const agent = await createKey(product, {
    level: 'identity',
    identity_id: mailbox.id,
    permissions: ['messages:read'],
  });
  const base = `/v1/identities/${mailbox.id}`;
  await product.handOver(
    mailbox.address,
    `From: Grace <grace@sender.example>\nTo: ${mailbox.address}\nSubject: The order\nMessage-ID: <1@sender.example>\n\n` +
      'Could you tell me when my order arrives?\n',
  );
  const { body: kept } = await product.eventually(
    () => product.call('GET', `${base}/quarantine`),
    ({ body }) => body.data.length === 1,
  );
  const [message] = kept.data;
  expect(message).toMatchObject({
    status: 'quarantined',
    trust: { quarantined: true },
    triage: { status: 'skipped', reason: 'not_eligible' },
  });
  expect((await product.call('GET', `${base}/threads`, { key: agent })).body.data).toEqual([]);
  const released = await product.call('POST', `${base}/messages/${message.id}/release`, { body: {} });
  expect(released.status, JSON.stringify(released.body)).toBe(200);
  const { body } = await product.eventually(
    () => product.call('GET', `${base}/messages/${message.id}`, { key: agent }),
    (answer) => answer.body.triage?.status === 'done',
  );
  expect(body).toMatchObject({ status: 'received', trust: { quarantined: false } });
  const threads = await product.call('GET', `${base}/threads`, { key: agent });
  expect(threads.body.data).toMatchObject([
    { message_count: 1, unread_count: 1, category: expect.any(String) },
  ]);
});
