import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#api/registry.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { sql } from '#kernel/data/database.ts';
import { isWrite } from '#kernel/operation/operation.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { beginSession, openSetup } from '#workspace/sign-in/index.ts';

// Issue 9, Platform: what only the operator sees. The operator is the person who used the link of the first start.

let api: TestApi;
let open: (address?: string) => Browser;
let operator: Browser;
let cookie: string;
let workspace: string;

const onPlatform = { 'proofmail-workspace': 'platform' };
const platformOnly = operations.filter(({ levels }) => levels.length === 1 && levels[0] === 'platform');

beforeAll(async () => {
  api = await openTestApi();
  open = openBrowsers(api.services);
  operator = open();
  const form = { email: 'op@example.com', name: 'Op', workspace: { name: 'Home', slug: 'home' } };
  await operator.call('POST', '/api/auth/setup', { ...form, token: await openSetup(api.services) });
  cookie = [...operator.cookies.keys()][0]!;
  workspace = (await operator.call('GET', '/api/auth/session')).body.workspace.id;
});
afterAll(() => api.close());

/** A signed-in person with this role in the operator's workspace; with null, they belong to no workspace. */
async function visitor(role: string | null): Promise<Browser> {
  const id = newId('user');
  const { db } = api.services;
  await db.run(
    sql`insert into users (id, email, name) values (${id}, ${`${id.toLowerCase()}@example.com`}, 'V')`,
  );
  if (role)
    await db.run(sql`insert into members (tenant_id, user_id, role) values (${workspace}, ${id}, ${role})`);
  const browser = open();
  const client = { userAgent: 'A test', address: '192.0.2.1' };
  browser.cookies.set(cookie, await beginSession(db, api.services, id, client));
  return browser;
}

const codeOf = ({ body }: { body: { error?: { data?: { error: { code: string } }; code?: string } } }) =>
  body.error?.data?.error.code ?? body.error?.code;

describe('the operator', () => {
  it('reads the outbox without a second factor while nobody else is there', async () => {
    const answer = await operator.call('GET', '/api/trpc/platform.list_outbox', undefined, onPlatform);
    expect(answer.status).toBe(200);
  });

  it('reads settings of a tenant with nothing locked, which its own admins have locked', async () => {
    const ruleFor = async (browser: Browser, headers: Record<string, string>) => {
      const input = encodeURIComponent(JSON.stringify({ tenant_id: workspace }));
      const { body } = await browser.call(
        'GET',
        `/api/trpc/tenants.settings?input=${input}`,
        undefined,
        headers,
      );
      const { policy } = body.result.data as { policy: { path: string }[] };
      return policy.find(({ path }) => path === 'limits.requests_per_minute');
    };
    expect(await ruleFor(operator, onPlatform)).toMatchObject({ is_locked: false, most: null });
    expect(await ruleFor(await visitor('admin'), {})).toMatchObject({ is_locked: true });
  });

  it('downloads the usage of tenants by a link, which nobody else can', async () => {
    const link = '/api/session/platform/v1/usage/tenants/export';
    const { status, headers, body } = await operator.call('GET', link);
    expect([status, headers['Content-Type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(String(body)).toContain(`${workspace},home,Home,`);
    for (const role of ['admin', null]) {
      const refused = await (await visitor(role)).call('GET', link);
      expect([401, 403, 404]).toContain(refused.status);
      expect(String(refused.body)).not.toContain(workspace);
    }
  });

  it('calls every platform operation from the console, and is in the audit log as a person', async () => {
    for (const name of [
      'tenants.list',
      'partners.list',
      'platform.list_dead_letters',
      'platform.list_jobs',
      'platform.health',
    ]) {
      const answer = await operator.call('GET', `/api/trpc/${name}`, undefined, onPlatform);
      expect([name, answer.status]).toEqual([name, 200]);
    }
    const { data } = (await api.call('GET', '/v1/audit-events?action=health.read')).body;
    expect(data[0]).toMatchObject({ actor_key_id: null, actor_user_id: expect.stringMatching(/^usr_/) });
  });

  it('acts in their workspace where a request does not name the platform', async () => {
    const answer = await operator.call('GET', '/api/trpc/platform.health');
    expect([answer.status, codeOf(answer)]).toEqual([403, 'scope_denied']);
  });
});

describe('nobody else', () => {
  it.each(['owner of another workspace', 'admin', 'member', 'viewer'])(
    '%s is on no platform',
    async (who) => {
      const browser = await visitor(who.startsWith('owner') ? null : who);
      const elsewhere = { 'proofmail-workspace': newId('tenant') };
      const session = (headers: Record<string, string>) =>
        browser.call('GET', '/api/auth/session', undefined, headers);
      expect((await session(onPlatform)).body).toEqual((await session(elsewhere)).body);
      expect((await session(onPlatform)).body).toMatchObject({ on_platform: false, permissions: [] });
      expect(codeOf(await browser.call('POST', '/api/auth/workspace', { workspace: 'platform' }))).toBe(
        'tenant_not_found',
      );
      for (const operation of platformOnly) {
        const ask = (headers: Record<string, string>) =>
          isWrite(operation)
            ? browser.call('POST', `/api/trpc/${operation.name}`, {}, headers)
            : browser.call('GET', `/api/trpc/${operation.name}`, undefined, headers);
        expect([operation.name, codeOf(await ask(onPlatform))]).toEqual([operation.name, 'unauthenticated']);
        expect(codeOf(await ask(elsewhere)), 'as a workspace that is not there').toBe('unauthenticated');
      }
    },
  );
});
