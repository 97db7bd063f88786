import type { Clock } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import { type ApiAnswer, openTestApi, type TestApi } from './api.ts';

/** A deployment for tests of identities, filled through the API like a client would. */
export type World = TestApi & {
  /** The time of a clock that only tests move. */
  time: { now: Date };
  /** A new tenant's id. */
  tenant(fields?: Record<string, unknown>, key?: string): Promise<string>;
  /** Secret of a new key with both identity permissions, unless others are named. */
  key(scope: Record<string, unknown>, permissions?: string[]): Promise<string>;
  create(tenantId: string, fields: Record<string, unknown>, key?: string): Promise<ApiAnswer>;
  /** A new identity, which must succeed. */
  identity(tenantId: string, fields?: Record<string, unknown>): Promise<ApiAnswer['body']>;
  alias(identityId: string, localPart: string): Promise<ApiAnswer>;
  /** State that only other rooms, or a later version of this one, can create. */
  set(table: 'identities' | 'addresses', id: string, column: string, value: unknown): Promise<void>;
};

const settable = {
  identities: {
    status: (id: string, value: unknown) => sql`update identities set status = ${value} where id = ${id}`,
    is_system: (id: string, value: unknown) =>
      sql`update identities set is_system = ${value} where id = ${id}`,
    pause_reason: (id: string, value: unknown) =>
      sql`update identities set status = 'paused', pause_reason = ${value} where id = ${id}`,
  },
  addresses: {
    status: (id: string, value: unknown) => sql`update addresses set status = ${value} where id = ${id}`,
  },
} as Record<string, Record<string, (id: string, value: unknown) => ReturnType<typeof sql>>>;

export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const time = { now: new Date('2027-03-01T12:00:00.000Z') };
  const clock: Clock = { now: () => new Date(time.now) };
  const api = await openTestApi(env, clock);
  let count = 0;
  const must = (answer: ApiAnswer, status: number): ApiAnswer['body'] => {
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const create: World['create'] = (tenantId, fields, key) =>
    api.call('POST', `/v1/tenants/${tenantId}/identities`, { body: fields, ...(key && { key }) });
  return {
    ...api,
    time,
    create,
    async tenant(fields = {}, key = api.platformKey) {
      count += 1;
      const body = { slug: `acme${count}`, name: 'Acme', mode: 'live', ...fields };
      return must(await api.call('POST', '/v1/tenants', { key, body }), 201).id;
    },
    async key(scope, permissions = ['identities:read', 'identities:write']) {
      const body = { name: 'test', permissions, ...scope };
      return must(await api.call('POST', '/v1/keys', { body }), 201).secret;
    },
    async identity(tenantId, fields = {}) {
      count += 1;
      return must(await create(tenantId, { username: `agent${count}`, ...fields }), 201);
    },
    alias: (identityId, localPart) =>
      api.call('POST', `/v1/identities/${identityId}/addresses`, { body: { local_part: localPart } }),
    async set(table, id, column, value) {
      await api.services.db.run(settable[table]![column]!(id, value));
    },
  };
}
