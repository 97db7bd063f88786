import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import {
  auditRows,
  createKey,
  createPartner,
  createTenant,
  freshSlug,
  partnerKey,
  postTenant,
  setStatus,
} from '#testing/tenants.ts';

let api: TestApi;
let partner: { id: string };
let ofPartner: string;

beforeAll(async () => {
  api = await openTestApi();
  partner = (await createPartner(api, { default_billing_mode: 'exempt' })) as { id: string };
  ofPartner = await partnerKey(api, partner.id);
});
afterAll(() => api.close());

const count = async (table: string): Promise<number> =>
  (await api.services.db.first<{ count: number }>({
    name: `t.${table}`,
    text: `select count(*) from ${table}`,
    values: [],
  }))!.count;

describe('POST /v1/tenants (spec 2.2, 4.3)', () => {
  it('answers 201 with every field', async () => {
    const slug = freshSlug();
    const { status, body } = await postTenant(api, {
      slug,
      name: 'Ä tenant',
      mode: 'test',
      timezone: 'Europe/Berlin',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^ten_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      slug,
      name: 'Ä tenant',
      mode: 'test',
      status: 'active',
      suspended_by: null,
      partner_id: null,
      address_suffix: `.${slug}`,
      timezone: 'Europe/Berlin',
      policy: expect.objectContaining({ max_recipients: 10 }),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: body.created_at,
    });
    expect((await api.call('GET', `/v1/tenants/${body.id}`)).body).toEqual(body);
  });

  it('rule 1: suffix, mode and time zone have defaults', async () => {
    const slug = freshSlug();
    const body = await createTenant(api, { slug });
    expect(body).toMatchObject({
      address_suffix: `.${slug}`,
      mode: 'live',
      timezone: 'UTC',
      partner_id: null,
    });
    const billing = await api.call('GET', `/v1/tenants/${body.id}/billing`);
    expect(billing.body).toEqual({
      tenant_id: body.id,
      mode: 'disabled',
      plan: null,
      topups: { inboxes: 0, sends: 0, triage: 0 },
    });
  });

  it('merges the policy over the defaults', async () => {
    const body = await createTenant(api, {
      policy: { quarantine: { on_auth_fail: false }, max_recipients: null },
    });
    expect(body.policy.quarantine).toEqual({
      on_auth_fail: false,
      spam_threshold: 0.8,
      unsolicited_otp: true,
      key_release: null,
    });
    expect(body.policy.max_recipients).toBe(10);
  });

  it('rule 2: a partner key makes it the tenant of its partner, with the partner’s billing mode', async () => {
    const body = await createTenant(api, { key: ofPartner });
    expect(body.partner_id).toBe(partner.id);
    expect((await api.call('GET', `/v1/tenants/${body.id}/billing`)).body.mode).toBe('exempt');
  });

  it.each([
    [{ billing: { mode: 'disabled' } }, 'billing'],
    [{ policy: { quarantine: { on_auth_fail: true } } }, 'policy.quarantine.on_auth_fail'],
    [{ policy: { abuse: null } }, 'policy.abuse.min_sends'],
    [{ policy: { max_recipients: 11 } }, 'policy.max_recipients'],
    [{ policy: { search: { agentic_max_seconds: 9 } } }, 'policy.search.agentic_max_seconds'],
    [{ address_suffix: '' }, 'address_suffix'],
  ])('rule 2: a partner key may not send %o', async (fields, field) => {
    // Each test has a separate partner, because creations count in a bucket of ten, including refused ones.
    const key = await partnerKey(api, (await createPartner(api)).id);
    const before = await count('tenants');
    const { status, body } = await postTenant(api, { key, ...fields });
    expect([status, body.error.code, body.error.details]).toEqual([403, 'scope_denied', { field }]);
    expect(await count('tenants')).toBe(before);
  });

  it('rule 3: max_tenants counts tenants that are not erased', async () => {
    const { id } = await createPartner(api, { max_tenants: 1 });
    const key = await partnerKey(api, id);
    const first = await createTenant(api, { key });
    const { status, body } = await postTenant(api, { key });
    expect([status, body.error.code, body.error.details]).toEqual([
      403,
      'partner_tenant_limit',
      { max_tenants: 1 },
    ]);
    await setStatus(api, first.id, 'erasing');
    expect((await postTenant(api, { key })).status).toBe(403);
    await setStatus(api, first.id, 'erased');
    expect((await postTenant(api, { key })).status).toBe(201);
  });

  it('rule 3: max_tenants holds when creations come together', async () => {
    const { id } = await createPartner(api, { max_tenants: 3 });
    const keys = await Promise.all([partnerKey(api, id), partnerKey(api, id)]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => postTenant(api, { key: keys[n % 2]! })),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? 'created' : body.error.code)).sort();
    expect(codes).toEqual([...Array(3).fill('created'), ...Array(7).fill('partner_tenant_limit')]);
    expect((await api.call('GET', `/v1/tenants?partner_id=${id}`)).body.data).toHaveLength(3);
  });

  it('rule 3: ten creations a minute for a partner, across its keys', async () => {
    const { id } = await createPartner(api);
    const keys = await Promise.all([partnerKey(api, id), partnerKey(api, id)]);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await postTenant(api, { key: keys[n % 2]! })).status);
    expect(statuses).toEqual(Array(10).fill(201));
    const refused = await postTenant(api, { key: keys[0]! });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('RateLimit-Limit')).toBe('10');
    expect(refused.headers.get('Retry-After')).toBe(refused.headers.get('RateLimit-Reset'));
    expect((await postTenant(api)).status).toBe(201);
  });

  it('rule 4: slug and suffix are unique, the slug is named first', async () => {
    const { slug } = await createTenant(api, { address_suffix: '.shared' });
    const sameSlug = await postTenant(api, { slug });
    expect([sameSlug.status, sameSlug.body.error.code]).toEqual([409, 'slug_taken']);
    const sameSuffix = await postTenant(api, { address_suffix: '.shared' });
    expect([sameSuffix.status, sameSuffix.body.error.code]).toEqual([409, 'suffix_taken']);
    expect((await postTenant(api, { slug, address_suffix: '.shared' })).body.error.code).toBe('slug_taken');
  });

  it('rule 4: of creations that come together one wins', async () => {
    const slug = freshSlug();
    const answers = await Promise.all(Array.from({ length: 8 }, () => postTenant(api, { slug })));
    const codes = answers.map(({ status, body }) => (status === 201 ? 'created' : body.error.code)).sort();
    expect(codes).toEqual(['created', ...Array(7).fill('slug_taken')]);
    const suffix = `-${slug}x`;
    const others = await Promise.all(
      Array.from({ length: 8 }, () => postTenant(api, { address_suffix: suffix })),
    );
    expect(others.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('rule 4: only one tenant has the empty suffix', async () => {
    expect((await createTenant(api, { address_suffix: '' })).address_suffix).toBe('');
    expect((await postTenant(api, { address_suffix: '' })).body.error.code).toBe('suffix_taken');
  });

  it('repeats the answer for the same Idempotency-Key (4.1)', async () => {
    const body = { slug: freshSlug(), name: 'Once' };
    const headers = { 'Idempotency-Key': 'one-tenant' };
    const first = await api.call('POST', '/v1/tenants', { body, headers });
    const second = await api.call('POST', '/v1/tenants', { body, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
  });

  it('is audited (2.13)', async () => {
    const { id, slug } = await createTenant(api, {
      key: await partnerKey(api, (await createPartner(api)).id),
    });
    const { partner_id } = (await api.call('GET', `/v1/tenants/${id}`)).body;
    expect(await auditRows(api, id)).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^aud_/),
        tenant_id: id,
        actor_key_id: expect.stringMatching(/^key_/),
        actor_user_id: null,
        action: 'tenant.create',
        target_type: 'tenant',
        target_id: id,
        details: { partner_id, slug, mode: 'live' },
        request_id: expect.stringMatching(/^req_/),
      }),
    ]);
  });

  it('leaves no audit row when it is refused', async () => {
    const before = await count('audit_events');
    expect((await postTenant(api, { slug: 'No' })).status).toBe(400);
    const { slug } = await createTenant(api);
    await postTenant(api, { slug });
    expect(await count('audit_events')).toBe(before + 1);
  });
});

