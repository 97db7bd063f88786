import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import type { Mailbox } from '#testing/mailboxes.ts';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';

// A person unsubscribes and then asks for erasure: the address is stored nowhere, and still gets no mail
// (spec 4.9, 4.11).

let product: PrivacyProduct;
let ada: Mailbox;

beforeAll(async () => {
  product = await openPrivacyProduct();
  ada = await product.mailbox({ identity: { username: 'ada' } });
});
afterAll(() => product.close());

const tenantPath = (rest: string) => `/v1/tenants/${ada.tenantId}/${rest}`;
const suppress = (address: string, reason = 'unsubscribe') =>
  product.call('POST', tenantPath('suppressions'), { body: { address, reason, note: 'Asked by phone.' } });
const found = async (address: string): Promise<ApiAnswer['body'][]> =>
  (await product.call('GET', tenantPath(`suppressions?address=${encodeURIComponent(address)}`))).body.data;
const erasePerson = async (address: string) =>
  product.ended(
    await product.erase({ tenant_id: ada.tenantId, scope: 'counterparty', counterparty_address: address }),
  );

/** The tables that contain the text in any row. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = product.services.db;
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counted = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: hits } = await pool.query(
        `select 1 from ${name} t where t::text ilike '%' || $1 || '%' limit 1`,
        [text],
      );
      return hits.length > 0 ? [name] : [];
    }),
  );
  return counted.flat();
}

it('stays opted out when erased, in any spelling, and no table has the address', async () => {
  const grace = 'Grace.Hopper@persons.example';
  await suppress(grace);
  await product.call('PUT', tenantPath(`lists/receive/block/${encodeURIComponent(grace)}`));
  await product.call('PUT', tenantPath(`lists/send/allow/${encodeURIComponent(grace)}`));
  expect(await tablesWith('grace.hopper@persons.example')).not.toEqual([]);
  expect((await erasePerson(grace)).status).toBe('completed');

  expect(await tablesWith('grace.hopper')).toEqual([]);
  const spelled = 'GRACE.hopper@Persons.example';
  expect(await found(spelled)).toMatchObject([{ address_hint: 'erased', reason: 'unsubscribe', note: null }]);
  const sent = await product.send(ada, { to: [spelled], subject: 'Hello again', text: 'x' });
  expect(sent.body.status).toBe('suppressed');
  const entry = (list: string) =>
    product.call('GET', tenantPath(`lists/${list}/${encodeURIComponent(spelled)}`));
  expect((await entry('receive/block')).body.entry).toMatch(/^erased:/);
  expect((await entry('send/allow')).status).toBe(404);
});

it('is of one tenant: another may still write, and has another hash for the same person', async () => {
  const address = 'same@persons.example';
  const other = await product.mailbox();
  await suppress(address);
  await product.call('POST', `/v1/tenants/${other.tenantId}/suppressions`, { body: { address } });
  await erasePerson(address);
  const rows = await product.services.db.rows<{ tenant_id: string; address: string }>(
    sql`select tenant_id, address from suppressions where tenant_id = ${other.tenantId}`,
  );
  expect(rows).toMatchObject([{ address }]);
  const sent = await product.send(other, { to: ['new@persons.example'], subject: 'Hi', text: 'x' });
  expect(sent.body.status).toBe('queued');
});

it('stays one row when the person complains afterwards and is erased again, and can be removed', async () => {
  const address = 'twice@persons.example';
  await suppress(address, 'manual');
  await erasePerson(address);
  expect((await suppress(address, 'complaint')).body).toMatchObject({
    reason: 'complaint',
    address_hint: 'erased',
  });
  await erasePerson(address);
  expect(await tablesWith('twice@persons')).toEqual([]);
  expect(await found(address)).toMatchObject([{ reason: 'complaint', note: null }]);
  const remove = (body?: unknown) =>
    product.call('DELETE', tenantPath(`suppressions/${encodeURIComponent(address)}`), { body });
  expect((await remove()).status).toBe(400);
  expect((await remove({ confirm_complaint_removal: true })).status).toBe(204);
  expect(await found(address)).toEqual([]);
});
