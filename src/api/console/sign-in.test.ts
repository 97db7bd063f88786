import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { capturedFor } from '#testing/captured.ts';
import { type Browser, openBrowsers } from '#testing/console.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { auditRows, createTenant } from '#testing/tenants.ts';
import { openSetup } from '#workspace/sign-in/index.ts';

// Issue 9, sign-in and roles; spec 8.4 (sign-in, sessions), 4.13 (revoked link key), 4.6 (release).

let now = new Date('2026-11-21T10:00:00.000Z');
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
let product: TestProduct;
let open: (address?: string) => Browser;
let clients = 0;
/** Each browser has a separate address, because limits count per client. */
const browser = () => open(`192.0.2.${++clients}`);

beforeAll(async () => {
  product = await openTestProduct({}, { now: () => now });
  open = openBrowsers(product.services);
});
afterAll(() => product.close());

async function mails(address: string, many: number) {
  return product.eventually(
    () => capturedFor(product.services.db, address),
    (all) => all.length >= many,
  );
}
const codeIn = (text = '') => /^ {4}(\d{6})$/m.exec(text)![1]!;
const tokenIn = (text = '') => /sign-in\?token=([\w-]+)/.exec(text)![1]!;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

let people = 0;
/** A workspace with its owner, whose first mail (about the creation) has arrived. */
async function owner() {
  const email = `owner${++people}@example.com`;
  const tenant = await createTenant(product, { owner: { email, name: 'Ada' } });
  await mails(email, 1);
  return { email, tenant };
}

async function signIn(email: string, mailsBefore = 1) {
  const visitor = browser();
  await visitor.call('POST', '/api/auth/request', { email });
  const mail = (await mails(email, mailsBefore + 1)).at(-1)!;
  const answer = await visitor.call('POST', '/api/auth/code', { code: codeIn(mail.text) });
  expect(answer.status).toBe(200);
  return visitor;
}

async function memberOf(tenantId: string, role: string) {
  const email = `${role}${++people}@example.com`;
  const userId = `usr_${role}${people}`;
  await product.services.db.run(sql`insert into users (id, email, name) values (${userId}, ${email}, 'M')`);
  await product.services.db.run(
    sql`insert into members (tenant_id, user_id, role) values (${tenantId}, ${userId}, ${role})`,
  );
  return { email, userId };
}

describe('the first start', () => {
  it('has a link that makes the first operator and owner, once', async () => {
    const token = (await openSetup(product.services))!;
    const visitor = browser();
    const form = { token, email: 'Op@Example.com', name: 'Op', workspace: { name: 'Home', slug: 'home' } };
    expect((await visitor.call('POST', '/api/auth/setup', { ...form, token: 'x.y' })).status).toBe(401);
    expect((await visitor.call('POST', '/api/auth/setup', form)).status).toBe(200);
    const { body } = await visitor.call('GET', '/api/auth/session');
    expect(body).toMatchObject({
      user: { email: 'op@example.com', is_operator: true },
      workspace: { slug: 'home', role: 'owner' },
      on_platform: false,
    });
    expect(await openSetup(product.services)).toBeNull();
    expect((await browser().call('POST', '/api/auth/setup', form)).status).toBe(401);
    const listed = await visitor.call('GET', '/api/session/v1/tenants', undefined, {
      'proofmail-workspace': 'platform',
    });
    expect([listed.status, listed.body.data[0].slug]).toEqual([200, 'home']);
    expect((await auditRows(product, body.workspace.id))[0]).toMatchObject({
      action: 'tenant.create',
      actor_user_id: body.user.id,
      actor_key_id: null,
    });
  });
});

