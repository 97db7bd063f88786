import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/base/clock.ts';
import type { ApiAnswer, TestApi } from '#testing/api.ts';
import type { DnsServer } from '#testing/dns-server.ts';
import {
  addDomain,
  healthyDomain,
  movedClock,
  openDomainsApi,
  publishRecords,
  withdrawRecords,
} from '#testing/domains.ts';
import { createTenant } from '#testing/tenants.ts';
import { noteForwarded, takeForwardingTest } from './index.ts';
import { endForwardingTests } from './jobs.ts';

// Addresses on domains of tenants (spec 2.4, 2.5, 3.3, 4.4).

let opened: Awaited<ReturnType<typeof openDomainsApi>>;
let api: TestApi;
let dns: DnsServer;
let tenant: ApiAnswer['body'];
const { clock, pass } = movedClock(new Date());

beforeAll(async () => {
  opened = await openDomainsApi(clock);
  ({ api, dns } = opened);
});
afterAll(() => opened?.close());
beforeEach(async () => {
  opened.clear();
  tenant = await createTenant(api);
});

const code = ({ status, body }: ApiAnswer) => [status, body.error?.code];
const create = (fields: Record<string, unknown>, tenantId = tenant.id) =>
  api.call('POST', `/v1/tenants/${tenantId}/identities`, { body: { username: 'scout', ...fields } });
const alias = (identityId: string, local_part: string, domain_id: string | null) =>
  api.call('POST', `/v1/identities/${identityId}/addresses`, { body: { local_part, domain_id } });
const addressesOf = async (identityId: string): Promise<ApiAnswer['body'][]> =>
  (await api.call('GET', `/v1/identities/${identityId}/addresses`)).body.data;
const act = (address: ApiAnswer['body'], verb: string, body?: unknown) =>
  api.call('POST', `/v1/identities/${address.identity_id}/addresses/${address.id}/${verb}`, {
    ...(body !== undefined && { body }),
  });
const activated = (identityId: string) =>
  api.services.db.rows<{ data: { address: { id: string; status: string } } }>({
    name: 'test.activated',
    text: `select data from events where identity_id = $1 and type = 'identity.address_activated'`,
    values: [identityId],
  });

