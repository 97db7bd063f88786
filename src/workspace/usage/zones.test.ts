import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '#api/trpc/router.ts';
import { maintenanceTasks } from '#platform/maintenance-registry.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Days of usage are days in the tenant's time zone, with 23 or 25 hours when the clocks change.

let product: MailProduct;
let now = new Date('2026-11-21T10:00:00Z');

beforeAll(async () => {
  product = await openMailProduct({}, { now: () => now });
});
afterAll(() => product.close());
// The tests go back in time, which the roll-up does not expect.
beforeEach(() => run('delete from usage_progress'));

const run = (text: string, ...values: unknown[]) =>
  product.services.db.run({ name: text.slice(0, 60), text, values });

/** A mailbox that accepted messages at these times. Each counts as a send and as metered work. */
async function mailboxWith(timezone: string, times: readonly string[]) {
  const mailbox = await product.mailbox({ tenant: { timezone } });
  for (const time of times) {
    now = new Date(time);
    const { status, body } = await product.send(mailbox, {
      to: ['ada@sender.example'],
      subject: 'At a time',
      text: 'x',
    });
    expect([status, body.error]).toEqual([202, undefined]);
    await run('update sends set created_at = $2 where message_id = $1', body.id, now);
    await run('update messages set created_at = $2 where id = $1', body.id, now);
    product.services.meter.count(mailbox.tenantId, 'search');
  }
  return mailbox;
}

async function days({ tenantId }: Mailbox, from: string, to: string) {
  const query = `tenant_id=${tenantId}&from=${from}&to=${to}`;
  const { status, body } = await product.call('GET', `/v1/usage/daily?${query}`);
  expect(status).toBe(200);
  return Object.fromEntries(
    body.data.map(({ day, sends, search }: { day: string; sends: number; search: number }) => [
      day,
      [sends, search],
    ]),
  );
}

const rollUp = () =>
  maintenanceTasks
    .find(({ name }) => name === 'usage_rollup')!
    .run({
      services: product.services,
      signal: new AbortController().signal,
      progress: async () => {},
    });

describe('days of usage', () => {
  // The first and last moments of a day in each zone: 23 hours, 25 hours, +13, -11, half and quarter hours.
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'],
    ['Pacific/Apia', '2026-11-21', '2026-11-20T11:00:00Z', '2026-11-21T10:59:59Z'],
    ['Pacific/Pago_Pago', '2026-11-21', '2026-11-21T11:00:00Z', '2026-11-22T10:59:59Z'],
    ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00Z', '2026-11-21T18:29:59Z'],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00Z', '2026-11-21T18:14:59Z'],
    // The clocks go back by half an hour on this day.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', '2026-04-05T13:29:59Z'],
  ])('in %s, %s goes from %s to %s', async (zone, day, first, last) => {
    const second = 1_000;
    const before = new Date(Date.parse(first) - second).toISOString();
    const after = new Date(Date.parse(last) + second).toISOString();
    const mailbox = await mailboxWith(zone, [before, first, last, after]);
    const [previous, next] = [-1, 1].map((step) =>
      new Date(Date.parse(day) + step * 86_400_000).toISOString().slice(0, 10),
    ) as [string, string];
    const expected = { [previous]: [1, 1], [day]: [2, 2], [next]: [1, 1] };
    expect(await days(mailbox, previous, next)).toEqual(expected);
    await rollUp();
    now = new Date(Date.parse(after) + 6 * 86_400_000);
    await rollUp();
    expect(await days(mailbox, previous, next)).toEqual(expected);
  });

  it('end by default with the day that has begun in the zone', async () => {
    const mailbox = await mailboxWith('Pacific/Apia', ['2026-11-22T11:00:00Z']);
    const { body } = await product.call('GET', `/v1/usage/daily?tenant_id=${mailbox.tenantId}`);
    expect(body.data).toHaveLength(30);
    expect(body.data.at(-1)).toMatchObject({ day: '2026-11-23', sends: 1, search: 1 });
    expect(body.data.at(-1).storage_bytes).toBeGreaterThan(0);
    const actor = await product.services.authenticate(`Bearer ${await keyOf(mailbox)}`);
    const context = { actor, services: product.services, requestId: 'req_test', idempotencyKey: null };
    const outcomes = await createCaller(context).usage.outcomes({});
    expect(new Set(outcomes.data.map(({ day }) => day))).toEqual(new Set(['2026-11-23']));
  });

  it('that are open are counted again after a change of zone; earlier ones stay as they were', async () => {
    const mailbox = await mailboxWith('UTC', ['2027-02-01T23:30:00Z', '2027-02-09T23:30:00Z']);
    now = new Date('2027-02-10T01:00:00Z');
    await rollUp();
    const counted = () => days(mailbox, '2027-02-01', '2027-02-10');
    expect(await counted()).toMatchObject({
      '2027-02-01': [1, 1],
      '2027-02-09': [1, 1],
      '2027-02-10': [0, 0],
    });
    const path = `/v1/tenants/${mailbox.tenantId}`;
    expect((await product.call('PATCH', path, { body: { timezone: 'Europe/Berlin' } })).status).toBe(200);
    const expected = { '2027-02-01': [1, 1], '2027-02-02': [0, 0], '2027-02-10': [1, 0] };
    expect(await counted()).toMatchObject(expected);
    await rollUp();
    expect(await counted()).toMatchObject(expected);
  });
});

async function keyOf({ tenantId }: Mailbox): Promise<string> {
  const body = { name: 'k', level: 'tenant', tenant_id: tenantId, permissions: ['messages:read'] };
  return (await product.call('POST', '/v1/keys', { body })).body.secret;
}
