import { afterAll, beforeAll, expect, it } from 'vitest';
import { capturedFor } from '#testing/captured.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { auditRows, createTenant, postTenant } from '#testing/tenants.ts';
import { hashSignInToken } from './index.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct({ PM_CONSOLE_URL: 'https://console.example.com' }, { now: () => now });
});
afterAll(() => product.close());

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  product.services.db.rows<Row>({ name: text.slice(0, 60), text, values });

/** The mails that the capture transport stored for this address, oldest first. */
async function mailTo(address: string, many = 1) {
  return product.eventually(
    () => capturedFor(product.services.db, address),
    (all) => all.length >= many,
  );
}

const tokenIn = (text: string | undefined): string =>
  /https:\/\/console\.example\.com\/console\/sign-in\?token=([\w-]+)\s/.exec(text ?? '')![1]!;

it('spec 4.3 rule 1: owner makes the workspace’s owner and sends a sign-in link', async () => {
  const tenant = await createTenant(product, {
    name: 'Analytical',
    owner: { email: 'Ada@Example.com', name: 'Ada' },
  });
  const [user] = await rows<{ id: string }>(
    `select u.id, u.email, u.name, m.tenant_id, m.role from users u join members m on m.user_id = u.id where m.tenant_id = $1`,
    tenant.id,
  );
  expect(user).toEqual({
    id: expect.stringMatching(/^usr_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
    email: 'ada@example.com',
    name: 'Ada',
    tenant_id: tenant.id,
    role: 'owner',
  });
  const [mail] = await mailTo('ada@example.com');
  expect(mail!.subject).toContain('Analytical');
  const token = tokenIn(mail!.text);
  expect(
    await rows(
      'select user_id, kid, expires_at from sign_in_tokens where token_hash = $1',
      hashSignInToken(token),
    ),
  ).toEqual([
    {
      user_id: user!.id,
      kid: product.services.keyRing.active('link').kid,
      expires_at: '2026-11-21T10:10:00.000Z',
    },
  ]);
  expect((await auditRows(product, tenant.id))[0]!.details.owner_user_id).toBe(user!.id);
});

it('keeps one user per email address, who keeps their name, with a link for each workspace', async () => {
  const first = await createTenant(product, { owner: { email: 'grace@example.com', name: 'Grace' } });
  const second = await createTenant(product, { owner: { email: 'GRACE@example.com', name: 'Mallory' } });
  const members = await rows<{ user_id: string; name: string }>(
    `select m.user_id, u.name from members m join users u on u.id = m.user_id where m.tenant_id = any($1)`,
    [first.id, second.id],
  );
  expect(members).toHaveLength(2);
  expect(new Set(members.map(({ user_id }) => user_id)).size).toBe(1);
  expect(members[0]!.name).toBe('Grace');
  const mails = await mailTo('grace@example.com', 2);
  expect(new Set(mails.map(({ text }) => tokenIn(text))).size).toBe(2);
});

it('a workspace has one owner at the most', async () => {
  const { id } = await createTenant(product, { owner: { email: 'one@example.com', name: 'One' } });
  const second = rows(`insert into members (tenant_id, user_id, role) values ($1, 'usr_other', 'owner')`, id);
  await expect(second).rejects.toMatchObject({ constraint: 'members_one_owner' });
});

it('a refused creation leaves no user, no token and no mail', async () => {
  const { slug } = await createTenant(product);
  const refused = await postTenant(product, { slug, owner: { email: 'nobody@example.com', name: 'Nobody' } });
  expect(refused.status).toBe(409);
  expect(await rows(`select 1 from users where email = 'nobody@example.com'`)).toEqual([]);
  const queued = await rows(
    `select 1 from graphile_worker._private_jobs where payload::text like '%nobody@example.com%'`,
  );
  expect(queued).toEqual([]);
});

it('a token is never stored as it is', async () => {
  await createTenant(product, { owner: { email: 'katherine@example.com', name: 'Katherine' } });
  const token = tokenIn((await mailTo('katherine@example.com'))[0]!.text);
  const stored = await rows<{ token_hash: Buffer }>('select token_hash from sign_in_tokens');
  expect(stored.some(({ token_hash }) => token_hash.toString('utf8') === token)).toBe(false);
  expect(stored.some(({ token_hash }) => token_hash.equals(hashSignInToken(token)))).toBe(true);
});