describe('signing in', () => {
  it('works with the code, in the browser that asked, once; and ends the link', async () => {
    const { email } = await owner();
    const visitor = browser();
    const asked = await visitor.call('POST', '/api/auth/request', { email: email.toUpperCase() });
    expect(asked.headers['Set-Cookie']).toMatch(/HttpOnly; SameSite=Lax/);
    const { text } = (await mails(email, 2))[1]!;
    expect((await browser().call('POST', '/api/auth/code', { code: codeIn(text) })).status).toBe(401);
    const answer = await visitor.call('POST', '/api/auth/code', { code: codeIn(text) });
    expect(answer.status).toBe(200);
    expect(answer.headers['Set-Cookie']).toMatch(
      /^pm_session_3000=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    expect((await visitor.call('GET', '/api/auth/session')).body.user.email).toBe(email);
    expect((await visitor.call('POST', '/api/auth/code', { code: codeIn(text) })).status).toBe(401);
    expect((await browser().call('POST', '/api/auth/link', { token: tokenIn(text) })).status).toBe(401);
  });

  it('works with the link on any device, once; and ends the code', async () => {
    const { email } = await owner();
    const visitor = browser();
    await visitor.call('POST', '/api/auth/request', { email });
    const { text } = (await mails(email, 2))[1]!;
    const other = browser();
    expect((await other.call('POST', '/api/auth/link', { token: tokenIn(text) })).status).toBe(200);
    expect((await other.call('GET', '/api/auth/session')).status).toBe(200);
    expect((await browser().call('POST', '/api/auth/link', { token: tokenIn(text) })).status).toBe(401);
    expect((await visitor.call('POST', '/api/auth/code', { code: codeIn(text) })).status).toBe(401);
  });

  it('ends after ten tries, and after ten minutes', async () => {
    const { email } = await owner();
    const visitor = browser();
    await visitor.call('POST', '/api/auth/request', { email });
    const code = codeIn((await mails(email, 2))[1]!.text);
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await visitor.call('POST', '/api/auth/code', { code: wrong(code) })).status).toBe(401);
    expect((await visitor.call('POST', '/api/auth/code', { code })).status).toBe(401);
    const late = browser();
    await late.call('POST', '/api/auth/request', { email });
    const { text } = (await mails(email, 3))[2]!;
    pass(10);
    expect((await late.call('POST', '/api/auth/code', { code: codeIn(text) })).status).toBe(401);
    expect((await late.call('POST', '/api/auth/link', { token: tokenIn(text) })).status).toBe(401);
  });

  it('does not tell whether an address is known, and sends nothing to one that is not', async () => {
    const { email } = await owner();
    const answers = [];
    for (const asked of [email, 'stranger@example.com']) {
      const network = `198.51.100.${++clients}`;
      for (let turn = 0; turn < 4; turn += 1) {
        const { status, body } = await open(network).call('POST', '/api/auth/request', { email: asked });
        answers.push([asked === email, status, body.error?.code ?? body]);
      }
    }
    expect(answers.filter(([known]) => known).map((answer) => answer.slice(1))).toEqual(
      answers.filter(([known]) => !known).map((answer) => answer.slice(1)),
    );
    // Spec 8.4: three requests in ten minutes for an address.
    expect(answers.map(([, status]) => status)).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
    await mails(email, 4);
    const sent = await product.services.db.rows(
      sql`select 1 from captured_mail where 'stranger@example.com' = any(envelope_to)`,
    );
    expect(sent).toEqual([]);
    pass(11);
    expect((await browser().call('POST', '/api/auth/request', { email })).status).toBe(200);
  });

  it('strangers neither use up the requests of the owner nor flood the mailbox', async () => {
    const { email } = await owner();
    const mine = open('2001:db8:1:1::7');
    await mine.call('POST', '/api/auth/request', { email });
    const code = codeIn((await mails(email, 2)).at(-1)!.text);
    expect((await mine.call('POST', '/api/auth/code', { code })).status).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1)
      statuses.push((await browser().call('POST', '/api/auth/request', { email })).status);
    expect(statuses.slice(0, 11).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(12).every((status) => status === 429)).toBe(true);
    // Another address of the same /64, from which the person was signed in.
    const again = await open('2001:db8:1:1:ffff::1').call('POST', '/api/auth/request', { email });
    expect(again.status).toBe(200);
    expect((await open('2001:db8:1:2::1').call('POST', '/api/auth/request', { email })).status).toBe(429);
  });

  it('a code works only in the browser that asked for it', async () => {
    const { email } = await owner();
    const [mine, other] = [browser(), browser()];
    await mine.call('POST', '/api/auth/request', { email });
    await other.call('POST', '/api/auth/request', { email: 'somebody@example.com' });
    const code = codeIn((await mails(email, 2)).at(-1)!.text);
    expect((await other.call('POST', '/api/auth/code', { code })).status).toBe(401);
    expect((await mine.call('POST', '/api/auth/code', { code })).status).toBe(200);
  });

  it('limits count for the /64 of an IPv6 client', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const body = { email: `six${n}@example.com` };
      statuses.push((await open(`2001:db8:9:9::${n}`).call('POST', '/api/auth/request', body)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    const elsewhere = open('2001:db8:9:a::1').call('POST', '/api/auth/request', { email: 'six@example.com' });
    expect((await elsewhere).status).toBe(200);
  });

  it('takes ten requests a minute from one client', async () => {
    const one = browser();
    const ask = (n: number) => one.call('POST', '/api/auth/request', { email: `x${n}@example.com` });
    for (let n = 0; n < 10; n += 1) expect((await ask(n)).status).toBe(200);
    expect((await ask(10)).body.error.code).toBe('rate_limited');
  });
});

