import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#testing/identities.ts';

let world: World;
let tenant: string;

beforeAll(async () => {
  world = await openWorld();
  tenant = await world.tenant({ slug: 'main' });
});
afterAll(() => world.close());

describe('POST /v1/tenants/{tenant_id}/identities (interface-spec 2.4, 4.4)', () => {
  it('answers 201 with the whole identity', async () => {
    const answer = await world.create(tenant, {
      username: 'billing-bot',
      display_name: 'Billing',
      purpose: 'Invoices',
      owner: { name: 'Ada', email: 'ada@example.com' },
      signature: { text: 'Billing team' },
      metadata: { team: 'finance', level: 2, urgent: false, note: null },
    });
    expect(answer.status).toBe(201);
    const address = {
      id: expect.stringMatching(/^adr_[0-9A-HJKMNP-TV-Z]{26}$/),
      identity_id: answer.body.id,
      domain_id: null,
      address: 'billing-bot.main@mail.localhost',
      local_part: 'billing-bot.main',
      role: 'primary',
      status: 'active',
      retire_at: null,
      retired_at: null,
      forwarding: null,
      forwarding_checked_at: null,
      created_at: '2027-03-01T12:00:00.000Z',
    };
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^idn_[0-9A-HJKMNP-TV-Z]{26}$/),
      tenant_id: tenant,
      username: 'billing-bot',
      display_name: 'Billing',
      purpose: 'Invoices',
      status: 'active',
      pause_reason: null,
      primary_address: 'billing-bot.main@mail.localhost',
      addresses: [address],
      owner: { name: 'Ada', email: 'ada@example.com' },
      signature: { text: 'Billing team', html: null },
      send_policy: { daily_cap: null, auto_reply: 'allowed', require_known_recipient: false },
      metadata: { team: 'finance', level: 2, urgent: false, note: null },
      client_id: null,
      created_at: '2027-03-01T12:00:00.000Z',
      updated_at: '2027-03-01T12:00:00.000Z',
    });
    const read = await world.call('GET', `/v1/identities/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
  });

  it('fills in what is left out', async () => {
    const { body } = await world.create(tenant, { username: 'plain' });
    expect(body).toMatchObject({
      display_name: 'plain',
      purpose: '',
      owner: null,
      signature: null,
      metadata: {},
    });
  });

  it('uses the mail domain and the suffix of the deployment and tenant', async () => {
    const elsewhere = await openWorld({ PM_MAIL_DOMAIN: 'agents.example' });
    const dashed = await elsewhere.tenant({ address_suffix: '-x' });
    expect((await elsewhere.identity(dashed, { username: 'bot' })).primary_address).toBe(
      'bot-x@agents.example',
    );
    const bare = await elsewhere.tenant({ address_suffix: '' });
    expect((await elsewhere.identity(bare, { username: 'bot' })).primary_address).toBe('bot@agents.example');
    const refused = await elsewhere.create(bare, { username: 'support' });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'address_reserved']);
    await elsewhere.close();
  });

  it.each([
    [{ username: 'postmaster' }, 400, 'address_reserved'],
    [{ username: 'adm1n' }, 400, 'address_reserved'],
    [{ username: 'аdmin' }, 400, 'address_reserved'],
    [{ username: 'agent.' }, 400, 'address_invalid'],
    [{ username: 'x', domain_id: 'dom_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }, 404, 'domain_not_found'],
  ])('rule 1: %o is %i %s', async (fields, status, code) => {
    const answer = await world.create(tenant, fields);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('rule 1: local_part_too_long over 40 characters together', async () => {
    const long = await world.tenant({ slug: 'l'.repeat(20) });
    const answer = await world.create(long, { username: 'u'.repeat(20) });
    expect(answer.body.error).toMatchObject({
      code: 'local_part_too_long',
      details: { length: 41, max: 40 },
    });
    expect((await world.create(long, { username: 'u'.repeat(19) })).status).toBe(201);
  });

  it('rule 1: username_taken, also by an alias, a retired one and a deleted identity', async () => {
    const holder = await world.identity(tenant, { username: 'holder' });
    const alias = await world.alias(holder.id, 'held');
    expect((await world.create(tenant, { username: 'holder' })).body.error.code).toBe('username_taken');
    expect((await world.create(tenant, { username: 'held' })).body.error.code).toBe('username_taken');
    await world.call('POST', `/v1/identities/${holder.id}/addresses/${alias.body.id}/retire`, {
      body: { after_days: 0 },
    });
    await world.set('identities', holder.id, 'status', 'deleted');
    expect((await world.create(tenant, { username: 'held' })).status).toBe(409);
    expect((await world.create(tenant, { username: 'holder' })).status).toBe(409);
    const other = await world.tenant();
    expect((await world.create(other, { username: 'holder' })).status).toBe(201);
  });

  it('rule 1: one of 12 concurrent creates of a username wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.create(tenant, { username: 'contested' })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const codes = answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.error.code);
    expect(codes).toEqual(Array(11).fill('username_taken'));
  });

  it('writes an audit row in the same transaction (2.13)', async () => {
    const made = await world.identity(tenant, { username: 'audited' });
    const { body } = await world.call('GET', `/v1/audit-events?target_id=${made.id}`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      action: 'identity.create',
      target_type: 'identity',
      tenant_id: tenant,
      details: { username: 'audited' },
    });
  });
});

describe('client_id (interface-spec 2.4, 4.4 rule 1)', () => {
  it('answers 200 with the identity that exists for the same body, however often', async () => {
    const body = { username: 'once', client_id: 'c-1', metadata: { a: 1, b: 2 } };
    const first = await world.create(tenant, body);
    const again = await world.create(tenant, { ...body, metadata: { b: 2, a: 1 } });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    const { body: audit } = await world.call('GET', `/v1/audit-events?target_id=${first.body.id}`);
    expect(audit.data).toHaveLength(1);
  });

  it('answers with the identity as it is now', async () => {
    const body = { username: 'renamed', client_id: 'c-2' };
    const first = await world.create(tenant, body);
    await world.call('PATCH', `/v1/identities/${first.body.id}`, { body: { display_name: 'New' } });
    expect((await world.create(tenant, body)).body.display_name).toBe('New');
  });

  it.each([{ username: 'other3' }, { purpose: 'x' }, { metadata: { a: 1 } }])(
    'conflicts with a body that differs in %o',
    async (difference) => {
      await world.create(tenant, { username: 'base3', client_id: 'c-3' });
      const answer = await world.create(tenant, { username: 'base3', client_id: 'c-3', ...difference });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'client_id_conflict']);
    },
  );

  it('belongs to one tenant', async () => {
    const other = await world.tenant();
    await world.identity(tenant, { client_id: 'c-4' });
    expect((await world.create(other, { username: 'mine', client_id: 'c-4' })).status).toBe(201);
  });

  it('makes one identity of 12 concurrent creates', async () => {
    const body = { username: 'racing', client_id: 'c-5' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.create(tenant, body)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(11);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  });

  it('makes one identity of concurrent creates with different bodies, and conflicts for the rest', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => world.create(tenant, { username: `racer${n}`, client_id: 'c-6' })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const codes = answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.error.code);
    expect(codes).toEqual(Array(7).fill('client_id_conflict'));
    const { body } = await world.call('GET', `/v1/tenants/${tenant}/identities?client_id=c-6`);
    expect(body.data).toHaveLength(1);
  });
});

describe('bad input (interface-spec 7.2, 8.1)', () => {
  const good = { username: 'never' };
  it.each([
    [{ username: 7 }, 'username'],
    [{ username: '' }, 'username'],
    [{ username: 'Upper' }, 'username'],
    [{ username: 'a\u0000b' }, 'username'],
    [{ ...good, display_name: '' }, 'display_name'],
    [{ ...good, display_name: 'a\r\nBcc: x@y.z' }, 'display_name'],
    [{ ...good, display_name: 'x'.repeat(129) }, 'display_name'],
    [{ ...good, purpose: 'x'.repeat(257) }, 'purpose'],
    [{ ...good, purpose: null }, 'purpose'],
    [{ ...good, owner: { name: 'A' } }, 'owner.email'],
    [{ ...good, owner: { name: 'A', email: 'no' } }, 'owner.email'],
    [{ ...good, owner: { name: 'A', email: 'a@b.example', phone: '1' } }, 'owner.phone'],
    [{ ...good, owner: 'Ada' }, 'owner'],
    [{ ...good, signature: { html: '<b>x</b>' } }, 'signature.text'],
    [{ ...good, signature: { text: 'x'.repeat(4001) } }, 'signature.text'],
    [{ ...good, signature: { text: '\ud800' } }, 'signature.text'],
    [{ ...good, domain_id: 'dom_x' }, 'domain_id'],
    [{ ...good, client_id: '' }, 'client_id'],
    [{ ...good, client_id: 'x'.repeat(256) }, 'client_id'],
    [{ ...good, metadata: [] }, 'metadata'],
    [{ ...good, metadata: { a: 'x'.repeat(513) } }, 'metadata.a'],
    [{ ...good, metadata: { a: 'é'.repeat(257) } }, 'metadata.a'],
    [{ ...good, metadata: { a: {} } }, 'metadata.a'],
    [
      { ...good, metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, n])) },
      'metadata',
    ],
    [{ ...good, status: 'paused' }, 'status'],
    [{ ...good, is_system: true }, 'is_system'],
    [{}, 'username'],
  ])('%j names %s', async (body, path) => {
    const answer = await world.create(tenant, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  it('leaves no row', async () => {
    const { body } = await world.call('GET', `/v1/identities/lookup?address=never.main@mail.localhost`);
    expect(body.error.code).toBe('identity_not_found');
  });
});
