import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';

// An erasure that cannot be done is reported as failed (spec 2.11, 6.4).

let product: PrivacyProduct;
beforeAll(async () => {
  product = await openPrivacyProduct();
});
afterAll(() => product.close());

it('is failed after its last try, and everybody who listens is told', async () => {
  const { db } = product.services;
  const box = await product.mailbox();
  const message = await product.received(box, 'Stays');
  await db.run(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'No disk'; end $$`);
  await db.run(sql`create trigger refuse before delete on messages for each row execute function refuse()`);
  const asked = await product.call('DELETE', `/v1/identities/${box.id}/messages/${message.id}`);
  // Simulates that eleven of its twelve tries have failed.
  await product.eventually(
    () =>
      db.run(sql`
        update graphile_worker._private_jobs j set attempts = 11, run_at = now()
        from graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'privacy.erase' and j.attempts between 1 and 10 and j.locked_at is null`),
    (changed) => changed === 1,
  );
  const erasure = await product.ended(asked);
  expect(erasure.status).toBe('failed');
  const { body } = await product.call('GET', `/v1/tenants/${box.tenantId}/events?types=erasure.failed`);
  expect(body.data).toMatchObject([
    { type: 'erasure.failed', data: { erasure_request_id: erasure.id, step: 'messages' } },
  ]);
  expect(body.data[0].data.error).toContain('No disk');
});
