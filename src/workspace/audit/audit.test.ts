import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel/catalogue/ids.ts';
import { sql } from '#kernel/data/database.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { openBrowsers } from '#testing/console.ts';
import { createKey, createPartner, createTenant, partnerKey } from '#testing/tenants.ts';
import { beginSession } from '#workspace/sign-in/index.ts';
import { recordAudit } from './index.ts';

let api: TestApi;
let partner: ApiAnswer['body'];
let ofPartner: string;
let own: ApiAnswer['body'];
let foreign: ApiAnswer['body'];
let ofTenant: string;

beforeAll(async () => {
  api = await openTestApi();
  partner = await createPartner(api);
  ofPartner = await partnerKey(api, partner.id);
  own = await createTenant(api, { key: ofPartner });
  foreign = await createTenant(api);
  ofTenant = await createKey(api, { level: 'tenant', tenant_id: own.id, permissions: ['audit:read'] });
});
afterAll(() => api.close());

type Person = { id: string; name: string };

const list = (query = '', key?: string): Promise<ApiAnswer> =>
  api.call('GET', `/v1/audit-events?${query}`, key === undefined ? {} : { key });
const actions = async (query: string, key?: string): Promise<string[]> =>
  (await list(query, key)).body.data.map(({ action }: { action: string }) => action);

