import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { ensureBootstrapKey } from './bootstrap.ts';

// The platform key of the first start (decisions.md, PM_BOOTSTRAP_KEY).

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it('is shown once, lies in a file of its owner, and works', async () => {
  const { path, secret } = api.services.bootstrapKey;
  expect((await stat(path!)).mode & 0o777).toBe(0o600);
  expect((await api.call('GET', '/v1/me', { key: secret })).body).toMatchObject({ level: 'platform' });
  expect(await ensureBootstrapKey(api.services.db, api.services.config)).toEqual({ path, secret: null });
});

it('is made once by processes that start at once', async () => {
  const bootstrapKey = `pmk_live_${'b'.repeat(64)}`;
  const config = { ...api.services.config, bootstrapKey };
  await Promise.all(Array.from({ length: 8 }, () => ensureBootstrapKey(api.services.db, config)));
  expect((await api.call('GET', '/v1/me', { key: bootstrapKey })).status).toBe(200);
});

it('stays revoked when it was', async () => {
  const bootstrapKey = `pmk_live_${'c'.repeat(64)}`;
  const config = { ...api.services.config, bootstrapKey };
  await ensureBootstrapKey(api.services.db, config);
  const { key_id } = (await api.call('GET', '/v1/me', { key: bootstrapKey })).body;
  expect((await api.call('DELETE', `/v1/keys/${key_id}`)).status).toBe(204);
  await ensureBootstrapKey(api.services.db, config);
  expect((await api.call('GET', '/v1/me', { key: bootstrapKey })).body.error.code).toBe('key_revoked');
});
