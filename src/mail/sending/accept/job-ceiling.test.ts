import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { enqueueMany } from '#jobs/index.ts';
import { sql } from '#kernel/data/database.ts';
import { requestTriage } from '#mail/triage/index.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { submitMessage } from '../jobs.ts';

// The number of a tenant's waiting jobs is limited (issue 16, point 12).

const LIMIT = 50;
let product: MailProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox({ tenant: { policy: { limits: { queued_jobs: LIMIT } } } });
  await product.stopWorker();
});
beforeEach(() => product.services.db.run(sql`delete from graphile_worker._private_jobs`));
afterAll(() => product.close());

const askForExport = (of: Mailbox) =>
  product.call('POST', '/v1/exports', {
    body: { tenant_id: of.tenantId, scope: 'identity', identity_id: of.id },
  });
const told = () =>
  product.services.db.rows<{ data: object }>(
    sql`select data from events where type = 'quota.queue_full' and tenant_id = ${mailbox.tenantId}`,
  );

it('refuses further work, tells once, and takes it when there is room', async () => {
  for (let n = 0; n < LIMIT; n += 1) expect((await askForExport(mailbox)).status).toBe(202);
  const refused = await askForExport(mailbox);
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatchObject({
    code: 'job_queue_full',
    retryable: true,
    details: { limit: LIMIT },
  });
  const erasure = await product.call('POST', '/v1/erasure-requests', {
    body: { tenant_id: mailbox.tenantId, scope: 'identity', identity_id: mailbox.id },
  });
  expect(erasure.body.error.code).toBe('job_queue_full');
  expect(await told()).toEqual([{ data: { limit: LIMIT, queue: 'jobs' } }]);

  const neighbour = await product.mailbox();
  expect((await askForExport(neighbour)).status).toBe(202);
  await product.services.db.run(sql`delete from graphile_worker._private_jobs`);
  expect((await askForExport(mailbox)).status).toBe(202);
});

it('counts what follows from received mail, refuses none of it, and leaves sends to their own ceiling', async () => {
  const { db } = product.services;
  const messages = Array.from({ length: LIMIT + 5 }, (_, n) => ({
    id: `msg_${n}`,
    tenant_id: mailbox.tenantId,
  }));
  await enqueueMany(
    db,
    submitMessage,
    messages.map(({ id, tenant_id }) => ({ message_id: id, tenant_id })),
  );
  expect((await askForExport(mailbox)).status).toBe(202);
  await db.transaction((tx) => requestTriage(tx, messages));
  expect((await askForExport(mailbox)).body.error.code).toBe('job_queue_full');
});
