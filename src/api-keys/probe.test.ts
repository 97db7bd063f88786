import { expect, it } from 'vitest';
import { openTestApi } from '#testing/api.ts';
import { createWorld } from '#testing/world.ts';
import { buildRouter } from '#rest/router.ts';
import { operations } from '#registry.ts';
it('x', async () => {
  const api = await openTestApi();
  const w = await createWorld(api.services.db);
  console.log(buildRouter(operations)('GET', '/v1/identities/lookup').operation.name, w.owners.own.ids);
  console.log((await api.call('GET', '/v1/identities/lookup?address='+encodeURIComponent(w.owners.own.ids.address!))).body);
  await api.close();
  expect(1).toBe(1);
});
