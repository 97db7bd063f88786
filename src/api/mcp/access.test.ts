import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, Permission } from '#kernel/catalogue/permissions.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { connectMcp } from '#testing/mcp.ts';
import { createWorld, everyPermission, insertKey, type Owner, type World } from '#testing/world.ts';
import { catalogue } from './catalogue.ts';

// Which tools a key sees, and whose mail they reach (spec 4.14; 5).

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await openTestApi();
  world = await createWorld(api.services.db);
});
afterAll(() => api.close());

async function clientOf(level: Level, permissions?: readonly Permission[], owner: Owner = world.owners.own) {
  const held = permissions ?? everyPermission(level);
  const { secret } = await insertKey(api.services.db, { level, owner, permissions: held });
  return connectMcp('client 2, 2025-11-25', secret, api.fetch);
}

async function toolsOf(level: Level, permissions?: readonly Permission[]) {
  const client = await clientOf(level, permissions);
  const tools = await client.tools();
  await client.close();
  return tools;
}

const all = () => [...catalogue().keys()];
const ofTenants = ['mail_get_usage', 'mail_sign_assertion', 'mail_sign_http_request'];

describe('the tools that a key sees', () => {
  it.each(['tenant', 'identity'] as const)('%s: all', async (level) => {
    expect((await toolsOf(level)).map(({ name }) => name)).toEqual(all());
  });

  it.each(['platform', 'partner'] as const)('%s: neither usage nor signing', async (level) => {
    const names = (await toolsOf(level)).map(({ name }) => name);
    expect(names).toEqual(all().filter((name) => !ofTenants.includes(name)));
  });

  const byPermission: [Permission[], string[]][] = [
    [['identities:read'], ['mail_list_identities']],
    [['messages:read'], ['mail_list_threads', 'mail_get_thread', 'mail_get_message']],
    [['attachments:read'], ['mail_get_attachment_text']],
    [['search:read'], ['mail_search', 'mail_find_related', 'mail_search_contacts', 'mail_wait']],
    [['messages:send'], ['mail_send', 'mail_reply', 'mail_forward']],
    [['messages:write'], ['mail_update_labels']],
    [['identities:sign'], ['mail_sign_assertion', 'mail_sign_http_request']],
  ];
  it.each(byPermission)('%j: %j', async (permissions, expected) => {
    const names = (await toolsOf('tenant', permissions)).map(({ name }) => name);
    // Usage is implicit for tenant and identity keys.
    expect(names.filter((name) => name !== 'mail_get_usage')).toEqual(expected);
  });

  it('search:agentic brings deep search where search:read is held as well', async () => {
    const both = await toolsOf('tenant', ['search:read', 'search:agentic']);
    expect(both.some(({ name }) => name === 'mail_deep_search')).toBe(catalogue().has('mail_deep_search'));
    const alone = await toolsOf('tenant', ['search:agentic']);
    expect(alone.map(({ name }) => name)).not.toContain('mail_deep_search');
  });

  it('one that it does not see is refused with the permission that it takes', async () => {
    const client = await clientOf('tenant', ['messages:read']);
    const result = await client.call('mail_search', { identity: world.owners.own.identityId, q: '' });
    expect(JSON.parse(result.content[0]!.text).error).toMatchObject({
      code: 'permission_denied',
      details: { required: 'search:read' },
    });
    const platform = await clientOf('platform');
    const signed = await platform.call('mail_sign_assertion', { identity: 'x', audience: 'y' });
    expect(JSON.parse(signed.content[0]!.text).error.code).toMatch(/permission_denied|scope_denied/);
  });

  it('say truly what they change', async () => {
    for (const { name, annotations } of await toolsOf('tenant')) {
      const { bindings } = catalogue().get(name)!;
      const changes = bindings.some(({ operation }) => !/^(GET|POST .*search$)/.test(verbOf(operation)));
      expect([name, annotations]).toMatchObject([name, { readOnlyHint: !changes && name !== 'mail_wait' }]);
    }
  });
});

const verbOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('whose mail', () => {
  const code = (result: { content: { text: string }[] }) =>
    JSON.parse(result.content[0]!.text).error?.code ?? 'none';

  it('an identity key has no argument for it, and is told to leave it out', async () => {
    for (const { name, inputSchema } of await toolsOf('identity')) {
      expect([name, Object.keys((inputSchema as { properties: object }).properties)]).not.toEqual([
        name,
        expect.arrayContaining(['identity']),
      ]);
    }
    const { own, colleague } = world.owners;
    const client = await clientOf('identity');
    const mine = await client.call('mail_list_threads');
    expect(mine.structuredContent.data).toMatchObject([{ id: own.ids.thread_id }]);
    for (const { identityId } of [own, colleague]) {
      expect(code(await client.call('mail_list_threads', { identity: identityId }))).toBe('invalid_request');
    }
  });

  it.each(['tenant', 'partner', 'platform'] as const)(
    'a %s key must name it, by id or address',
    async (level) => {
      const { own } = world.owners;
      const client = await clientOf(level);
      expect(code(await client.call('mail_list_threads'))).toBe('invalid_request');
      for (const identity of [own.identityId, own.ids.address!, own.ids.address!.toUpperCase()]) {
        const { structuredContent } = await client.call('mail_list_threads', { identity });
        expect(structuredContent.data).toMatchObject([{ id: own.ids.thread_id }]);
      }
    },
  );

  it('what is out of reach is missing, byte for byte', async () => {
    const { own, foreign, erased } = world.owners;
    const client = await clientOf('tenant');
    const refusal = async (args: Record<string, unknown>) => {
      const { content } = await client.call('mail_get_message', { message_id: own.ids.message_id, ...args });
      return content[0]!.text.replace(/req_\w+/, '');
    };
    const missing = await refusal({ identity: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' });
    for (const identity of [
      foreign.identityId,
      foreign.ids.address,
      erased.ids.address,
      'no@mail.localhost',
    ]) {
      expect(await refusal({ identity })).toBe(missing);
    }
    const theirs = await refusal({ identity: own.identityId, message_id: foreign.ids.message_id });
    const none = await refusal({ identity: own.identityId, message_id: 'msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' });
    expect(theirs).toBe(none);
  });

  it('scope tenant searches every mailbox of it; an identity key cannot', async () => {
    const { own } = world.owners;
    const tenant = await clientOf('tenant');
    const { structuredContent } = await tenant.call('mail_search', { q: '', scope: 'tenant' });
    expect(structuredContent).toMatchObject({ partial: false, failed_identities: [] });
    const platform = await clientOf('platform');
    expect(code(await platform.call('mail_search', { q: '', scope: 'tenant' }))).toBe('invalid_request');
    const args = { q: '', scope: 'tenant', tenant_id: own.tenantId, identity_ids: [own.identityId] };
    expect((await platform.call('mail_search', args)).isError).toBeUndefined();
    const identity = await clientOf('identity');
    expect(code(await identity.call('mail_search', { q: '', scope: 'tenant' }))).toBe('scope_denied');
  });

  it('a suspended tenant and partner are refused with 403', async () => {
    for (const [name, refused] of [
      ['suspended', 'tenant_suspended'],
      ['dormant', 'partner_suspended'],
    ] as const) {
      const { secret } = await insertKey(api.services.db, { level: 'tenant', owner: world.owners[name] });
      const answer = await api.call('POST', '/mcp', { key: secret, body: {} });
      expect([answer.status, answer.body.error.code]).toEqual([403, refused]);
    }
  });
});
