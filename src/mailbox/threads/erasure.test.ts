import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MessageRow } from '#mailbox/messages/index.ts';
import { storeMail } from '#testing/mail.ts';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';

// The state of a thread after one of its messages was erased (spec 2.6, 2.7, 4.11).

let product: PrivacyProduct;

beforeAll(async () => {
  product = await openPrivacyProduct();
});
afterAll(() => product.close());

it('names a thread that goes on by what agents see of it: no quarantined mail, no thread tokens, names kept', async () => {
  const box = await product.mailbox();
  const mailbox = { id: box.id, tenant_id: box.tenantId, primary_address: box.address };
  const token = 'a'.repeat(22);
  const first = await storeMail(product.services, mailbox, {
    status: 'quarantined',
    subject: 'You won',
    from: { address: 'spam@away.example', name: 'Spam' },
  });
  const own = { address: box.address.replace('@', `+${token}@`), name: null };
  const add = (subject: string, from: MessageRow['from']) =>
    storeMail(product.services, mailbox, { thread_id: first.thread_id, subject, from, to: [own] });
  const gone = await add('To be erased', { address: 'mallory@away.example', name: 'Mallory' });
  await add('What goes on', { address: 'Grace@sender.example', name: null });
  await add('Re: What goes on', { address: 'grace@sender.example', name: 'Grace' });
  await product.ended(await product.call('DELETE', `/v1/identities/${box.id}/messages/${gone.id}`));
  const key = await product.keyFor({ level: 'identity', identity_id: box.id }, ['messages:read']);
  const { body } = await product.call('GET', `/v1/identities/${box.id}/threads/${first.thread_id}`, {
    key,
  });
  expect(body).toMatchObject({ subject: 'What goes on', message_count: 2 });
  expect(body.participants).toEqual([
    { address: 'Grace@sender.example', name: 'Grace' },
    { address: box.address, name: null },
  ]);
});
