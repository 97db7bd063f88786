import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { type Mailbox, storeMail } from '#testing/mail.ts';
import { createTenant } from '#testing/tenants.ts';
import { totpCode } from '#testing/totp.ts';
import { issueSignInToken } from '#workspace/members/index.ts';
import { openSetup } from '#workspace/sign-in/index.ts';

// Issue 22, point 3: authenticator apps (RFC 6238), recovery codes, and what an operator may do without them.

let now = new Date('2026-11-23T10:00:00.000Z');
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
let api: TestApi;
let open: (address?: string) => Browser;
let clients = 0;
let people = 0;
const browser = () => open(`192.0.2.${++clients}`);

beforeAll(async () => {
  api = await openTestApi({}, { now: () => now });
  open = openBrowsers(api.services);
});
afterAll(() => api.close());

async function person(): Promise<string> {
  const id = `usr_s${++people}`;
  await api.services.db.run(
    sql`insert into users (id, email, name) values (${id}, ${`s${people}@example.com`}, 'S')`,
  );
  return id;
}

/** Follows a link from a mail: the first factor. */
async function follow(userId: string, visitor = browser()) {
  const token = await issueSignInToken(api.services.db, api.services, userId);
  const { status, body } = await visitor.call('POST', '/api/auth/link', { token });
  return { status, body, visitor };
}
const isIn = async (visitor: Browser) => (await visitor.call('GET', '/api/auth/session')).status === 200;
const security = async (visitor: Browser) => (await visitor.call('GET', '/api/auth/security')).body;
const post = (visitor: Browser, path: string, body: unknown = {}) =>
  visitor.call('POST', `/api/auth/${path}`, body);

async function setUpApp(visitor: Browser) {
  const { secret, uri } = (await post(visitor, 'app/begin')).body;
  expect(uri).toContain(`secret=${secret}`);
  const { status, body } = await post(visitor, 'app/confirm', { code: totpCode(secret, now) });
  expect(status).toBe(200);
  pass(30);
  return { secret: secret as string, codes: body.recovery_codes as string[] };
}

