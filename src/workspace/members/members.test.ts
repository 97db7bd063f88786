import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturedFor } from '#testing/captured.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { auditRows, createTenant } from '#testing/tenants.ts';
import { acceptInvitation, invitationRetention, rolePermissions } from './index.ts';

// spec 2.13, 4.12 and decisions.md section 3: members and invitations.

let now = new Date('2026-11-21T10:00:00.000Z');
let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct({ PM_CONSOLE_URL: 'https://console.example.com' }, { now: () => now });
});
afterAll(() => product.close());

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  product.services.db.rows<Row>({ name: text.slice(0, 60), text, values });

const path = (tenantId: string, rest = 'members') => `/v1/tenants/${tenantId}/${rest}`;
const invite = (tenantId: string, email: string, role = 'member', key?: string) =>
  product.call('POST', path(tenantId, 'invitations'), {
    body: { email, role },
    ...(key !== undefined && { key }),
  });
const list = async (tenantId: string) => (await product.call('GET', path(tenantId))).body;
const accept = (token: string) =>
  product.services.db.transaction((tx) => acceptInvitation(tx, product.services, token));
const events = (tenantId: string) =>
  rows<{ type: string; data: Record<string, unknown>; sequence: number | null }>(
    'select type, data, sequence from events where tenant_id = $1 order by position',
    tenantId,
  );

/** The tokens that were mailed to an address, oldest first. */
async function tokensTo(address: string, many = 1): Promise<string[]> {
  const mails = await product.eventually(
    () => capturedFor(product.services.db, address),
    (all) => all.length >= many,
  );
  return mails.map(
    ({ text }) => /https:\/\/console\.example\.com\/console\/invitation\?token=([\w-]+)\s/.exec(text!)![1]!,
  );
}

describe('invitations (4.12, 8.4)', () => {
  it('are answered, mailed, listed, audited and told of', async () => {
    const tenant = await createTenant(product, {
      name: 'Analytical',
      owner: { email: 'ada@example.com', name: 'Ada' },
    });
    const { status, body } = await invite(tenant.id, 'Grace@Example.com', 'admin');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^inv_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      email: 'grace@example.com',
      role: 'admin',
      expires_at: '2026-11-28T10:00:00.000Z',
    });
    const [token] = await tokensTo('grace@example.com');
    const me = (await product.call('GET', '/v1/me')).body.key_id;
    expect(await list(tenant.id)).toEqual({
      data: [
        {
          user_id: expect.stringMatching(/^usr_/),
          email: 'ada@example.com',
          name: 'Ada',
          role: 'owner',
          last_login_at: null,
          created_at: expect.any(String),
        },
      ],
      invitations: [{ ...body, invited_by: me }],
      seats: { granted: null, used: 2 },
    });
    const [audited] = await auditRows(product, body.id);
    expect(audited).toMatchObject({ action: 'member.invite', details: { role: 'admin' } });
    expect(await events(tenant.id)).toEqual([
      {
        type: 'member.invited',
        data: { invitation_id: body.id, email_hint: 'g***@example.com', role: 'admin' },
        sequence: null,
      },
    ]);
    const [stored] = await rows<{ token_hash: Buffer }>(
      'select token_hash from invitations where id = $1',
      body.id,
    );
    expect(stored!.token_hash.toString('base64url')).not.toBe(token);
  });

  it('make a member, once', async () => {
    const { id } = await createTenant(product);
    await invite(id, 'katherine@example.com', 'viewer');
    const [token] = await tokensTo('katherine@example.com');
    const both = await Promise.all([accept(token!), accept(token!)]);
    const joined = both.find((answer) => answer !== null)!;
    expect(both.filter((answer) => answer === null)).toHaveLength(1);
    const { data, invitations, seats } = await list(id);
    expect(data).toMatchObject([
      { user_id: joined.user_id, email: 'katherine@example.com', name: 'katherine', role: 'viewer' },
    ]);
    expect([invitations, seats]).toEqual([[], { granted: null, used: 1 }]);
    expect((await events(id)).at(-1)).toMatchObject({
      type: 'member.joined',
      data: { user_id: joined.user_id, role: 'viewer' },
    });
    const again = await invite(id, 'katherine@example.com');
    expect([again.status, again.body.error.details.errors[0].path]).toEqual([400, 'email']);
  });

  it('are renewed by inviting again: the link before ends', async () => {
    const { id } = await createTenant(product);
    const first = await invite(id, 'twice@example.com', 'viewer');
    const second = await invite(id, 'twice@example.com', 'member');
    expect(second.body).toMatchObject({ id: first.body.id, role: 'member' });
    const tokens = await tokensTo('twice@example.com', 2);
    const outcomes = await Promise.all(tokens.map(accept));
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect((await list(id)).data).toMatchObject([{ role: 'member' }]);
  });

  it('end when they are taken back', async () => {
    const { id } = await createTenant(product);
    const { body } = await invite(id, 'gone@example.com');
    const [token] = await tokensTo('gone@example.com');
    const revoke = () => product.call('DELETE', path(id, `invitations/${body.id}`));
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).body.error.code).toBe('invitation_not_found');
    expect(await accept(token!)).toBeNull();
  });

  it('end with a revocation of the link key (4.13), and after seven days (8.4)', async () => {
    const { id } = await createTenant(product);
    await invite(id, 'late@example.com');
    const [late] = await tokensTo('late@example.com');
    const before = now;
    now = new Date('2026-11-28T10:00:00.000Z');
    expect(await list(id)).toMatchObject({ invitations: [], seats: { used: 0 } });
    expect(await accept(late!)).toBeNull();
    const context = { services: product.services, signal: new AbortController().signal };
    expect(await invitationRetention.run(context)).toBeGreaterThan(0);
    expect(await invitationRetention.run(context)).toBe(0);
    now = before;
    await invite(id, 'revoked@example.com');
    const [revoked] = await tokensTo('revoked@example.com');
    const rotated = await product.call('POST', '/v1/platform/keys/link/rotate?revoke_previous=true');
    expect(rotated.status).toBe(200);
    expect(await accept(revoked!)).toBeNull();
  });

  it('of a partner share its bucket of 10 per minute (4.3 rule 3)', async () => {
    const partner = await product.call('POST', '/v1/partners', { body: { name: 'P' } });
    const made = await product.call('POST', '/v1/keys', {
      body: {
        name: 'p',
        level: 'partner',
        partner_id: partner.body.id,
        permissions: [...rolePermissions.viewer, 'tenants:manage', 'members:manage'],
      },
    });
    const key = made.body.secret;
    const tenant = await product.call('POST', '/v1/tenants', {
      key,
      body: { slug: 'of-partner', name: 'T' },
    });
    expect(tenant.status).toBe(201);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1)
      statuses.push((await invite(tenant.body.id, `p${n}@example.com`, 'viewer', key)).status);
    expect(statuses).toEqual([...Array(9).fill(201), 429]);
  });
});