it('spec 4.12: an invitation makes a member who is signed in, once', async () => {
  const { tenant } = await owner();
  const path = `/v1/tenants/${tenant.id}/invitations`;
  await product.call('POST', path, { body: { email: 'new@example.com', role: 'viewer' } });
  const token = /invitation\?token=([\w-]+)/.exec((await mails('new@example.com', 1))[0]!.text ?? '')![1]!;
  const visitor = browser();
  expect((await visitor.call('POST', '/api/auth/invitation', { token })).status).toBe(200);
  expect((await visitor.call('GET', '/api/auth/session')).body).toMatchObject({
    user: { email: 'new@example.com' },
    workspace: { id: tenant.id, role: 'viewer' },
  });
  expect((await browser().call('POST', '/api/auth/invitation', { token })).status).toBe(401);
});

describe('a session', () => {
  it('rolls for seven days, and ends after thirty', async () => {
    const visitor = await signIn((await owner()).email);
    const status = async () => (await visitor.call('GET', '/api/auth/session')).status;
    for (let day = 0; day < 24; day += 6) {
      pass(6 * 24 * 60);
      expect(await status()).toBe(200);
    }
    pass(6 * 24 * 60 - 1);
    expect(await status()).toBe(200);
    pass(2);
    expect(await status()).toBe(401);
    const idle = await signIn((await owner()).email);
    pass(7 * 24 * 60);
    expect((await idle.call('GET', '/api/auth/session')).status).toBe(401);
  });

  it('is listed, and revoked by its person only', async () => {
    const { email } = await owner();
    const [one, two] = [await signIn(email), await signIn(email, 2)];
    const stranger = await signIn((await owner()).email);
    const { data } = (await one.call('GET', '/api/auth/sessions')).body;
    expect(data).toHaveLength(2);
    const other = data.find((each: { is_this: boolean }) => !each.is_this);
    await stranger.call('POST', '/api/auth/sessions/revoke', { session_id: other.id });
    expect((await two.call('GET', '/api/auth/session')).status).toBe(200);
    await one.call('POST', '/api/auth/sessions/revoke', { session_id: other.id });
    expect((await two.call('GET', '/api/auth/session')).status).toBe(401);
    expect((await one.call('POST', '/api/auth/sign-out')).status).toBe(200);
    expect(one.cookies.has('pm_session_3000')).toBe(false);
  });

  it('takes no change from another site', async () => {
    const visitor = await signIn((await owner()).email);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await visitor.call('POST', '/api/auth/sign-out', undefined, headers)).status).toBe(403);
    const made = await visitor.call(
      'POST',
      '/api/trpc/keys.create',
      { name: 'k', level: 'tenant', permissions: ['messages:read'] },
      headers,
    );
    expect(made.status).toBe(403);
    expect((await visitor.call('GET', '/api/auth/session')).status).toBe(200);
  });
});

