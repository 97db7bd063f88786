import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#api/job-registry.ts';
import { DAY } from '#kernel/base/clock.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { findRecipients, markReceived } from './index.ts';
import { retireDue } from './jobs.ts';
import { retireDueAddresses } from './repository.ts';

let world: World;
let tenant: string;
let id: string;
let platformAddress: string;
let count = 0;

beforeAll(async () => {
  world = await openWorld();
  tenant = await world.tenant({ slug: 'main' });
});
afterAll(() => world.close());
beforeEach(async () => {
  const identity = await world.identity(tenant);
  id = identity.id;
  platformAddress = identity.addresses[0].id;
});

const newAlias = async (): Promise<ApiAnswer['body']> => {
  count += 1;
  return (await world.alias(id, `alias${count}`)).body;
};
const act = (verb: string, addressId: string, body: unknown = {}, owner = id): Promise<ApiAnswer> =>
  world.call('POST', `/v1/identities/${owner}/addresses/${addressId}/${verb}`, { body });
const list = async (): Promise<ApiAnswer['body'][]> =>
  (await world.call('GET', `/v1/identities/${id}/addresses?limit=100`)).body.data;
const read = async (addressId: string) => (await list()).find((address) => address.id === addressId);
const receives = async (address: string): Promise<boolean> =>
  (await findRecipients(world.services.db, [address])).length === 1;
const code = (answer: ApiAnswer): [number, string] => [answer.status, answer.body.error.code];

describe('aliases (interface-spec 2.5, 4.4 rule 3)', () => {
  it('stand on the platform domain with the tenant’s suffix and are active at once', async () => {
    const answer = await world.alias(id, 'invoices');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      identity_id: id,
      domain_id: null,
      address: 'invoices.main@mail.localhost',
      local_part: 'invoices.main',
      role: 'alias',
      status: 'active',
      forwarding: null,
    });
    expect(await receives('invoices.main@mail.localhost')).toBe(true);
    expect(await read(answer.body.id)).toEqual(answer.body);
  });

  it('adding one that is there already answers 200 with it', async () => {
    const first = await world.alias(id, 'twice');
    const again = await world.alias(id, 'twice');
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
  });

  it.each([
    ['postmaster', 'address_reserved'],
    ['abu5e', 'address_reserved'],
    ['pоst', 'address_reserved'],
    ['a.', 'address_invalid'],
    ['Caps', 'invalid_request'],
  ])('%s is refused: %s', async (localPart, expected) => {
    expect(code(await world.alias(id, localPart))).toEqual([400, expected]);
  });

  it('need a domain that exists when one is named', async () => {
    const body = { local_part: 'x', domain_id: 'dom_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' };
    expect(code(await world.call('POST', `/v1/identities/${id}/addresses`, { body }))).toEqual([
      404,
      'domain_not_found',
    ]);
  });

  it('of another identity is address_taken, whatever its state', async () => {
    const other = (await world.identity(tenant, { username: 'owner-of-it' })).id;
    await world.alias(other, 'theirs');
    expect(code(await world.alias(id, 'theirs'))).toEqual([409, 'address_taken']);
    expect(code(await world.alias(id, 'owner-of-it'))).toEqual([409, 'address_taken']);
    await world.set('identities', other, 'status', 'deleted');
    expect(code(await world.alias(id, 'theirs'))).toEqual([409, 'address_taken']);
  });

  it('one of two identities that race for an alias gets it', async () => {
    const other = (await world.identity(tenant)).id;
    const answers = await Promise.all([id, other, id, other].map((owner) => world.alias(owner, 'raced')));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, 201, 409, 409]);
  });
});

describe('at most 20 addresses in any state (interface-spec 4.4 rule 3, 8.2)', () => {
  it('is exact under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => world.alias(id, `many${n}`)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(19);
    const refused = answers.filter((answer) => answer.status !== 201);
    expect(refused.map(code)).toEqual(Array(11).fill([422, 'address_limit_reached']));
    expect(await list()).toHaveLength(20);
  });

  it('counts retired ones', async () => {
    for (let n = 0; n < 19; n += 1) {
      const { body } = await world.alias(id, `gone${n}`);
      await act('retire', body.id, { after_days: 0 });
    }
    expect(code(await world.alias(id, 'one-more'))).toEqual([422, 'address_limit_reached']);
  });

  it('lists them in pages, oldest first', async () => {
    for (let n = 0; n < 4; n += 1) await newAlias();
    const first = (await world.call('GET', `/v1/identities/${id}/addresses?limit=3`)).body;
    const second = (
      await world.call('GET', `/v1/identities/${id}/addresses?limit=3&cursor=${first.next_cursor}`)
    ).body;
    expect([first.data.length, second.data.length, second.next_cursor]).toEqual([3, 2, null]);
    expect([...first.data, ...second.data]).toEqual(await list());
    expect(first.data[0].id).toBe(platformAddress);
  });
});

