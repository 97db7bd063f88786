import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { asMember } from '#testing/payments.ts';
import { auditRows, createTenant } from '#testing/tenants.ts';
import { recipientRestrictions, sendersListed, suppress, suppressedAmong } from './index.ts';

// Suppressions and lists (spec 2.13, 4.9).

let api: TestApi;
let tenantId: string;
let otherId: string;
beforeAll(async () => {
  api = await openTestApi();
  tenantId = (await createTenant(api)).id;
  otherId = (await createTenant(api)).id;
});
afterAll(() => api.close());

const path = (rest = '', tenant = tenantId) => `/v1/tenants/${tenant}/suppressions${rest}`;
const at = (address: string) => path(`/${encodeURIComponent(address)}`);
const listPath = (list: string, entry?: string) =>
  `/v1/tenants/${tenantId}/lists/${list}${entry === undefined ? '' : `/${encodeURIComponent(entry)}`}`;
const codeOf = async (answer: ReturnType<TestApi['call']>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};

describe('suppressions', () => {
  it('are created, listed masked, found by address in any case, and removed', async () => {
    const body = { address: 'Ada.Lovelace@BÜCHER.example', reason: 'manual', note: 'by phone' };
    const created = await api.call('POST', path(), { body });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      address_hint: 'A***@xn--bcher-kva.example'.toLowerCase(),
      address: null,
      reason: 'manual',
      note: 'by phone',
      created_at: expect.stringMatching(/Z$/),
      expires_at: null,
    });
    const again = await api.call('POST', path(), { body: { ...body, reason: 'unsubscribe' } });
    expect([again.status, again.body]).toEqual([200, created.body]);
    const found = await api.call(
      'GET',
      path(`?address=${encodeURIComponent('ada.lovelace@xn--bcher-kva.EXAMPLE')}`),
    );
    expect(found.body).toEqual({ data: [created.body], next_cursor: null });
    expect(JSON.stringify(found.body)).not.toContain('lovelace');
    expect((await api.call('GET', path('?address=ada%40example.com'))).body.data).toEqual([]);
    expect((await api.call('DELETE', at('ADA.lovelace@bücher.example'))).status).toBe(204);
    expect(await codeOf(api.call('DELETE', at('ada.lovelace@bücher.example')))).toEqual([
      404,
      'suppression_not_found',
    ]);
  });

  it('are masked for keys only: people of the workspace see whom it suppressed', async () => {
    const tenant = (await createTenant(api)).id;
    const member = asMember(api, tenant, 'admin');
    const made = await member.suppressions.create({ tenant_id: tenant, address: 'Rosa@Angry.example' });
    expect(made.address).toBe('rosa@angry.example');
    const listed = await member.suppressions.list({ tenant_id: tenant });
    expect(listed.data).toEqual([made]);
    const { body } = await api.call('GET', path('', tenant));
    expect(body.data).toEqual([{ ...made, address: null }]);
    await expect(member.suppressions.list({ tenant_id: otherId })).rejects.toThrow();
  });

  it('are listed newest first, by reason, in pages', async () => {
    const tenant = (await createTenant(api)).id;
    for (const [index, reason] of ['manual', 'provider', 'manual'].entries())
      await api.call('POST', path('', tenant), { body: { address: `p${index}@example.com`, reason } });
    const first = await api.call('GET', path('?limit=2', tenant));
    const second = await api.call('GET', path(`?limit=2&cursor=${first.body.next_cursor}`, tenant));
    const rows = [...first.body.data, ...second.body.data];
    expect(rows.map((row: { reason: string }) => row.reason)).toEqual(['manual', 'provider', 'manual']);
    expect(second.body.next_cursor).toBeNull();
    expect((await api.call('GET', path('?reason=provider', tenant))).body.data).toHaveLength(1);
  });

  it('after a complaint go only with the confirmation, and every removal is in the audit log', async () => {
    const body = { address: 'spam@example.com' };
    await api.call('POST', path(), { body: { ...body, reason: 'hard_bounce' } });
    const worse = await api.call('POST', path(), { body: { ...body, reason: 'complaint' } });
    expect([worse.status, worse.body.reason]).toEqual([201, 'complaint']);
    expect((await api.call('POST', path(), { body })).body.reason).toBe('complaint');
    for (const wrong of [undefined, {}, { confirm_complaint_removal: false }]) {
      const refused = await api.call('DELETE', at(body.address), { body: wrong });
      expect([refused.status, refused.body.error.code, refused.body.error.details.errors[0].path]).toEqual([
        400,
        'invalid_request',
        'confirm_complaint_removal',
      ]);
    }
    const confirmed = { body: { confirm_complaint_removal: true } };
    expect((await api.call('DELETE', at(body.address), confirmed)).status).toBe(204);
    const { data } = (
      await api.call('GET', `/v1/audit-events?tenant_id=${tenantId}&action=suppression.remove&limit=1`)
    ).body;
    expect(data[0]).toMatchObject({
      target_type: 'suppression',
      details: { reason: 'complaint', address_hint: 's***@example.com' },
    });
    expect(JSON.stringify(data)).not.toContain('spam@');
    const removals = (await auditRows(api, data[0].target_id)).filter(
      ({ action }) => action === 'suppression.remove',
    );
    expect(removals).toHaveLength(1);
  });

  it('refuse what is no address, and do not find it', async () => {
    const create = (address: string) => codeOf(api.call('POST', path(), { body: { address } }));
    expect(await create('nobody')).toEqual([400, 'address_invalid']);
    expect(await create('用户@example.com')).toEqual([400, 'address_unsupported']);
    expect(await codeOf(api.call('GET', path('?address=nobody')))).toEqual([400, 'address_invalid']);
    for (const text of ['nobody', 'a\u0000@example.com', '%', 'a@b@'])
      expect(await codeOf(api.call('DELETE', at(text)))).toEqual([404, 'suppression_not_found']);
  });

  it('end by themselves, and are asked for in batches by other rooms', async () => {
    const { db, clock } = api.services;
    const now = clock.now();
    const until = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const wanted = [
      { address: 'gone@example.com', expires_at: until(-1) },
      { address: 'short@example.com', expires_at: until(1) },
      { address: 'Twice@example.com' },
      { address: 'twice@EXAMPLE.com' },
    ].map((each) => ({ tenant_id: tenantId, reason: 'hard_bounce' as const, ...each }));
    const isNew = await db.transaction((tx) => suppress(api.services, tx, wanted, now));
    expect(isNew).toEqual([true, true, true, false]);
    expect(await db.transaction((tx) => suppress(api.services, tx, wanted.slice(1), now))).toEqual([
      false,
      false,
      false,
    ]);
    const addresses = ['TWICE@example.com', 'gone@example.com', 'short@example.com', 'free@example.com'];
    expect(await suppressedAmong(api.services, tenantId, addresses, now)).toEqual(
      new Map([
        ['TWICE@example.com', 'hard_bounce'],
        ['short@example.com', 'hard_bounce'],
      ]),
    );
    expect(await suppressedAmong(api.services, otherId, addresses, now)).toEqual(new Map());
    expect((await suppressedAmong(api.services, tenantId, addresses, until(2))).size).toBe(1);
  });
});