describe('what a person may do', () => {
  const asKey = { name: 'k', level: 'tenant', permissions: ['messages:read'] };

  it('is what their role may, in their workspaces only', async () => {
    const { email, tenant } = await owner();
    const visitor = await signIn(email);
    const made = await visitor.call('POST', '/api/trpc/keys.create', asKey);
    expect(made.body.result.data).toMatchObject({ tenant_id: tenant.id, secret: expect.any(String) });
    const rows = await auditRows(product, made.body.result.data.key_id);
    expect(rows[0]).toMatchObject({
      action: 'key.create',
      actor_key_id: null,
      actor_user_id: expect.stringMatching(/^usr_/),
    });
    for (const role of ['member', 'viewer']) {
      const member = await signIn((await memberOf(tenant.id, role)).email, 0);
      expect((await member.call('POST', '/api/trpc/keys.create', asKey)).status).toBe(403);
      expect((await member.call('GET', '/api/trpc/identities.list')).status).toBe(200);
      expect((await member.call('GET', '/api/session/v1/identities')).status).toBe(200);
      expect((await member.call('GET', '/api/session/v1/tenants')).status).toBe(403);
      const foreign = await member.call('GET', '/api/trpc/identities.list', undefined, {
        'proofmail-workspace': (await owner()).tenant.id,
      });
      expect(foreign.status).toBe(401);
      expect(
        (await member.call('GET', '/api/auth/session', undefined, { 'proofmail-workspace': 'platform' })).body
          .permissions,
      ).toEqual([]);
    }
  });

  it('ends with the membership, and waits while the workspace is suspended', async () => {
    const { email, tenant } = await owner();
    const admin = await memberOf(tenant.id, 'admin');
    const [first, second] = [await signIn(email), await signIn(admin.email, 0)];
    await product.services.db.run(sql`delete from members where user_id = ${admin.userId}`);
    expect((await second.call('GET', '/api/trpc/identities.list')).status).toBe(401);
    await product.call('PATCH', `/v1/tenants/${tenant.id}`, { body: { status: 'suspended' } });
    const refused = await first.call('GET', '/api/trpc/identities.list');
    expect(refused.body.error.data.error.code).toBe('tenant_suspended');
  });

  it('moves with the switch of workspaces', async () => {
    const { email, tenant } = await owner();
    const second = await createTenant(product, { owner: { email, name: 'Ada' } });
    await mails(email, 2);
    const visitor = await signIn(email, 2);
    const scope = async () => (await visitor.call('GET', '/api/auth/session')).body.workspace.id;
    const other = (await scope()) === tenant.id ? second.id : tenant.id;
    expect((await visitor.call('POST', '/api/auth/workspace', { workspace: other })).status).toBe(200);
    expect(await scope()).toBe(other);
    expect((await visitor.call('POST', '/api/auth/workspace', { workspace: 'platform' })).status).toBe(404);
    // Another tab stays where it is: it names its workspace, in a header or in the path.
    const here = { 'proofmail-workspace': tenant.id };
    expect((await visitor.call('GET', '/api/auth/session', undefined, here)).body.workspace.id).toBe(
      tenant.id,
    );
    for (const id of [tenant.id, second.id])
      expect((await visitor.call('GET', `/api/session/${id}/v1/tenants/${id}`)).body.id).toBe(id);
    const foreign = await visitor.call('GET', `/api/session/${(await owner()).tenant.id}/v1/identities`);
    expect(foreign.status).toBe(401);
  });
});

it('spec 4.13: revoking the link key ends sessions and links', async () => {
  const { email } = await owner();
  const visitor = await signIn(email);
  await product.call('POST', '/v1/platform/keys/link/rotate');
  expect((await visitor.call('GET', '/api/auth/session')).status).toBe(200);
  const late = await signIn((await owner()).email);
  await product.call('POST', '/v1/platform/keys/link/rotate?revoke_previous=true');
  expect((await late.call('GET', '/api/auth/session')).status).toBe(401);
});