async function withApp() {
  const id = await person();
  const { visitor } = await follow(id);
  return { id, visitor, ...(await setUpApp(visitor)) };
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('an authenticator app', () => {
  it('counts from its first code on, and is asked for from then on', async () => {
    const id = await person();
    const { visitor } = await follow(id);
    const { secret } = (await post(visitor, 'app/begin')).body;
    expect((await post(visitor, 'app/confirm', { code: wrong(totpCode(secret, now)) })).status).toBe(400);
    expect((await follow(id)).body).toEqual({ ok: true });
    await setUpApp(visitor);
    const next = await follow(id);
    expect(next.body).toEqual({ ok: true, second_factor: true });
    expect(await isIn(next.visitor)).toBe(false);
    const { app, recovery_codes, second_factor_at } = await security(visitor);
    expect([app, recovery_codes, second_factor_at]).toEqual([true, 10, expect.any(String)]);
  });

  it('takes a code once, also of the steps beside it, and never an older one', async () => {
    const { id, secret } = await withApp();
    const { visitor } = await follow(id);
    const code = totpCode(secret, now);
    expect((await post(visitor, 'second-factor', { code: wrong(code) })).status).toBe(401);
    expect((await post(visitor, 'second-factor', { code })).status).toBe(200);
    expect(await isIn(visitor)).toBe(true);
    const other = (await follow(id)).visitor;
    expect((await post(other, 'second-factor', { code })).status).toBe(401);
    const before = totpCode(secret, new Date(now.getTime() - 30_000));
    expect((await post(other, 'second-factor', { code: before })).status).toBe(401);
    const after = totpCode(secret, new Date(now.getTime() + 30_000));
    expect((await post(other, 'second-factor', { code: after })).status).toBe(200);
  });

  it('two browsers that send one code at once: one of them is in', async () => {
    const { id, secret } = await withApp();
    const visitors = [(await follow(id)).visitor, (await follow(id)).visitor];
    const code = totpCode(secret, now);
    const answers = await Promise.all(visitors.map((each) => post(each, 'second-factor', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('ends a sign-in after five tries, and stops comparing after ten wrong codes in an hour', async () => {
    const { id, secret } = await withApp();
    for (const _ of [1, 2]) {
      const { visitor } = await follow(id);
      for (let n = 0; n < 5; n += 1)
        expect((await post(visitor, 'second-factor', { code: wrong(totpCode(secret, now)) })).status).toBe(
          401,
        );
      expect((await post(visitor, 'second-factor', { code: totpCode(secret, now) })).status).toBe(401);
    }
    const { visitor } = await follow(id);
    expect((await post(visitor, 'second-factor', { code: totpCode(secret, now) })).status).toBe(429);
    pass(3_601);
    const later = await follow(id);
    expect((await post(later.visitor, 'second-factor', { code: totpCode(secret, now) })).status).toBe(200);
  });

  it('is neither replaced nor removed in a session that has not proven it', async () => {
    const id = await person();
    const weak = (await follow(id)).visitor;
    const { visitor } = await follow(id);
    const { secret } = await setUpApp(visitor);
    for (const path of ['app/remove', 'app/begin', 'passkeys/options', 'recovery-codes']) {
      const { status, body } = await post(weak, path);
      expect([path, status, body.error?.code]).toEqual([path, 403, 'second_factor_required']);
    }
    expect((await post(weak, 'security/confirm', { code: totpCode(secret, now) })).status).toBe(200);
    expect((await post(weak, 'app/begin')).body.error.code).toBe('factor_exists');
    expect((await post(weak, 'app/remove')).status).toBe(200);
    expect(await security(visitor)).toMatchObject({ app: false, recovery_codes: 0, second_factor_at: null });
    expect((await follow(id)).body).toEqual({ ok: true });
  });

  it('keeps nothing readable, and tells the audit log', async () => {
    const { id, secret, codes } = await withApp();
    const { rows } = await api.services.db.pool.query(
      `select (select row_to_json(f)::text from second_factors f where user_id = $1) as factor,
              (select json_agg(c)::text from recovery_codes c where user_id = $1) as codes`,
      [id],
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(secret);
    for (const code of codes) expect(stored).not.toContain(code.slice(0, 9));
    const { data } = (await api.call('GET', '/v1/audit-events?action=sign_in.add_factor')).body;
    expect(data[0]).toMatchObject({ actor_user_id: id, target_id: id, details: { kind: 'app' } });
  });
});

describe('recovery codes', () => {
  it('work once each, however they are typed, and are replaced together', async () => {
    const { id, codes } = await withApp();
    expect(new Set(codes).size).toBe(10);
    const typed = codes[0]!.toLowerCase().replaceAll('-', ' ');
    const first = (await follow(id)).visitor;
    expect((await post(first, 'second-factor', { code: typed })).status).toBe(200);
    expect((await security(first)).recovery_codes).toBe(9);
    const second = (await follow(id)).visitor;
    expect((await post(second, 'second-factor', { code: codes[0] })).status).toBe(401);
    const { recovery_codes } = (await post(first, 'recovery-codes')).body;
    expect((await post(second, 'second-factor', { code: codes[1] })).status).toBe(401);
    expect((await post(second, 'second-factor', { code: recovery_codes[0] })).status).toBe(200);
  });
});

/** An identity of this tenant with one message. */
async function mailbox(tenantId: string): Promise<string> {
  const made = await api.call('POST', `/v1/tenants/${tenantId}/identities`, { body: { username: 'scout' } });
  await storeMail(api.services, made.body as Mailbox, {});
  return made.body.id;
}

it('is removed by the deployment’s key for somebody who lost everything', async () => {
  const { id, visitor } = await withApp();
  const tenant = await createTenant(api);
  const path = `/v1/tenants/${tenant.id}/members/${id}/reset-second-factor`;
  expect((await api.call('POST', path)).body.error.code).toBe('member_not_found');
  await api.services.db.run(
    sql`insert into members (tenant_id, user_id, role) values (${tenant.id}, ${id}, 'member')`,
  );
  expect((await api.call('POST', path)).body).toEqual({ removed: 1 });
  expect(await security(visitor)).toMatchObject({ app: false, recovery_codes: 0, second_factor_at: null });
  expect((await follow(id)).body).toEqual({ ok: true });
});

describe('an operator', () => {
  const onPlatform = { 'proofmail-workspace': 'platform' };
  it('opens others’ mail with a second factor only', async () => {
    const operator = browser();
    const form = { email: 'op@example.com', name: 'Op', workspace: { name: 'Home', slug: 'home' } };
    await post(operator, 'setup', { ...form, token: await openSetup(api.services) });
    const own = (await operator.call('GET', '/api/auth/session')).body.workspace.id;
    const mine = await mailbox(own);
    expect((await operator.call('GET', `/api/session/v1/identities/${mine}/messages`)).status).toBe(200);

    const tenant = (await createTenant(api)).id;
    const theirs = await mailbox(tenant);
    const doors: [string, string, unknown][] = [
      ['GET', `/api/session/platform/v1/identities/${theirs}/messages`, undefined],
      ['GET', '/api/session/platform/v1/platform/outbox', undefined],
      ['GET', `/api/session/platform/v1/identities/${theirs}/threads`, undefined],
      ['POST', '/api/session/platform/v1/keys', { level: 'tenant', tenant_id: tenant, name: 'k' }],
    ];
    for (const [method, path, body] of doors) {
      const answer = await operator.call(method, path, body);
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 403, 'second_factor_required']);
    }
    // Operations that show nobody's mail stay allowed, and so does the operator's own mailbox.
    const health = await operator.call('GET', '/api/trpc/platform.health', undefined, onPlatform);
    expect(health.status).toBe(200);
    expect((await operator.call('GET', `/api/session/v1/identities/${mine}/messages`)).status).toBe(200);

    await setUpApp(operator);
    for (const [method, path, body] of doors)
      expect([path, (await operator.call(method, path, body)).status]).not.toContain(403);
    const messages = await operator.call('GET', doors[0]![1]);
    expect(messages.body.data).toHaveLength(1);
  });
});
