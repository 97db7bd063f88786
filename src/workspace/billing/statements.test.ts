import { expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createTenant } from '#testing/tenants.ts';

// Metering is part of the statements that sends run anyway (README, Invariants), so no request needs an additional one.

/** The statements of one accepted send, in their order. */
async function statementsOfSend(api: TestApi): Promise<string[]> {
  const { id: tenantId } = await createTenant(api);
  const body = { username: 'a', owner: { name: 'Ada', email: 'ada@example.com' } };
  const made = await api.call('POST', `/v1/tenants/${tenantId}/identities`, { body });
  const send = (key: string) =>
    api.call('POST', `/v1/identities/${made.body.id}/messages`, {
      body: { to: ['ada@outside.example'], subject: 'S', text: 'T' },
      headers: { 'idempotency-key': key },
    });
  await send('first');
  const asked: string[] = [];
  const wrapped = new WeakSet<object>();
  api.services.db.pool.on('acquire', (client) => {
    if (wrapped.has(client)) return;
    wrapped.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [config] = args as [string | { name?: string; text: string }];
      asked.push(typeof config === 'string' ? config : (config.name ?? config.text));
      return query(...args);
    }) as typeof client.query;
  });
  expect((await send('second')).status).toBe(202);
  // Notifications to other processes about the first send may still be on their way.
  return asked.filter((name) => name !== 'kernel.notify');
}

it('a send asks the database the same with billing as without', async () => {
  const [off, on] = [await openTestApi(), await openTestApi({ PM_BILLING: 'on' })];
  try {
    const without = await statementsOfSend(off);
    expect(without).toContain('sending.take_of_counters');
    expect(await statementsOfSend(on)).toEqual(without);
  } finally {
    await Promise.all([off.close(), on.close()]);
  }
});