describe('input of POST /v1/tenants', () => {
  const long = 'x'.repeat(201);
  it.each([
    [
      'slug',
      [undefined, null, '', 'A', 'a b', '-a', 'a-', 'ä', 'a.b', 'x'.repeat(39), 7, [], 'a\u0000', '\ud800'],
    ],
    ['name', [undefined, null, '', long, 7, 'a\u0000b', 'a\nb', '\ud800', '\u0085']],
    ['mode', [null, '', 'prod', 1]],
    ['timezone', [null, '', 'Mars/Olympus', '+01:00', 'UTC\u0000', long, 3]],
    [
      'address_suffix',
      ['acme', '.', '..a', '.a..b', '.a.', '.A', '.a+b', '.a@b', `.${'x'.repeat(39)}`, 3, '.a\u0000'],
    ],
    ['policy', [null, 'none', [], 7]],
    ['owner', [null, 'ada', [], {}]],
    [
      'owner.email',
      [
        undefined,
        '',
        'ada',
        'ada@',
        'a@b\nc.example',
        `${'x'.repeat(250)}@example.com`,
        `${'x'.repeat(65)}@example.com`,
        7,
      ],
    ],
    ['owner.name', [undefined, '', long, 'a\nb', '\ud800']],
    ['billing', [null, 'metered', {}]],
    ['billing.mode', [undefined, 'free', 1]],
    ['policy.max_recipients', ['5', 0, 50]],
    ['policy.quarantine.spam_threshold', [2, '0.5']],
    ['policy.unknown', [1]],
    ['owner.unknown', [1]],
    ['partner_id', ['ptn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE']],
    ['status', ['suspended']],
    ['unknown', [1]],
  ] as [string, unknown[]][])('%s: a wrong value is named and leaves nothing', async (path, values) => {
    const before = await count('tenants');
    for (const value of values) {
      const { status, body } = await api.call('POST', '/v1/tenants', { body: bodyWith(path, value) });
      expect([value, status, body.error.code]).toEqual([value, 400, 'invalid_request']);
      const paths = body.error.details.errors.map((error: { path: string }) => error.path);
      expect(paths.some((named: string) => named === path || named.startsWith(`${path}.`))).toBe(true);
    }
    expect(await count('tenants')).toBe(before);
  });

  it.each(['a', 'acme', 'a-b-c', '0', 'x'.repeat(38), 'a--b'])('takes the slug %s', async (slug) => {
    expect((await postTenant(api, { slug })).status).toBe(201);
  });

  it.each(['.a1', '-a2', '_a3', '.a.b-c_d', `.${'y'.repeat(38)}`])(
    'takes the suffix %s',
    async (address_suffix) => {
      expect((await createTenant(api, { address_suffix })).address_suffix).toBe(address_suffix);
    },
  );

  function bodyWith(path: string, value: unknown): Record<string, unknown> {
    const body: Record<string, unknown> = { slug: freshSlug(), name: 'A tenant' };
    const names = path.split('.');
    const first = names[0]!;
    if (names.length === 1) return { ...body, [first]: value };
    const whole: Record<string, unknown> =
      first === 'owner'
        ? { email: 'ada@example.com', name: 'Ada' }
        : first === 'billing'
          ? { mode: 'exempt' }
          : {};
    const last = names.at(-1)!;
    if (names.length === 3) return { ...body, [first]: { [names[1]!]: { [last]: value } } };
    return { ...body, [first]: { ...whole, [last]: value } };
  }
});