describe('GET /v1/audit-events (interface-spec 2.13, 4.12)', () => {
  it('each key sees what it reaches, newest first', async () => {
    const all = (await list()).body.data;
    expect(all.length).toBeGreaterThan(4);
    expect(all.map(({ created_at }: { created_at: string }) => created_at)).toEqual(
      all
        .map(({ created_at }: { created_at: string }) => created_at)
        .toSorted()
        .reverse(),
    );
    const tenantIds = async (key: string) =>
      new Set((await list('', key)).body.data.map(({ tenant_id }: { tenant_id: string }) => tenant_id));
    expect(await tenantIds(ofPartner)).toEqual(new Set([own.id]));
    expect(await tenantIds(ofTenant)).toEqual(new Set([own.id]));
    expect(await actions('', ofTenant)).toEqual(['key.create', 'tenant.create']);
  });

  it('a tenant out of reach answers as a missing one', async () => {
    const answer = async (id: string, key?: string) => {
      const { status, body } = await list(`tenant_id=${id}`, key);
      const { request_id: _unique, ...error } = body.error;
      return [status, error];
    };
    const missing = await answer('ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
    expect(missing[0]).toBe(404);
    for (const key of [ofPartner, ofTenant]) {
      expect(await answer(foreign.id, key)).toEqual(missing);
      expect(await answer('%00', key)).toEqual(missing);
      expect((await list(`tenant_id=${own.id}`, key)).status).toBe(200);
    }
  });

  it('filters by tenant, actor, action, target and time', async () => {
    expect(await actions(`tenant_id=${foreign.id}`)).toEqual(['tenant.create']);
    const { body: me } = await api.call('GET', '/v1/me', { key: ofPartner });
    expect(await actions(`actor_key_id=${me.key_id}`)).toEqual(['tenant.create']);
    expect(await actions('action=partner.create')).toEqual(['partner.create']);
    expect(await actions(`target_id=${own.id}`)).toEqual(['tenant.create']);
    expect(await actions(`target_id=${own.id}&action=tenant.update`)).toEqual([]);
    const [{ created_at: at }] = (await list(`target_id=${own.id}`)).body.data;
    const moved = (ms: number) => encodeURIComponent(new Date(Date.parse(at) + ms).toISOString());
    expect(await actions(`target_id=${own.id}&after=${moved(-1)}&before=${moved(1)}`)).toEqual([
      'tenant.create',
    ]);
    expect(await actions(`target_id=${own.id}&after=${moved(0)}`)).toEqual([]);
    expect(await actions(`target_id=${own.id}&before=${moved(0)}`)).toEqual([]);
    const elsewhere = encodeURIComponent(at.replace('Z', '-01:00'));
    expect(await actions(`target_id=${own.id}&before=${elsewhere}`)).toEqual(['tenant.create']);
  });

  it('pages through rows of the same moment without losing or repeating one', async () => {
    const { id } = await createTenant(api);
    await api.services.db.transaction(async (tx) => {
      for (let n = 0; n < 7; n += 1) {
        const entry = {
          action: 'billing.update' as const,
          target_type: 'tenant',
          target_id: id,
          tenant_id: id,
          details: { n },
        };
        await recordAudit(tx, { actor: null, requestId: null }, entry);
      }
    });
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: ApiAnswer = await list(`action=billing.update&limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map(({ details }: { details: { n: number } }) => details.n));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
    const { body } = await list('action=billing.update&limit=1');
    expect(body.data[0]).toMatchObject({
      actor_key_id: null,
      actor_user_id: null,
      request_id: null,
      tenant_id: id,
    });
    expect((await list(`action=tenant.create&limit=1&cursor=${body.next_cursor}`)).body.error.code).toBe(
      'invalid_request',
    );
  });

  it('is written in the transaction of what it tells of', async () => {
    const { id } = await createTenant(api);
    const failed = api.services.db.transaction(async (tx) => {
      const entry = { action: 'hold.create' as const, target_type: 'tenant', target_id: id, tenant_id: id };
      await recordAudit(tx, { actor: null, requestId: null }, entry);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await actions('action=hold.create')).toEqual([]);
  });

  it.each([
    'action=',
    `action=${'x'.repeat(65)}`,
    'action=a%00b',
    'after=yesterday',
    'after=2026-02-30T00:00:00Z',
    'after=0000-01-01T00:00:00Z',
    'before=9999-12-31T23:59:59.999999999%2B23:59',
    'before=2026-11-21',
    'limit=0',
    'order=asc',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details.errors[0].path).toBe(query.split('=')[0]);
  });

  it.each(['after=2026-01-01T00:00:00.123456789Z', 'target_id=%00', 'actor_key_id=x'])(
    'answers ?%s',
    async (query) => {
      expect((await list(query)).status).toBe(200);
    },
  );

  it('shows what one person did, and the console by whom', async () => {
    const { id: tenantId } = await createTenant(api);
    const [member, gone, operator, stranger] = ['Ada', 'Ben', 'Operator', 'Eve'].map((name) => ({
      id: newId('user'),
      name,
    })) as [Person, Person, Person, Person];
    const { db } = api.services;
    for (const { id, name } of [member, gone, operator, stranger])
      await db.run(sql`
        insert into users (id, email, name, is_operator)
        values (${id}, ${`${id.toLowerCase()}@example.com`}, ${name}, ${name === 'Operator'})`);
    await db.run(
      sql`insert into members (tenant_id, user_id, role) values (${tenantId}, ${member.id}, 'admin')`,
    );
    await createKey(api, { level: 'tenant', tenant_id: tenantId, permissions: ['audit:read'] });
    const ofTenantKeys = (await list(`tenant_id=${tenantId}&action=key.create`)).body.data;
    const [platformKey, ownKey] = [ofTenantKeys[0].actor_key_id, ofTenantKeys[0].target_id];
    const actors = [
      { key_id: null, user_id: member.id },
      { key_id: null, user_id: gone.id },
      { key_id: null, user_id: operator.id },
      { key_id: ownKey, user_id: null },
    ];
    const entry = {
      action: 'tenant.update' as const,
      target_type: 'tenant',
      target_id: tenantId,
      tenant_id: tenantId,
    };
    for (const actor of actors) await recordAudit(db, { actor, requestId: null }, entry);
    const rows = (await list(`actor_user_id=${member.id}`)).body.data;
    expect(rows).toMatchObject([{ action: 'tenant.update', actor_user_id: member.id, tenant_id: tenantId }]);

    const browser = openBrowsers(api.services)();
    browser.cookies.set(
      'pm_session_3000',
      await beginSession(db, api.services, member.id, { userAgent: '', address: '' }),
    );
    const ids = [member, gone, operator, stranger].map(({ id }) => id);
    const input = JSON.stringify({ actor_ids: [...ids, platformKey, ownKey, 'key_none'] });
    const named = await browser.call('GET', `/api/trpc/audit.name_actors?input=${encodeURIComponent(input)}`);
    expect(new Map(named.body.result.data.data.map(({ id, name }: Person) => [id, name]))).toEqual(
      new Map([
        [member.id, 'Ada'],
        [gone.id, 'Ben'],
        [operator.id, null],
        [platformKey, null],
        [ownKey, expect.any(String)],
      ]),
    );

    browser.cookies.set(
      'pm_session_3000',
      await beginSession(db, api.services, operator.id, { userAgent: '', address: '' }),
    );
    const asOperator = await browser.call(
      'GET',
      `/api/trpc/audit.name_actors?input=${encodeURIComponent(input)}`,
      undefined,
      { 'proofmail-workspace': 'platform' },
    );
    const all = asOperator.body.result.data.data as Person[];
    expect(all.map(({ id }) => id).sort()).toEqual([...ids, platformKey, ownKey].sort());
    expect(all.filter(({ name }) => name === null)).toEqual([]);
  });

  it('needs audit:read, which an identity key cannot hold', async () => {
    const key = await createKey(api, { level: 'tenant', tenant_id: own.id, permissions: ['messages:read'] });
    const { status, body } = await list('', key);
    expect([status, body.error.details]).toEqual([403, { required: 'audit:read' }]);
  });
});
