import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '#kernel/base/config.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { sealedColumns } from './reseal-repository.ts';
import { createServices } from './services.ts';

// PM_SECRET is replaced by one start that has both secrets (docs/operations.md).

const OLD = 'the secret of the first years';
const NEW = 'the secret that takes its place';
const smarthost = { PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: 'smtp://127.0.0.1:1' };

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ ...smarthost, PM_SECRET: OLD });
});
afterAll(() => api?.close());

const start = (env: Record<string, string | undefined>) =>
  createServices(
    loadConfig({ ...smarthost, PM_DATA_DIR: api.services.config.dataDir, PM_LOG_LEVEL: 'silent', ...env }),
    { databaseUrl: api.services.db.pool.options.connectionString! },
  );

it('seals everything again, once, and refuses what neither secret opens', async () => {
  const tenant = await api.call('POST', '/v1/tenants', { body: { slug: 'reseal', name: 'R' } });
  const path = `/v1/tenants/${tenant.body.id}/webhooks`;
  const body = { url: 'https://1.1.1.1/hook', events: ['message.received'] };
  const { id, secret } = (await api.call('POST', path, { body })).body;
  const before = api.services.keyRing.active('thread');

  await expect(start({ PM_SECRET: NEW })).rejects.toThrow('PM_SECRET');
  const wrong = 'a secret that never was one';
  await expect(start({ PM_SECRET: NEW, PM_PREVIOUS_SECRET: wrong })).rejects.toThrow('Neither');
  for (const env of [{ PM_SECRET: NEW, PM_PREVIOUS_SECRET: OLD }, { PM_SECRET: NEW }]) {
    for (let time = 0; time < 2; time += 1) {
      const services = await start(env);
      expect(services.keyRing.active('thread')).toEqual(before);
      const { rows } = await services.db.pool.query('select secret from webhook_endpoints where id = $1', [
        id,
      ]);
      expect(services.sealer.open('webhook-secret', rows[0].secret, id).toString()).toBe(secret);
      const keys = await services.db.pool.query('select domain, selector, private_key from dkim_keys');
      expect(keys.rows).toHaveLength(1);
      const { domain, selector, private_key } = keys.rows[0];
      expect(() =>
        services.sealer.open('dkim-key', private_key, `${selector}._domainkey.${domain}`),
      ).not.toThrow();
      await services.close();
    }
  }
  await expect(start({ PM_SECRET: OLD })).rejects.toThrow('PM_SECRET');
});

/** Columns of bytes that are not sealed secrets: hashes, random ids of rows, mail, vectors, public keys. */
const NOT_SEALED =
  /[._]hash$|^sign_in_\w+\.(id|request_id)$|^blobs\.content$|^messages\.packed$|^request_logs\.calls$|^search_vectors\.vector$|^addresses\.forwarding_token$|^passkeys\.(credential_id|public_key)$/;

it('knows every sealed column: a new one belongs in `sealedColumns`', async () => {
  const { rows } = await api.services.db.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  );
  const found = rows.map(({ name }) => name).filter((name) => !NOT_SEALED.test(name));
  expect(found).toEqual(sealedColumns.map(({ name }) => name));
});