it('refuses megabytes in a field as any other wrong value', async () => {
  const huge = '.a'.repeat(3_000_000);
  for (const fields of [
    { address_suffix: huge },
    { timezone: huge },
    { owner: { email: `a@${huge}`, name: 'A' } },
  ]) {
    const { status, body } = await postTenant(api, fields);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  }
});

describe('who may create (5)', () => {
  it('a key without tenants:manage is told so, a tenant key cannot hold it', async () => {
    const key = await partnerKey(api, partner.id, ['audit:read']);
    const refused = await postTenant(api, { key });
    expect([refused.status, refused.body.error.details]).toEqual([403, { required: 'tenants:manage' }]);
    const { id } = await createTenant(api);
    const tenantKey = await createKey(api, { level: 'tenant', tenant_id: id, permissions: ['audit:read'] });
    expect((await postTenant(api, { key: tenantKey })).body.error.code).toBe('permission_denied');
  });

  it('a suspended partner creates nothing', async () => {
    const { id } = await createPartner(api);
    const key = await partnerKey(api, id);
    await api.call('PATCH', `/v1/partners/${id}`, { body: { status: 'suspended' } });
    expect((await postTenant(api, { key })).body.error.code).toBe('partner_suspended');
  });
});

describe('GET /v1/plans (4.2)', () => {
  it('needs no key and says that there is no billing', async () => {
    const { status, body } = await api.call('GET', '/v1/plans', { key: null });
    expect([status, body]).toEqual([200, { billing_enabled: false, data: [] }]);
    expect((await api.call('POST', '/v1/plans', { key: null })).status).toBe(405);
  });
});
