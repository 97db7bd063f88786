import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportFaults } from '#testing/fault-report.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { type FaultyPostgres, startFaultyPostgres } from '#testing/postgres-faults.ts';

// A database that responds but accepts no writes: it is read-only, or its disk is full. Callers are asked to try again,
// health shows the reason, and everything works again afterwards.

let postgres: FaultyPostgres;
let product: MailProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  postgres = await startFaultyPostgres();
  product = await openMailProduct({ DATABASE_URL: postgres.url });
  mailbox = await product.mailbox();
}, 120_000);
afterAll(async () => {
  await product?.close();
  await postgres?.close();
});

const health = () => product.call('GET', '/health', { key: null });
const send = (subject: string) =>
  product.send(mailbox, { to: ['x@outside.example'], subject, text: 'x' }, { idempotencyKey: subject });

/** Statements in the product's own database. */
const inDatabase = async (statement: string) => {
  await product.services.db.pool.query(statement);
};

const faults = {
  'is read-only': {
    reason: 'The database is read-only.',
    begin: () => postgres.administer('alter database proofmail set default_transaction_read_only = on'),
    end: () => postgres.administer('alter database proofmail reset default_transaction_read_only'),
  },
  'has a full disk': {
    reason: 'The disk of the database is full. Free some space.',
    begin: async () => {
      await inDatabase(`
        create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
      for (const table of ['messages', 'inbound_receipts', 'audit_events', 'deliveries'])
        await inDatabase(
          `create trigger full_disk before insert on ${table} for each statement execute function full_disk()`,
        );
    },
    end: () => inDatabase('drop function full_disk cascade'),
  },
};

describe.each(Object.entries(faults))('a database that %s', (name, { reason, begin, end }) => {
  beforeEach(async () => {
    await begin();
    // Sessions keep their settings.
    await postgres.interrupt('terminate');
    return async () => {
      await end();
      await postgres.interrupt('terminate');
    };
  });

  it('gives 503 with Retry-After to writes, and health names it', async () => {
    const refused = await product.eventually(
      () => send(`refused ${name}`),
      ({ status, body }) => status === 503 && body.error.code === 'unavailable',
    );
    expect(refused.headers.get('retry-after')).toBe('5');
    // It may still report the previous problem.
    const { status, body } = await product.eventually(health, (answer) =>
      answer.body.reasons?.includes(reason),
    );
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'degraded' })]);
    const { body: platform } = await product.eventually(
      () => product.call('GET', '/v1/platform/health'),
      // Reading the health is audited, which this database may refuse.
      (answer) => [200, 503].includes(answer.status),
    );
    if (platform.components)
      expect(platform.components).toContainEqual(
        expect.objectContaining({ name: 'database', status: 'degraded', detail: reason }),
      );
  });
});

it('then takes everything again', async () => {
  await product.eventually(
    () => send('taken again'),
    ({ status }) => status === 202,
  );
  await product.handOver(mailbox.address, mailTo(mailbox.address, 'Back'));
  await product.arrived(mailbox, 'Back');
  const { body } = await product.eventually(health, (answer) => answer.body.status === 'ok');
  expect(body).not.toHaveProperty('reasons');
  reportFaults({
    fault: 'database refuses writes',
    rounds: Object.keys(faults).length,
    counts: { 'taken again': 1 },
  });
});
