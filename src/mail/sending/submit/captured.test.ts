import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Mail that the deployment keeps instead of sending is marked as captured (PM_BASIC_TRANSPORT=capture).

let product: MailProduct;
let agent: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  agent = await product.mailbox();
});
afterAll(() => product?.close());

it('a message that the deployment keeps is marked as captured, in its list as well', async () => {
  const { body } = await product.send(agent, { to: ['ada@outside.example'], subject: 'Kept', text: 'Hi.' });
  const { body: after } = await product.eventually(
    () => product.message(agent, body.id),
    (answer) => answer.body.status !== 'queued',
  );
  expect(after).toMatchObject({ status: 'submitted', flags: ['captured'] });
  const { body: identity } = await product.call('GET', `/v1/identities/${agent.id}`);
  const sent = await product.call('GET', `/v1/tenants/${identity.tenant_id}/sent`);
  expect(sent.body.data).toMatchObject([
    {
      id: body.id,
      flags: ['captured'],
      snippet: 'Hi.',
      deliveries: [{ address: 'ada@outside.example', status: 'submitted' }],
    },
  ]);
});

it('a message that never leaves for outside is not', async () => {
  const other = await product.mailbox();
  const { body } = await product.send(agent, { to: [other.address], subject: 'Inside', text: 'Hi.' });
  const { body: after } = await product.eventually(
    () => product.message(agent, body.id),
    (answer) => answer.body.status !== 'queued',
  );
  expect(after.flags).not.toContain('captured');
});