describe('an identity on a domain', () => {
  it('has its address there, and the platform address as an alias for life', async () => {
    const domain = await healthyDomain(api, dns.records, tenant.id, { domain: 'one.example' });
    const { status, body } = await create({ username: 'support', domain_id: domain.id });
    expect(status).toBe(201);
    expect(body.primary_address).toBe('support@one.example');
    expect(body.addresses).toMatchObject([
      { address: 'support@one.example', domain_id: domain.id, role: 'primary', status: 'active' },
      { address: `support.${tenant.slug}@mail.ours.example`, domain_id: null, role: 'alias' },
    ]);
    expect(code(await act(body.addresses[1], 'retire', { after_days: 0 }))).toEqual([409, 'address_in_use']);
    expect(code(await create({ username: 'support', domain_id: domain.id }))).toEqual([
      409,
      'username_taken',
    ]);
    for (const username of ['postmaster', 'abuse'])
      expect(code(await create({ username, domain_id: domain.id }))).toEqual([400, 'address_reserved']);
  });

  it('needs a domain of its tenant that works', async () => {
    const other = await createTenant(api);
    const foreign = await healthyDomain(api, dns.records, other.id, { domain: 'foreign.example' });
    const { body: pending } = await addDomain(api, tenant.id, { domain: 'pending.example' });
    expect(code(await create({ domain_id: foreign.id }))).toEqual([404, 'domain_not_found']);
    expect(code(await create({ domain_id: 'dom_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }))).toEqual([
      404,
      'domain_not_found',
    ]);
    expect(code(await create({ domain_id: pending.id }))).toEqual([409, 'domain_not_ready']);
  });

  it('is on the default domain of its tenant unless the request says otherwise', async () => {
    const first = await healthyDomain(api, dns.records, tenant.id, { domain: 'first.example' });
    const second = await healthyDomain(api, dns.records, tenant.id, { domain: 'second.example' });
    const patch = (id: string, body: unknown) => api.call('PATCH', `/v1/domains/${id}`, { body });
    expect((await create({ username: 'a' })).body.primary_address).toBe(`a.${tenant.slug}@mail.ours.example`);
    await patch(first.id, { is_default: true });
    await patch(second.id, { is_default: true });
    const { data } = (await api.call('GET', `/v1/tenants/${tenant.id}/domains`)).body;
    expect(data.map((row: ApiAnswer['body']) => [row.domain, row.is_default])).toEqual([
      ['second.example', true],
      ['first.example', false],
    ]);
    expect((await create({ username: 'b' })).body.primary_address).toBe('b@second.example');
    expect((await create({ username: 'c', domain_id: first.id })).body.primary_address).toBe(
      'c@first.example',
    );
    await patch(second.id, { is_default: false });
    expect((await create({ username: 'd' })).body.primary_address).toBe(`d.${tenant.slug}@mail.ours.example`);
  });
});

describe('an alias on a domain', () => {
  it('waits for the domain, one for each identity and domain, and becomes active automatically', async () => {
    const identity = (await create({})).body;
    const { body: domain } = await addDomain(api, tenant.id, { domain: 'later.example' });
    const first = await alias(identity.id, 'hello', domain.id);
    expect(first.body).toMatchObject({ address: 'hello@later.example', status: 'pending', role: 'alias' });
    expect(code(await act(first.body, 'promote', {}))).toEqual([409, 'domain_not_ready']);
    const second = (await alias(identity.id, 'sales', domain.id)).body;
    expect((await addressesOf(identity.id)).map(({ address }) => address)).toEqual([
      identity.primary_address,
      'sales@later.example',
    ]);
    expect(code(await alias(identity.id, 'abuse', domain.id))).toEqual([400, 'address_reserved']);
    expect((await alias(identity.id, 'sales', domain.id)).status).toBe(200);
    publishRecords(dns.records, domain.records);
    await api.call('POST', `/v1/domains/${domain.id}/verify`);
    expect((await addressesOf(identity.id))[1]).toMatchObject({ id: second.id, status: 'active' });
    expect(await activated(identity.id)).toMatchObject([
      { data: { address: { id: second.id, status: 'active' } } },
    ]);
    expect((await alias(identity.id, 'third', domain.id)).body.status).toBe('active');
    const promoted = await act(second, 'promote', { retire_previous_after_days: 0 });
    expect(promoted.body).toMatchObject({ role: 'primary' });
    expect((await addressesOf(identity.id))[0]).toMatchObject({ role: 'alias', status: 'active' });
  });

  it('cannot become the primary one while its domain fails, and stays active', async () => {
    const identity = (await create({})).body;
    const domain = await healthyDomain(api, dns.records, tenant.id, { domain: 'broken.example' });
    const address = (await alias(identity.id, 'hello', domain.id)).body;
    withdrawRecords(dns.records, domain.records, 'dkim');
    pass(MINUTE);
    await api.call('POST', `/v1/domains/${domain.id}/verify`);
    const refused = await act(address, 'promote', {});
    expect(code(refused)).toEqual([409, 'domain_not_ready']);
    expect(refused.body.error.details).toEqual({ status: 'failing' });
    expect((await addressesOf(identity.id))[1]?.status).toBe('active');
  });

  it('goes with a domain that is removed before it worked', async () => {
    const identity = (await create({})).body;
    const { body: domain } = await addDomain(api, tenant.id, { domain: 'never.example' });
    await alias(identity.id, 'hello', domain.id);
    expect((await api.call('DELETE', `/v1/domains/${domain.id}`)).status).toBe(204);
    expect(await addressesOf(identity.id)).toHaveLength(1);
  });

  it('on a domain of somebody else looks like one on a missing domain', async () => {
    const identity = (await create({})).body;
    const { body: foreign } = await addDomain(api, (await createTenant(api)).id, {
      domain: 'theirs.example',
    });
    const answers = [foreign.id, 'dom_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'].map((id) => alias(identity.id, 'x', id));
    for (const answer of await Promise.all(answers)) expect(code(answer)).toEqual([404, 'domain_not_found']);
  });
});

describe('forwarding', () => {
  const end = () =>
    endForwardingTests.run({ services: api.services, attempt: 1, signal: new AbortController().signal }, {});
  const tokenSentTo = async (address: string): Promise<string> => {
    const rows = await api.services.db.rows<{ payload: { to: string; headers: Record<string, string> } }>({
      name: 'test.service_mails',
      text: `select j.payload from graphile_worker._private_jobs j
             join graphile_worker._private_tasks t on t.id = j.task_id
             where t.identifier = 'sending.service_mail' order by j.id`,
      values: [],
    });
    const mails = rows.map(({ payload }) => JSON.stringify(payload)).filter((text) => text.includes(address));
    return /[0-9a-f]{40}/.exec(mails.at(-1)!)![0];
  };
  const forwardedAddress = async (domain: string) => {
    const { id } = await healthyDomain(api, dns.records, tenant.id, {
      domain,
      method: 'send_only',
      inbound_forwarding: true,
    });
    return (await create({ username: 'agent', domain_id: id })).body.addresses[0];
  };
  const read = async (address: ApiAnswer['body']) =>
    (await addressesOf(address.identity_id)).find(({ id }) => id === address.id);

  it('is tested with a token that comes back within ten minutes', async () => {
    const address = await forwardedAddress('forward.example');
    expect(address).toMatchObject({ forwarding: 'unverified', forwarding_checked_at: null });
    const answer = await act(address, 'test-forwarding');
    expect([answer.status, answer.body.forwarding]).toEqual([202, 'unverified']);
    const token = await tokenSentTo('agent@forward.example');
    const arrive = (given: string) =>
      takeForwardingTest(api.services, { address: 'Agent@forward.example', token: given });
    expect(await arrive('0'.repeat(40))).toBe(false);
    expect(await arrive(token)).toBe(true);
    expect(await arrive(token)).toBe(false);
    const tested = await read(address);
    expect(tested).toMatchObject({ forwarding: 'ok', forwarding_checked_at: clock.time.toISOString() });
    await act(address, 'test-forwarding');
    const late = await tokenSentTo('agent@forward.example');
    pass(10 * MINUTE);
    expect(await arrive(late)).toBe(false);
    await end();
    expect((await read(address))?.forwarding).toBe('failed');
    await noteForwarded(api.services.db, [address.id], clock.time);
    expect((await read(address))?.forwarding).toBe('ok');
  });

  it('is nothing that other addresses have, and follows the domain', async () => {
    const identity = (await create({})).body;
    const platform = await act(identity.addresses[0], 'test-forwarding');
    expect(code(platform)).toEqual([422, 'transport_unavailable']);
    expect(platform.body.error.details).toEqual({ reason: 'method_not_supported' });
    const address = await forwardedAddress('switch.example');
    const patch = (inbound_forwarding: boolean) =>
      api.call('PATCH', `/v1/domains/${address.domain_id}`, { body: { inbound_forwarding } });
    await patch(false);
    expect((await read(address))?.forwarding).toBeNull();
    expect(code(await act(address, 'test-forwarding'))).toEqual([422, 'transport_unavailable']);
    await patch(true);
    expect((await read(address))?.forwarding).toBe('unverified');
  });
});
