import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// All database connections break at once, as in a restart of the database. The program continues and loses nothing.

let product: MailProduct;

beforeAll(async () => {
  product = await openMailProduct();
});
afterAll(() => product?.close());

async function breakConnections(): Promise<number> {
  const { connectionString } = product.services.db.pool.options;
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  return rowCount ?? 0;
}

it('answers, sends and receives again after its connections broke', async () => {
  const [sender, receiver] = [await product.mailbox(), await product.mailbox()];
  expect(await breakConnections()).toBeGreaterThan(0);
  await product.eventually(
    () => product.call('GET', '/v1/me'),
    ({ status }) => status === 200,
  );
  const message = { to: [receiver.address], subject: 'Still here', text: 'x' };
  await product.eventually(
    () => product.send(sender, message, { idempotencyKey: 'after the loss' }),
    ({ status }) => status === 202,
  );
  expect(await product.arrived(receiver, 'Still here')).toMatchObject({ extracted_text: 'x' });
});
