import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '#api/trpc/router.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createTenant } from '#testing/tenants.ts';
import { createRequestLog, requestLogRetention } from './index.ts';

// The request log: which calls keys made, without their content.

let api: TestApi;
const START = new Date('2026-11-10T10:00:00Z');
const clock = { time: START, now: () => clock.time };

beforeAll(async () => {
  api = await openTestApi({}, clock);
});
afterAll(() => api.close());
beforeEach(() => {
  clock.time = START;
});

async function workspace(level = 'tenant') {
  const { id } = await createTenant(api);
  const made = await api.call('POST', '/v1/keys', {
    body: {
      name: 'Agent',
      level,
      tenant_id: id,
      permissions: ['identities:read', 'identities:write', 'audit:read', 'messages:read'],
    },
  });
  const { key_id, secret } = made.body;
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { key: secret, ...(body !== undefined && { body }) });
  const list = async (query = '') => (await call('GET', `/v1/requests?${query}`)).body.data;
  return { id, key_id, secret, call, list };
}

const GONE = '/v1/identities/idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE';

describe('the request log', () => {
  it('lists the calls of the keys, newest first, with how they were answered', async () => {
    const { key_id, call, list } = await workspace();
    const first = await call('GET', '/v1/identities?limit=3');
    clock.time = new Date('2026-11-10T10:00:42Z');
    const second = await call('GET', `${GONE}?secret=1`);
    clock.time = new Date('2026-11-10T10:00:43Z');
    const third = await call('GET', '/v1/identities?limit=0');
    const known = await list();
    expect(known.slice(-4).map(({ duration_ms: _, ...row }: { duration_ms: number }) => row)).toEqual(
      [
        {
          request_id: third.headers.get('request-id'),
          at: '2026-11-10T10:00:43.000Z',
          key_id,
          user_id: null,
          method: 'GET',
          route: '/v1/identities',
          status: 400,
          code: 'invalid_request',
        },
        {
          request_id: second.headers.get('request-id'),
          at: '2026-11-10T10:00:42.000Z',
          key_id,
          user_id: null,
          method: 'GET',
          route: '/v1/identities/{identity_id}',
          status: 404,
          code: 'identity_not_found',
        },
        {
          request_id: first.headers.get('request-id'),
          at: '2026-11-10T10:00:00.000Z',
          key_id,
          user_id: null,
          method: 'GET',
          route: '/v1/identities',
          status: 200,
          code: null,
        },
      ].slice(-4),
    );
    expect(JSON.stringify(known)).not.toMatch(/secret|limit=|idn_/);
  });

  it('is where each refused call leads, of REST and of MCP', async () => {
    const { call, list, secret } = await workspace();
    clock.time = new Date();
    const missing = await call('GET', GONE);
    const id = missing.headers.get('request-id')!;
    expect(missing.body.error.request_id).toBe(id);
    const link = /^<(.+)>; rel="describedby"$/.exec(missing.headers.get('link') ?? '')?.[1];
    expect(link).toBe(`http://localhost:3000/console/developers/requests?request_id=${id}`);
    expect(await list(new URL(link!).searchParams.toString())).toMatchObject([
      { request_id: id, code: 'identity_not_found' },
    ]);
    expect((await call('GET', '/v1/identities')).headers.get('link')).toBeNull();
    const nobody = await api.call('GET', GONE, { key: 'pmk_live_unknown' });
    expect([nobody.status, nobody.headers.get('link')]).toEqual([401, null]);

    const tool = await api.call('POST', '/mcp', {
      key: secret,
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'mail_list_threads', arguments: { identity: GONE.slice(-30) } },
      },
    });
    const { error } = JSON.parse(tool.body.result.content[0].text);
    expect([tool.status, tool.body.result.isError]).toEqual([200, true]);
    expect(await list(`request_id=${error.request_id}`)).toMatchObject([
      { route: 'mcp.mail_list_threads', status: 404, code: 'identity_not_found' },
    ]);
  });

  it('has the calls that a known key was refused, and those of unknown ones in no workspace', async () => {
    const { id, key_id, secret, call, list } = await workspace();
    const far = await api.call('POST', '/v1/keys', {
      body: {
        name: 'Far',
        level: 'tenant',
        tenant_id: id,
        permissions: ['identities:read'],
        allowed_cidrs: ['203.0.113.0/24'],
      },
    });
    const denied = await api.call('GET', '/v1/identities', { key: far.body.secret });
    const second = await api.call('POST', `/v1/keys/${key_id}/rotate`, { body: { overlap_hours: 0 } });
    const revoked = await call('GET', '/v1/identities');
    expect([denied.body.error.code, revoked.body.error.code]).toEqual(['key_source_denied', 'key_revoked']);
    expect(denied.headers.get('link')).toContain('/console/developers/requests?request_id=req_');
    expect(second.body.secret).not.toBe(secret);
    const read = (query: string) => api.call('GET', `/v1/requests?${query}`, { key: second.body.secret });
    expect((await read('code=key_source_denied')).body.data).toMatchObject([
      { key_id: far.body.key_id, status: 403 },
    ]);
    expect((await read('code=key_revoked')).body.data).toMatchObject([{ key_id, status: 401 }]);
    expect(await list()).toBeUndefined();
  });

  it('holds what the console refused to people, and nothing else of theirs', async () => {
    const { id, list } = await workspace();
    clock.time = new Date();
    const actor = {
      key_id: null,
      user_id: 'usr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
      name: 'Ann',
      level: 'tenant',
      mode: 'live',
      partner_id: null,
      tenant_id: id,
      identity_id: null,
      permissions: new Set(['identities:read']),
      expires_at: null,
    } as const;
    const requestId = newId('request');
    const as = (who: Actor) =>
      createCaller({ actor: who, services: api.services, requestId, idempotencyKey: null });
    await as(actor).identities.list({});
    const gone = { identity_id: GONE.slice(-30) };
    await expect(as(actor).identities.read(gone)).rejects.toThrow();
    const operator = { ...actor, level: 'platform', tenant_id: null } as const;
    await expect(as(operator).identities.read(gone)).rejects.toThrow();
    const logged = (query: string) =>
      list(query).then((rows: { route: string }[]) => rows.filter(({ route }) => route !== '/v1/requests'));
    const row = {
      request_id: requestId,
      key_id: null,
      user_id: actor.user_id,
      method: 'GET',
      route: '/v1/identities/{identity_id}',
      status: 404,
      code: 'identity_not_found',
    };
    expect(await logged('')).toMatchObject([row]);
    expect(await logged(`user_id=${actor.user_id}`)).toMatchObject([row]);
    expect(await logged(`request_id=${requestId}&user_id=${actor.user_id}`)).toMatchObject([row]);
    expect(await logged(`request_id=${requestId}&user_id=usr_x`)).toEqual([]);
  });

  it('is narrowed by key, status, code, route, time and request id', async () => {
    const { key_id, call, list } = await workspace();
    const ok = await call('GET', '/v1/identities');
    clock.time = new Date('2026-11-10T10:01:00Z');
    const missing = await call('GET', GONE);
    clock.time = new Date('2026-11-10T10:02:00Z');
    const ids = async (query: string) =>
      (await list(query)).map(({ request_id }: { request_id: string }) => request_id);
    const [first, second] = [ok.headers.get('request-id'), missing.headers.get('request-id')];
    expect(await ids('status_class=4xx')).toEqual([second]);
    expect(await ids('code=identity_not_found')).toEqual([second]);
    expect(await ids('code=internal_error')).toEqual([]);
    expect(await ids('route=/v1/identities')).toEqual([first]);
    expect(await ids('before=2026-11-10T10:01:00Z')).toEqual([first]);
    expect(await ids(`after=2026-11-10T10:00:00Z&before=2026-11-10T10:02:00Z&key_id=${key_id}`)).toEqual([
      second,
    ]);
    expect(await ids('key_id=key_x')).toEqual([]);
    // A request's id contains the machine's time at which the request began.
    clock.time = new Date();
    const now = (await call('GET', GONE)).headers.get('request-id');
    expect(await ids(`request_id=${now}`)).toEqual([now]);
    expect(await ids(`request_id=${now}&key_id=key_x`)).toEqual([]);
    expect(await ids('request_id=req_x')).toEqual([]);
  });

  it('goes page by page through what several processes wrote, in order and whole', async () => {
    const { id, key_id, list, call } = await workspace();
    const { db, log, metrics } = api.services;
    const others = [1, 2].map(() => createRequestLog(db, { clock, log, metrics }));
    const at = (n: number) => START.getTime() - 60_000 + n * 700;
    for (let n = 0; n < 60; n += 1) {
      others[n % 2]!.add({
        request_id: `req_${String(n).padStart(26, '0')}`,
        tenant_id: id,
        key_id,
        user_id: null,
        method: 'GET',
        route: '/v1/x',
        status: 200,
        code: null,
        duration_ms: 1,
        at: at(n),
      });
      if (n % 7 === 0) await others[n % 2]!.flush();
    }
    await Promise.all(others.map((other) => other.close()));
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await call('GET', `/v1/requests?route=/v1/x&limit=7${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map(({ at: time }: { at: string }) => time));
      cursor = body.next_cursor ?? '';
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => new Date(at(59 - n)).toISOString()));
    expect(await list('route=/v1/x&limit=100')).toHaveLength(60);
  });

  it('is the own workspace’s alone: others, and keys that say no tenant, see nothing', async () => {
    const [one, other] = [await workspace(), await workspace()];
    clock.time = new Date();
    const { headers } = await one.call('GET', '/v1/identities');
    expect(await one.list(`request_id=${headers.get('request-id')}`)).toHaveLength(1);
    expect(await other.list(`request_id=${headers.get('request-id')}`)).toEqual([]);
    const foreign = await other.call('GET', `/v1/requests?tenant_id=${one.id}`);
    const missing = await other.call('GET', '/v1/requests?tenant_id=ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
    expect([foreign.status, foreign.body.error.code]).toEqual([missing.status, missing.body.error.code]);
    expect((await api.call('GET', '/v1/requests')).body.error.details.errors[0].path).toBe('tenant_id');
    const byOperator = await api.call('GET', `/v1/requests?tenant_id=${one.id}`);
    const seen = byOperator.body.data.map(({ request_id }: { request_id: string }) => request_id);
    expect(seen).toContain(headers.get('request-id'));
  });

  it('keeps what the database did not take, up to a bound, and counts what it dropped', async () => {
    const { id, list } = await workspace();
    let refuses = true;
    const { db, log, metrics } = api.services;
    const shaky = {
      ...db,
      run: (statement: Parameters<typeof db.run>[0]) =>
        refuses ? Promise.reject(new Error('The database is gone.')) : db.run(statement),
    } as typeof db;
    const requestLog = createRequestLog(shaky, { clock, log, metrics });
    const call = (n: number) => ({
      request_id: `req_${String(n).padStart(26, '0')}`,
      tenant_id: id,
      key_id: 'key_lost',
      user_id: null,
      method: 'GET',
      route: '/v1/x',
      status: 200,
      code: null,
      duration_ms: 1,
      at: START.getTime() - n,
    });
    const dropped = async () =>
      Number(/^proofmail_request_log_dropped_total\S* (\d+)$/m.exec(await metrics.text(() => {}))?.[1] ?? 0);
    const before = await dropped();
    for (let n = 0; n < 20_000; n += 1) requestLog.add(call(n));
    await requestLog.flush();
    requestLog.add(call(20_001));
    expect((await dropped()) - before).toBe(1);
    refuses = false;
    await requestLog.close();
    const { rows } = await api.services.db.pool.query(
      'select sum(many)::int as many, max(many) as most from request_logs where tenant_id = $1',
      [id],
    );
    expect(rows[0].many).toBeGreaterThanOrEqual(20_000);
    expect(rows[0].most).toBeLessThanOrEqual(5_000);
    expect(await list('key_id=key_lost&limit=100')).toHaveLength(100);
  });

  it('forgets calls after 30 days, and all of an erased workspace', async () => {
    const { id, call, list } = await workspace();
    await call('GET', '/v1/identities');
    await api.services.requestLog.flush();
    const count = async () =>
      (
        await api.services.db.pool.query('select count(*)::int as n from request_logs where tenant_id = $1', [
          id,
        ])
      ).rows[0].n;
    clock.time = new Date('2026-12-10T09:59:59Z');
    const run = () =>
      requestLogRetention.run({ services: api.services, signal: new AbortController().signal });
    await run();
    expect(await count()).toBe(1);
    clock.time = new Date('2026-12-10T10:00:01Z');
    await run();
    expect(await count()).toBe(0);
    expect(await list('before=2026-12-01T00:00:00Z')).toEqual([]);
  });
});
