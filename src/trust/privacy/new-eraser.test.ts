import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Eraser } from '#kernel/operation/erasure.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createTenant } from '#testing/tenants.ts';
import { runErasure } from './erase.ts';
import { findTenantErasure, insertErasure } from './repository.ts';

// A release may add an eraser while an erasure is running: no room's data is skipped because of it.

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it('runs an eraser that was inserted before the ones that are done', async () => {
  const { services } = api;
  const tenantId = (await createTenant(api)).id;
  const id = newId('erasure');
  await insertErasure(services.db, {
    id,
    tenant_id: tenantId,
    scope: 'tenant',
    identity_id: null,
    thread_id: null,
    message_id: null,
    counterparty_address: null,
    reason: null,
    created_by_key_id: null,
    created_at: services.clock.now().toISOString(),
  });
  const ran: string[] = [];
  const stop = new AbortController();
  const eraser = (name: string, then = () => {}): Eraser => ({
    name,
    async ofScope() {
      ran.push(name);
      then();
      return { rows: 0 };
    },
  });
  const before = [eraser('first'), eraser('last', () => stop.abort())];
  await runErasure({ services, signal: stop.signal, attempt: 1 }, id, before);
  expect(ran).toEqual(['first', 'last']);
  expect(await findTenantErasure(services.db, tenantId)).toMatchObject({ status: 'running' });

  const after = [eraser('first'), eraser('added'), eraser('last')];
  await runErasure({ services, signal: new AbortController().signal, attempt: 1 }, id, after);
  expect(ran).toEqual(['first', 'last', 'added']);
  expect(await findTenantErasure(services.db, tenantId)).toMatchObject({ status: 'completed' });
});
