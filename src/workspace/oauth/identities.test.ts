import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { postMcp } from '#testing/mcp.ts';
import { createTenant } from '#testing/tenants.ts';
import { type OAuthWorld, openOAuth, usual } from './oauth-fixtures.ts';

// An application that was given some identities of a workspace reaches these and nothing else.

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would
type Json = any;
type Identity = { id: string; primary_address: string };

let world: OAuthWorld;
let client: string;
let [one, two, three]: Identity[] = [];
let foreign: Identity;
const scopes = [...usual, 'identities:read', 'keys:manage', 'erasure:manage'];

beforeAll(async () => {
  world = await openOAuth();
  client = (await world.register()).client_id;
  [one, two, three] = await Promise.all(
    ['one', 'two', 'three'].map((name) => identity(world.tenantId, name)),
  );
  foreign = await identity((await createTenant(world)).id, 'one');
});
afterAll(() => world.close());

const identity = async (tenantId: string, username: string): Promise<Identity> =>
  (await world.call('POST', `/v1/tenants/${tenantId}/identities`, { body: { username } })).body as Identity &
    Json;

const connected = (identities: Identity[], more = {}) =>
  world.connect(
    world.admin,
    client,
    { identity_ids: identities.map(({ id }) => id), permissions: scopes, ...more },
    { scope: scopes.join(' ') },
  );
const get = async (token: string, path: string): Promise<Json> => world.call('GET', path, { key: token });
const reached = async (token: string) =>
  (await get(token, '/v1/identities')).body.data.map(({ id }: Identity) => id).sort();
