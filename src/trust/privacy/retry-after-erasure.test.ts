import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';

// An Idempotency-Key outlives the object that it was used for (spec 4.1, rule 3; 4.11).

let product: PrivacyProduct;
beforeAll(async () => {
  product = await openPrivacyProduct();
});
afterAll(() => product.close());

it('never lets a retry send what was erased once more', async () => {
  const box = await product.mailbox();
  const body = { to: ['x@elsewhere.example'], subject: 'Once', text: 'Once' };
  const sent = await product.send(box, body, { idempotencyKey: 'once' });
  await product.ended(await product.call('DELETE', `/v1/identities/${box.id}/messages/${sent.body.id}`));
  const again = await product.send(box, body, { idempotencyKey: 'once' });
  expect([again.status, again.body.error?.code, again.body.error?.details]).toEqual([
    409,
    'idempotency_conflict',
    { original_message_id: sent.body.id },
  ]);
});