describe('members (4.12; decisions.md, Member role change)', () => {
  async function workspace() {
    const { id } = await createTenant(product, {
      owner: { email: `${Math.random()}@example.com`, name: 'O' },
    });
    const email = `${Math.random()}@example.net`;
    await invite(id, email, 'member');
    const { user_id } = (await accept((await tokensTo(email))[0]!))!;
    const owner = (await list(id)).data[0].user_id as string;
    return { id, owner, user_id };
  }

  it('change roles, and tell of it', async () => {
    const { id, user_id } = await workspace();
    const change = (role: string) =>
      product.call('PATCH', path(id, `members/${user_id}`), { body: { role } });
    const { status, body } = await change('admin');
    expect([status, body]).toMatchObject([200, { user_id, role: 'admin' }]);
    await change('admin');
    const told = (await events(id)).filter(({ type }) => type === 'member.role_changed');
    expect(told.map(({ data }) => data)).toEqual([{ user_id, from: 'member', to: 'admin' }]);
    expect((await change('owner')).body.error.code).toBe('invalid_request');
  });

  it('are removed, and tell of it', async () => {
    const { id, user_id } = await workspace();
    const remove = () => product.call('DELETE', path(id, `members/${user_id}`));
    expect((await remove()).status).toBe(204);
    expect((await remove()).body.error.code).toBe('member_not_found');
    expect((await events(id)).at(-1)).toMatchObject({ type: 'member.removed', data: { user_id } });
    expect((await list(id)).seats.used).toBe(1);
  });

  it('owner_required: the owner stays', async () => {
    const { id, owner } = await workspace();
    const demoted = await product.call('PATCH', path(id, `members/${owner}`), { body: { role: 'admin' } });
    const removed = await product.call('DELETE', path(id, `members/${owner}`));
    for (const { status, body } of [demoted, removed])
      expect([status, body.error.code]).toEqual([409, 'owner_required']);
  });
});
