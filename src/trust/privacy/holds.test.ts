import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import type { Mailbox } from '#testing/mailboxes.ts';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';
import { auditRows } from '#testing/tenants.ts';

// Legal holds keep mail from every erasure until they are released (decisions.md section 3; interface-spec 4.6, 4.11).

type Json = ApiAnswer['body'];
let product: PrivacyProduct;
let { keyFor, erase, ended, received, count } = {} as PrivacyProduct;

beforeAll(async () => {
  product = await openPrivacyProduct();
  ({ keyFor, erase, ended, received, count } = product);
});
afterAll(() => product.close());

describe('legal holds (decisions.md section 3)', () => {
  const holdOn = (tenantId: string, body: Json) =>
    product.call('POST', `/v1/tenants/${tenantId}/holds`, { body: { reason: 'Case 1', ...body } });

  it('keeps a held thread, lists it in the receipt, and refuses to delete its message', async () => {
    const box = await product.mailbox();
    const held = await received(box, 'Held');
    const free = await received(box, 'Free');
    const hold = await holdOn(box.tenantId, { scope: 'thread', thread_id: held.thread_id });
    expect(hold.status).toBe(201);
    expect(hold.body).toMatchObject({ identity_id: box.id, thread_id: held.thread_id, released_at: null });
    const before = await count(sql`select count(*) from erasure_requests`);
    const refused = await product.call('DELETE', `/v1/identities/${box.id}/messages/${held.id}`);
    expect([refused.status, refused.body.error.code]).toEqual([423, 'legal_hold']);
    expect(await count(sql`select count(*) from erasure_requests`)).toBe(before);

    const done = await ended(await product.call('DELETE', `/v1/identities/${box.id}`));
    expect(done.status).toBe('completed_with_holds');
    expect(done.receipt).toMatchObject({
      messages_deleted: 1,
      held: [{ thread_id: held.thread_id, reason: 'Case 1' }],
    });
    expect((await product.call('GET', `/v1/identities/${box.id}`)).body.status).toBe('deleted');
    expect((await product.message(box, held.id)).status).toBe(200);
    expect((await product.message(box, free.id)).status).toBe(404);

    const released = await product.call('DELETE', `/v1/tenants/${box.tenantId}/holds/${hold.body.id}`);
    expect(released.status).toBe(204);
    const gone = await product.eventually(
      () => product.call('GET', `/v1/erasure-requests/${done.id}`),
      ({ body }) => body.status === 'completed',
    );
    expect(gone.body.receipt).toMatchObject({ messages_deleted: 2, held: [] });
    expect((await product.message(box, held.id)).status).toBe(404);
    const list = await product.call('GET', `/v1/tenants/${box.tenantId}/holds`);
    expect(list.body.data[0].released_at).not.toBeNull();
    const actions = (await auditRows(product, hold.body.id)).map(({ action }) => action);
    expect(actions).toEqual(['hold.create', 'hold.release']);
  });

  it.each([
    ['identity', (box: Mailbox) => ({ identity_id: box.id })],
    ['counterparty', () => ({ counterparty_address: 'Grace@sender.example' })],
    ['tenant', () => ({})],
  ])('a hold on the %s covers its threads', async (scope, fields) => {
    const box = await product.mailbox();
    const message = await received(box, `Held by ${scope}`);
    expect((await holdOn(box.tenantId, { scope, ...fields(box) })).status).toBe(201);
    const refused = await product.call('DELETE', `/v1/identities/${box.id}/messages/${message.id}`);
    expect(refused.status).toBe(423);
    const done = await ended(await erase({ tenant_id: box.tenantId, scope: 'tenant' }));
    expect([done.status, done.receipt.messages_deleted]).toEqual(['completed_with_holds', 0]);
    expect(done.receipt.identities_affected).toEqual([box.id]);
    expect((await product.message(box, message.id)).status).toBe(200);
  });

  it('answers a missing hold and a foreign one alike', async () => {
    const [one, two] = [await product.mailbox(), await product.mailbox()];
    const { body: hold } = await holdOn(one.tenantId, { scope: 'tenant' });
    const key = await keyFor({ level: 'tenant', tenant_id: two.tenantId });
    const { status, body } = await product.call('DELETE', `/v1/tenants/${two.tenantId}/holds/${hold.id}`, {
      key,
    });
    expect([status, body.error.code]).toEqual([404, 'hold_not_found']);
  });
});