describe('promote (interface-spec 3.3, 4.4 rule 4)', () => {
  it('makes an alias the primary; the platform address stays as an active alias', async () => {
    const alias = await newAlias();
    const answer = await act('promote', alias.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: alias.id, role: 'primary', status: 'active' });
    expect(await read(platformAddress)).toMatchObject({ role: 'alias', status: 'active', retire_at: null });
    const { body } = await world.call('GET', `/v1/identities/${id}`);
    expect(body.primary_address).toBe(alias.address);
  });

  it('sets the old primary to retiring, for 90 days unless told otherwise', async () => {
    const [first, second, third] = [await newAlias(), await newAlias(), await newAlias()];
    await act('promote', first.id);
    await act('promote', second.id);
    const in90 = new Date(world.time.now.getTime() + 90 * DAY).toISOString();
    expect(await read(first.id)).toMatchObject({ role: 'alias', status: 'retiring', retire_at: in90 });
    await act('promote', third.id, { retire_previous_after_days: 0 });
    expect(await read(second.id)).toMatchObject({
      role: 'alias',
      status: 'retired',
      retire_at: null,
      retired_at: world.time.now.toISOString(),
    });
  });

  it('of a retiring address cancels its retirement', async () => {
    const alias = await newAlias();
    await act('retire', alias.id, { after_days: 5 });
    expect((await act('promote', alias.id)).body).toMatchObject({
      role: 'primary',
      status: 'active',
      retire_at: null,
    });
  });

  it('of the primary changes nothing', async () => {
    const answer = await act('promote', platformAddress);
    expect([answer.status, answer.body.role, answer.body.status]).toEqual([200, 'primary', 'active']);
  });

  it('is refused for a pending and for a retired address', async () => {
    const [pending, retired] = [await newAlias(), await newAlias()];
    await world.set('addresses', pending.id, 'status', 'pending');
    await act('retire', retired.id, { after_days: 0 });
    expect(code(await act('promote', pending.id))).toEqual([409, 'domain_not_ready']);
    expect(code(await act('promote', retired.id))).toEqual([409, 'address_taken']);
  });

  it('leaves exactly one primary when promotions race', async () => {
    const aliases = [await newAlias(), await newAlias(), await newAlias(), await newAlias()];
    await Promise.all(aliases.map((alias) => act('promote', alias.id)));
    expect((await list()).filter((address) => address.role === 'primary')).toHaveLength(1);
    expect((await read(platformAddress))?.status).toBe('active');
  });

  it.each([-1, 366, 1.5, '90', null])('refuses %s days', async (days) => {
    const answer = await act('promote', platformAddress, { retire_previous_after_days: days });
    expect(answer.body.error.details.errors[0].path).toBe('retire_previous_after_days');
  });
});