describe('lists', () => {
  it('take, show and lose entries; putting twice changes nothing', async () => {
    const put = await api.call('PUT', listPath('receive/block', ' @BÜCHER.example'));
    expect([put.status, put.body]).toEqual([
      200,
      {
        entry: '@xn--bcher-kva.example',
        direction: 'receive',
        kind: 'block',
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await api.call('PUT', listPath('receive/block', '@bücher.example'))).body).toEqual(put.body);
    expect((await api.call('GET', listPath('receive/block', '@xn--bcher-kva.example'))).body).toEqual(
      put.body,
    );
    await api.call('PUT', listPath('receive/block', 'Bob+x@example.com'));
    const page = await api.call('GET', `${listPath('receive/block')}?limit=1`);
    const rest = await api.call(
      'GET',
      `${listPath('receive/block')}?limit=1&cursor=${page.body.next_cursor}`,
    );
    expect([page.body.data[0].entry, rest.body.data[0].entry]).toEqual([
      '@xn--bcher-kva.example',
      'bob+x@example.com',
    ]);
    expect((await api.call('GET', listPath('receive/allow'))).body.data).toEqual([]);
    expect((await api.call('DELETE', listPath('receive/block', 'BOB+x@example.com'))).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      for (const entry of ['bob+x@example.com', 'no address', '@'])
        expect(await codeOf(api.call(method, listPath('receive/block', entry)))).toEqual([
          404,
          'list_entry_not_found',
        ]);
  });

  it('refuse other lists and what is neither address nor @domain', async () => {
    expect(await codeOf(api.call('GET', listPath('both/block')))).toEqual([400, 'invalid_request']);
    for (const entry of ['nobody', '@', '@-.example', 'a b@example.com'])
      expect(await codeOf(api.call('PUT', listPath('send/allow', entry)))).toEqual([400, 'address_invalid']);
  });

  it('cover addresses and whole domains, not subdomains, per tenant and direction', async () => {
    const { clock } = api.services;
    for (const [list, entry] of [
      ['send/block', '@covered.example'],
      ['send/allow', 'vip@covered.example'],
      ['receive/allow', 'ada@other.example'],
    ] as const)
      await api.call('PUT', listPath(list, entry));
    const addresses = [
      'X@Covered.example',
      'x@mail.covered.example',
      'vip@covered.example',
      'ada@other.example',
    ];
    const standings = await recipientRestrictions(api.services, tenantId, addresses, clock.now());
    expect([...standings.values()]).toEqual([
      { suppression: null, blocked: true, allowed: false },
      { suppression: null, blocked: false, allowed: false },
      { suppression: null, blocked: true, allowed: true },
      { suppression: null, blocked: false, allowed: false },
    ]);
    const senders = [tenantId, otherId].map((id) => ({ tenantId: id, address: 'Ada@Other.example' }));
    expect(await sendersListed(api.services, senders)).toEqual([
      { blocked: false, allowed: true },
      { blocked: false, allowed: false },
    ]);
  });
});
