import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { capturedFor } from '#testing/captured.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { createTenant, freshSlug } from '#testing/tenants.ts';
import { usageRollup } from './index.ts';

// Usage alerts at 80 and 100 percent of each allowance (spec 8.4), with the amounts of the free plan.

let product: TestProduct;
const START = new Date('2026-11-10T10:00:00Z');
const clock = { time: START, now: () => clock.time };

beforeAll(async () => {
  product = await openTestProduct({ PM_BILLING: 'on', PM_CONSOLE_URL: 'https://console.example' }, clock);
});
afterAll(() => product.close());
beforeEach(() => {
  clock.time = START;
});

const rollUp = (of = product) =>
  usageRollup.run({ services: of.services, signal: new AbortController().signal, progress: async () => {} });

const spend = (tenantId: string, used: number, of = product) =>
  of.services.db.run({
    name: 'test.spend_sends',
    text: `insert into send_counters (owner_id, day, used, cap) values ($1, $2, $3, 3000)
           on conflict (owner_id, day) do update set used = excluded.used`,
    values: [`${tenantId} sends`, `${clock.time.toISOString().slice(0, 7)}-01`, used],
  });

/** A workspace with an owner, an admin and a member, on a plan with enough seats, and their addresses. */
async function workspace() {
  const slug = freshSlug();
  const owner = `owner@${slug}.example`;
  const { id } = await createTenant(product, { name: `The ${slug}`, owner: { email: owner, name: 'Ada' } });
  const people = ['admin', 'member'].map((role) => ({ role, email: `${role}@${slug}.example` }));
  for (const { role, email } of people)
    await product.services.db.run({
      name: 'test.add_member',
      text: `with u as (insert into users (id, email, name) values ($1, $2, '') returning id)
             insert into members (tenant_id, user_id, role) select $3, id, $4 from u`,
      values: [`usr_${slug}_${role}`, email, id, role],
    });
  return { id, name: `The ${slug}`, owner, admin: people[0]!.email, member: people[1]!.email };
}

/** The alerts to an address, once there are this many. The owner's first mail is the sign-in link. */
async function alertsTo(address: string, many: number) {
  const mails = await product.eventually(
    () => capturedFor(product.services.db, address),
    (all) => all.length >= many + (address.startsWith('owner') ? 1 : 0),
  );
  return mails.filter(({ subject }) => subject?.includes('%'));
}

/** The thresholds of which a tenant was notified. */
const marked = ({ services }: TestProduct, tenantId: string) =>
  services.db.rows({
    name: 'test.marked',
    text: 'select feature from allowance_counters where tenant_id = $1 and alerted > 0',
    values: [tenantId],
  });

describe('usage alerts (8.4)', () => {
  it('mail owner and admins at 80 and at 100 percent, once each, and again in the next month', async () => {
    const { id, name, owner, admin, member } = await workspace();
    // Three people on the two seats of the free plan are notified at once.
    await rollUp();
    expect((await alertsTo(owner, 1)).map(({ subject }) => subject)).toEqual([`${name}: 100% of seats`]);
    await spend(id, 2399);
    await rollUp();
    await spend(id, 2400);
    await rollUp();
    const [, eighty] = await alertsTo(owner, 2);
    expect(eighty!.subject).toBe(`${name}: 80% of sends`);
    expect(eighty!.text).toContain('- sends: 2400 of 3000 (80%)\n');
    expect(eighty!.text).toContain('The next one begins on 2026-12-01 (UTC)');
    expect(eighty!.text).toContain('https://console.example/console/billing');
    await spend(id, 3000);
    await rollUp();
    await rollUp();
    const subjects = [`${name}: 100% of seats`, `${name}: 80% of sends`, `${name}: 100% of sends`];
    expect((await alertsTo(admin, 3)).map(({ subject }) => subject)).toEqual(subjects);
    expect((await alertsTo(owner, 3)).at(-1)!.text).toContain(
      'Sends are refused until the next month begins.',
    );
    expect(await alertsTo(member, 0)).toEqual([]);
    clock.time = new Date('2026-12-05T10:00:00Z');
    await spend(id, 2999);
    await rollUp();
    expect((await alertsTo(admin, 4)).at(-1)!.subject).toMatch(/80% of sends/);
  });

  it('are sent once for usage that goes up and down, and again for a larger plan', async () => {
    const { id, admin } = await workspace();
    await product.call('PATCH', `/v1/tenants/${id}/billing`, { body: { plan_id: 'team' } });
    const told = async (used: number) => {
      await spend(id, used);
      await rollUp();
    };
    await told(24_000);
    await told(23_000);
    await told(24_500);
    await product.call('PATCH', `/v1/tenants/${id}/billing`, { body: { plan_id: 'scale' } });
    await told(240_000);
    expect((await alertsTo(admin, 2)).map(({ text }) => /sends: (.*)/.exec(text ?? '')![1])).toEqual([
      '24000 of 30000 (80%)',
      '240000 of 300000 (80%)',
    ]);
  });

  it('say nothing where nothing is metered', async () => {
    const { id, admin } = await workspace();
    await product.call('PATCH', `/v1/tenants/${id}/billing`, { body: { mode: 'exempt' } });
    await spend(id, 3000);
    await rollUp();
    expect([await marked(product, id), await alertsTo(admin, 0)]).toEqual([[], []]);
    const off = await openTestProduct({}, clock);
    try {
      const { id: unmetered } = await createTenant(off, { billing: { mode: 'metered' } });
      await spend(unmetered, 3000, off);
      await rollUp(off);
      expect(await marked(off, unmetered)).toEqual([]);
    } finally {
      await off.close();
    }
  });
});
