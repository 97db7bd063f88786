import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// The number of messages in a tenant's queue is limited, however many keys and identities it has (issue 16, point 12).

let product: MailProduct;
let mailbox: Mailbox;
const LIMIT = 3;

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox({ tenant: { policy: { limits: { queued_sends: LIMIT } } } });
});
afterAll(() => product.close());

const later = () => new Date(Date.now() + 3_600_000).toISOString();
const body = (subject: string) => ({
  to: ['ada@elsewhere.example'],
  subject,
  text: 'x',
  send_at: later(),
});
const told = () =>
  product.services.db.rows<{ data: object }>(
    sql`select data from events where type = 'quota.queue_full' and tenant_id = ${mailbox.tenantId}`,
  );

it('refuses a send when the queue of its tenant is full, tells once, and takes it later', async () => {
  const ids: string[] = [];
  for (let n = 0; n < LIMIT; n += 1) {
    const sent = await product.send(mailbox, body(`Waits ${n}`));
    expect(sent.status).toBe(202);
    ids.push(sent.body.id);
  }
  const isTold = () =>
    product.send(mailbox, body('Too many'), { idempotencyKey: 'again', query: '?dry_run=true' });
  // A count may be up to a second old.
  const full = await product.eventually(isTold, ({ status }) => status === 429);
  expect(full.body.error).toMatchObject({
    code: 'sending_queue_full',
    retryable: true,
    details: { limit: LIMIT },
  });
  expect(full.headers.get('retry-after')).toBe('30');
  // Another identity of the tenant shares the queue, another tenant does not.
  const sibling = await product.mailbox({ tenantId: mailbox.tenantId });
  expect((await product.send(sibling, body('Sibling'))).body.error.code).toBe('sending_queue_full');
  const neighbour = await product.mailbox();
  expect((await product.send(neighbour, body('Neighbour'))).status).toBe(202);
  expect(await told()).toEqual([{ data: { limit: LIMIT, queue: 'sends' } }]);

  for (const id of ids)
    await product.call('POST', `/v1/identities/${mailbox.id}/messages/${id}/cancel`, { body: {} });
  await product.eventually(
    () => product.send(mailbox, body('Room again')),
    ({ status }) => status === 202,
  );
});