const idsOf = (...identities: Identity[]) => identities.map(({ id }) => id).sort();
const refresh = (refresh_token: string) =>
  world.form('/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token });

describe('a token for several identities', () => {
  it('reaches exactly these, and keeps to them when it is refreshed', async () => {
    const { access_token, refresh_token } = await connected([one!, two!]);
    const renewed = (await refresh(refresh_token)).body.access_token;
    for (const token of [access_token, renewed]) {
      expect((await world.me(token)).body).toMatchObject({
        level: 'identity',
        identity_id: null,
        identity_ids: [one!.id, two!.id],
      });
      expect(await reached(token)).toEqual(idsOf(one!, two!));
      for (const { id } of [one!, two!])
        expect((await get(token, `/v1/identities/${id}/threads`)).status).toBe(200);
      for (const { id } of [three!, foreign, { id: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }])
        for (const path of ['', '/threads', '/messages', '/contacts'])
          expect((await get(token, `/v1/identities/${id}${path}`)).body.error?.code).toBe(
            path === '/contacts' ? 'permission_denied' : 'identity_not_found',
          );
      expect((await get(token, `/v1/tenants/${world.tenantId}/threads`)).status).toBe(403);
    }
  });

  it('makes keys of these identities only, and manages no wider ones', async () => {
    const { access_token: token } = await connected([one!, two!]);
    const { access_token: narrow } = await connected([one!]);
    const { access_token: wider } = await connected([one!, three!]);
    const make = (body: object) =>
      world.call('POST', '/v1/keys', {
        key: token,
        body: { name: 'k', level: 'identity', permissions: ['messages:read'], ...body },
      });
    expect((await make({ identity_id: two!.id })).body).toMatchObject({ identity_ids: [two!.id] });
    for (const { id } of [three!, foreign])
      expect((await make({ identity_id: id })).body.error.code).toBe('key_scope_exceeded');
    expect((await make({})).body.error.details.errors).toMatchObject([{ path: 'identity_id' }]);
    expect((await make({ level: 'tenant' })).body.error.code).toBe('key_scope_exceeded');
    const known = async (key: string) =>
      (await get(key, '/v1/keys')).body.data.map(({ identity_ids }: Json) => identity_ids.join());
    expect(await known(token)).toContain(`${one!.id},${two!.id}`);
    expect(await known(token)).not.toContain(`${one!.id},${three!.id}`);
    for (const ids of await known(narrow)) expect(ids).toBe(one!.id);
    expect((await get(wider, '/v1/me')).body.identity_ids).toEqual([one!.id, three!.id]);
    const filtered = await world.call('GET', `/v1/keys?identity_id=${three!.id}`);
    expect(filtered.body.data.map(({ identity_ids }: Json) => identity_ids)).toEqual([[one!.id, three!.id]]);
  });

  it('names the mailbox in the tools of MCP', async () => {
    const { access_token: key } = await connected([one!, two!]);
    const rpc = async (method: string, params: object = {}): Promise<Json> => {
      const message: object = { jsonrpc: '2.0', id: 1, method, params };
      return JSON.parse((await postMcp({ key, fetch: world.fetch }, '2025-11-25', message)).text);
    };
    const call = async (name: string, args: object) =>
      (await rpc('tools/call', { name, arguments: args })).result;
    const { tools } = (await rpc('tools/list')).result;
    const threads = tools.find(({ name }: Json) => name === 'mail_list_threads');
    expect(threads.inputSchema.required).toContain('identity');
    const listed = (await call('mail_list_identities', {})).structuredContent.data;
    expect(listed.map(({ id }: Identity) => id).sort()).toEqual(idsOf(one!, two!));
    for (const name of [one!.id, two!.primary_address])
      expect((await call('mail_list_threads', { identity: name })).structuredContent.data).toEqual([]);
    for (const name of [three!.id, three!.primary_address, foreign.primary_address, 'idn_x'])
      expect((await call('mail_list_threads', { identity: name })).content[0].text).toContain(
        'identity_not_found',
      );
    expect((await call('mail_list_threads', {})).content[0].text).toContain('mail_list_identities');
    const inbox = await rpc('resources/read', { uri: `mailbox://${two!.id}/inbox` });
    expect(inbox.result.contents).toHaveLength(1);
    expect((await rpc('resources/list')).result.resources).toEqual([]);
    expect((await rpc('resources/read', { uri: 'mailbox://me/inbox' })).error.message).toContain(
      'invalid_request',
    );
  });

  it('loses an identity that is deleted, and ends with the last one', async () => {
    const [first, second] = await Promise.all(
      ['f', 's'].map((name) => identity(world.tenantId, `gone-${name}`)),
    );
    const { access_token } = await connected([first!, second!]);
    const erase = ({ id }: Identity) => world.call('DELETE', `/v1/identities/${id}`);
    expect((await erase(first!)).status).toBeLessThan(300);
    expect((await world.me(access_token)).body.identity_ids).toEqual([second!.id]);
    expect(await reached(access_token)).toEqual([second!.id]);
    await erase(second!);
    expect((await world.me(access_token)).body.error.code).toBe('key_revoked');
  });

  it('is listed with its identities, and disconnected', async () => {
    const { access_token } = await connected([one!, two!]);
    const list = await world.admin.browser.call(
      'GET',
      `/api/trpc/applications.list?input=${encodeURIComponent('{}')}`,
    );
    const [newest] = list.body.result.data.data;
    expect(newest.identity_ids).toEqual([one!.id, two!.id]);
    await world.decide(world.admin, 'disconnect', { key_id: newest.key_id });
    expect((await world.me(access_token)).body.error.code).toBe('key_revoked');
  });
});

describe('consent', () => {
  it('refuses an identity out of reach, a missing one, none and too many', async () => {
    const { request } = await world.ask(client, { scope: usual.join(' ') });
    const choose = async (identity_ids: string[]) =>
      (await world.decide(world.admin, 'approve', { request, identity_ids, permissions: usual, days: 1 }))
        .body.error.code;
    const missing = 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE';
    expect(await choose([one!.id, foreign.id])).toBe('key_scope_exceeded');
    expect(await choose([one!.id, missing])).toBe('key_scope_exceeded');
    expect(await choose([])).toBe('invalid_request');
    expect(await choose(Array(101).fill(one!.id))).toBe('invalid_request');
  });

  it('means one identity when it names one twice', async () => {
    const { access_token } = await connected([one!, one!]);
    expect((await world.me(access_token)).body).toMatchObject({
      identity_id: one!.id,
      identity_ids: [one!.id],
    });
  });

  it('gives a process of the release before the first identity, never the workspace', async () => {
    const { request } = await world.ask(client, { scope: usual.join(' ') });
    const input = { request, identity_ids: [two!.id, one!.id], permissions: usual, days: 1 };
    expect((await world.decide(world.admin, 'approve', input)).status).toBe(200);
    const [row] = await world.services.db.rows<{ identity_id: string }>(
      sql`select identity_id from oauth_requests where decision = 'approved' order by created_at desc limit 1`,
    );
    expect(row!.identity_id).toBe(two!.id);
  });
});