describe('retire (interface-spec 3.3, 4.4 rule 4)', () => {
  it('refuses the primary and the platform address', async () => {
    expect(code(await act('retire', platformAddress))).toEqual([409, 'address_is_primary']);
    const alias = await newAlias();
    await act('promote', alias.id);
    expect(code(await act('retire', alias.id))).toEqual([409, 'address_is_primary']);
    expect(code(await act('retire', platformAddress))).toEqual([409, 'address_in_use']);
  });

  it('is retired by a job of the worker, each minute (interface-spec 3.3)', async () => {
    const alias = await newAlias();
    await act('retire', alias.id, { after_days: 1 });
    const { services } = world;
    const run = () => retireDue.run({ services, attempt: 1, signal: new AbortController().signal }, {});
    await run();
    expect(await receives(alias.address)).toBe(true);
    world.time.now = new Date(world.time.now.getTime() + DAY);
    await run();
    await run();
    expect(await read(alias.id)).toMatchObject({
      status: 'retired',
      retired_at: world.time.now.toISOString(),
    });
    expect(jobs).toContain(retireDue);
    expect(retireDue.schedule).toBe('* * * * *');
  });

  it('takes mail until the sweep retires it on time, and never again', async () => {
    const alias = await newAlias();
    const start = world.time.now;
    const answer = await act('retire', alias.id, { after_days: 2 });
    expect(answer.body).toMatchObject({
      status: 'retiring',
      retire_at: new Date(start.getTime() + 2 * DAY).toISOString(),
    });
    const justBefore = new Date(start.getTime() + 2 * DAY - 1);
    expect(await retireDueAddresses(world.services.db, justBefore, 10)).toEqual([]);
    expect(await receives(alias.address)).toBe(true);
    const due = new Date(start.getTime() + 2 * DAY);
    expect(await retireDueAddresses(world.services.db, due, 10)).toHaveLength(1);
    expect(await retireDueAddresses(world.services.db, due, 10)).toEqual([]);
    expect(await receives(alias.address)).toBe(false);
    expect(await read(alias.id)).toMatchObject({ status: 'retired', retired_at: due.toISOString() });
    expect(code(await world.alias(id, alias.local_part.replace('.main', '')))).toEqual([
      409,
      'address_taken',
    ]);
  });

  it('with after_days 0 retires at once, also what is retiring already', async () => {
    const alias = await newAlias();
    await act('retire', alias.id);
    const answer = await act('retire', alias.id, { after_days: 0 });
    expect(answer.body).toMatchObject({ status: 'retired', retired_at: world.time.now.toISOString() });
    expect(await receives(alias.address)).toBe(false);
    expect((await act('retire', alias.id, { after_days: 9 })).body).toEqual(answer.body);
  });
});

describe('DELETE of an address (interface-spec 4.4)', () => {
  const remove = (addressId: string) => world.call('DELETE', `/v1/identities/${id}/addresses/${addressId}`);

  it('removes a pending one that never received mail', async () => {
    const alias = await newAlias();
    await world.set('addresses', alias.id, 'status', 'pending');
    expect((await remove(alias.id)).status).toBe(204);
    expect(await read(alias.id)).toBeUndefined();
    expect(code(await remove(alias.id))).toEqual([404, 'address_not_found']);
  });

  it('refuses any other state, and one that received mail', async () => {
    const alias = await newAlias();
    expect(code(await remove(alias.id))).toEqual([409, 'address_in_use']);
    expect(code(await remove(platformAddress))).toEqual([409, 'address_in_use']);
    await markReceived(world.services.db, [alias.id]);
    await world.set('addresses', alias.id, 'status', 'pending');
    expect(code(await remove(alias.id))).toEqual([409, 'address_in_use']);
  });
});

it('test-forwarding does not apply to the platform domain (interface-spec 4.4 rule 6)', async () => {
  const answer = await act('test-forwarding', platformAddress);
  expect(answer.status).toBe(422);
  expect(answer.body.error).toMatchObject({
    code: 'transport_unavailable',
    details: { reason: 'method_not_supported' },
  });
});

it('an address of another identity answers as a missing one', async () => {
  const other = await world.identity(tenant);
  for (const verb of ['promote', 'retire', 'test-forwarding']) {
    const foreign = await act(verb, other.addresses[0].id);
    const missing = await act(verb, 'adr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
    expect(code(foreign)).toEqual([404, 'address_not_found']);
    expect({ ...foreign.body.error, request_id: '' }).toEqual({ ...missing.body.error, request_id: '' });
  }
});

describe('findRecipients', () => {
  it('tells which of many addresses take mail now', async () => {
    const alias = await newAlias();
    const gone = await newAlias();
    await act('retire', gone.id, { after_days: 0 });
    const deleted = await world.identity(tenant);
    await world.set('identities', deleted.id, 'status', 'deleting');
    const system = await world.identity(tenant);
    await world.set('identities', system.id, 'is_system', true);
    const asked = [
      alias.address,
      gone.address,
      deleted.primary_address,
      system.primary_address,
      'no@mail.localhost',
    ];
    expect(await findRecipients(world.services.db, asked)).toEqual([
      {
        address: alias.address,
        address_id: alias.id,
        identity_id: id,
        tenant_id: tenant,
        role: 'alias',
        status: 'active',
        is_platform: false,
        identity_status: 'active',
      },
    ]);
  });

  it('finds paused identities and those of a suspended tenant: their mail is still stored', async () => {
    const other = await world.tenant();
    const held = await world.identity(other);
    await world.call('PATCH', `/v1/tenants/${other}`, { body: { status: 'suspended' } });
    const [found] = await findRecipients(world.services.db, [held.primary_address]);
    expect(found).toMatchObject({ identity_id: held.id, identity_status: 'paused' });
  });
});
