import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { indexBatch } from '#search/index.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, type StoredMail, storeMail } from '#testing/mail.ts';
import { connectMcp, type McpClient, mcpHeaders, postMcp, steady, toolCall } from '#testing/mcp.ts';
import { everyPermission } from '#testing/world.ts';
import { catalogue } from './catalogue.ts';
import { plainCall } from './plain-call.ts';
import { revisions } from './server.ts';

// Each tool compared with its REST binding on the same data (spec 4.14): the same results and errors.

let world: World;
let mailbox: Mailbox;
let mail: StoredMail;
let tenantKey: string;
let client: McpClient;

beforeAll(async () => {
  world = await openWorld({ PM_WEB_BOT_AUTH: 'on' });
  const tenantId = await world.tenant({ policy: { web_bot_auth: { allowed: true } } });
  const owner = { name: 'Ada', email: 'ada@example.net' };
  mailbox = (await world.identity(tenantId, { owner })) as unknown as Mailbox;
  tenantKey = await world.key({ level: 'tenant', tenant_id: tenantId }, everyPermission('tenant'));
  mail = await storeMail(world.services, mailbox, {
    subject: 'The turbine invoice',
    extracted_text: 'The turbine arrived.',
    attachments: [{ filename: 'note.txt', content: Buffer.from('a turbine') }],
  });
  await storeMail(world.services, mailbox, {
    subject: 'Turbine again',
    extracted_text: 'The turbine invoice.',
  });
  await world.services.db.run(sql`
    update attachments set text_status = 'ready', pages = 1 where id = ${mail.attachmentIds[0]!}`);
  await world.services.db.run(sql`
    insert into attachment_pages (attachment_id, page, text) values (${mail.attachmentIds[0]!}, 1, 'a turbine')`);
  await indexBatch(world.services);
  client = await connectMcp('sdk 1', tenantKey, world.fetch);
});
afterAll(async () => {
  await client?.close();
  await world?.close();
});

type Rest = { method: string; path: string; body?: unknown; key?: string };
type ToolBinding = { args: Record<string, unknown>; rest: Rest; differs?: string[] };

const base = () => `/v1/identities/${mailbox.id}`;
const message = () => `${base()}/messages/${mail.id}`;
const recipient = 'success@simulator.mail.localhost';
/** Values that are new in each send, and those that depend on its time. */
const ofSend = [
  'id',
  'thread_id',
  'rfc_message_id',
  'sent_at',
  'created_at',
  'deliveries',
  'idempotency_key',
];

const bindings: Record<string, () => ToolBinding> = {
  mail_list_identities: () => ({
    args: { status: 'active' },
    rest: { method: 'GET', path: '/v1/identities?status=active' },
  }),
  mail_list_threads: () => ({
    args: { limit: 1, is_unread: true },
    rest: { method: 'GET', path: `${base()}/threads?limit=1&is_unread=true` },
    differs: ['next_cursor'],
  }),
  mail_get_thread: () => ({
    args: { thread_id: mail.thread_id, include_quoted: true },
    rest: { method: 'GET', path: `${base()}/threads/${mail.thread_id}?include_quoted=true` },
  }),
  mail_get_message: () => ({
    args: { message_id: mail.id, include_headers: true, include_quoted: true },
    rest: { method: 'GET', path: `${message()}?include=headers,quoted` },
  }),
  mail_get_attachment_text: () => ({
    args: { message_id: mail.id, attachment_id: mail.attachmentIds[0] },
    rest: { method: 'GET', path: `${message()}/attachments/${mail.attachmentIds[0]}/text?pages=1-3` },
    differs: ['pages', 'url', 'expires_at'],
  }),
  mail_search: () => ({
    args: { q: 'turbine', direction: 'inbound' },
    rest: {
      method: 'POST',
      path: `${base()}/search`,
      body: { q: 'turbine', filters: { direction: 'inbound' }, facets: false, snippet_chars: 200 },
    },
    differs: ['as_of'],
  }),
  mail_wait: () => ({
    args: { timeout: 1, since: '2020-01-01T00:00:00Z' },
    rest: { method: 'GET', path: `${base()}/wait?timeout=1&since=2020-01-01T00:00:00Z` },
  }),
  mail_deep_search: () => ({
    args: { question: 'Did the turbine arrive?', max_steps: 3, max_seconds: 3 },
    rest: {
      method: 'POST',
      path: `${base()}/search`,
      body: { q: 'Did the turbine arrive?', mode: 'agentic', budget: { max_steps: 3, max_seconds: 3 } },
    },
    differs: ['trace', 'usage'],
  }),
  mail_get_usage: () => ({ args: {}, rest: { method: 'GET', path: '/v1/usage' } }),
  mail_find_related: () => ({
    args: { message_id: mail.id },
    rest: { method: 'GET', path: `${message()}/related?limit=5` },
  }),
  mail_search_contacts: () => ({
    args: { q: 'grace' },
    rest: { method: 'GET', path: `${base()}/contacts?q=grace` },
  }),
  mail_send: () => ({
    args: { to: [recipient], subject: 'Hello', text: 'Hello.', idempotency_key: 'mcp' },
    rest: {
      method: 'POST',
      path: `${base()}/messages`,
      body: { to: [recipient], subject: 'Hello', text: 'Hello.' },
      key: 'rest',
    },
    differs: ofSend,
  }),
  mail_reply: () => ({
    args: { message_id: mail.id, text: 'Thanks.', dry_run: true },
    rest: { method: 'POST', path: `${message()}/reply?dry_run=true`, body: { text: 'Thanks.' } },
  }),
  mail_forward: () => ({
    args: { message_id: mail.id, to: [recipient], dry_run: true },
    rest: { method: 'POST', path: `${message()}/forward?dry_run=true`, body: { to: [recipient] } },
  }),
  mail_update_labels: () => ({
    args: { message_id: mail.id, labels_add: ['order'], read: true },
    rest: { method: 'PATCH', path: message(), body: { labels_add: ['order'], read: true } },
  }),
  mail_sign_assertion: () => ({
    args: { audience: 'https://api.example.com' },
    rest: { method: 'POST', path: `${base()}/assertions`, body: { audience: 'https://api.example.com' } },
    differs: ['assertion'],
  }),
  mail_sign_http_request: () => ({
    args: { url: 'https://shop.example.com/x', nonce: 'n' },
    rest: {
      method: 'POST',
      path: `${base()}/http-signatures`,
      body: { url: 'https://shop.example.com/x', nonce: 'n' },
    },
  }),
};

const ownFields = ['untrusted_begin', 'untrusted_end', 'truncated'];

const without = (body: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

async function atRest({ method, path, body, key }: Rest) {
  const headers = { ...(key !== undefined && { 'idempotency-key': key }) };
  return world.call(method, path, { key: tenantKey, body, headers: headers as Record<string, string> });
}

const needsIdentity = (name: string) => catalogue().get(name)!.tool.mailbox !== 'never';

it('searches find something, so that there is something to compare', async () => {
  const { hits } = (await atRest(bindings.mail_search!().rest)).body;
  expect(hits.length).toBeGreaterThan(0);
});

it('every tool has a binding here', () => {
  expect(Object.keys(bindings).sort()).toEqual([...catalogue().keys()].sort());
});

describe.each(Object.keys(bindings))('%s', (name) => {
  const call = (args: Record<string, unknown>, identity = mailbox.primary_address) =>
    client.call(name, needsIdentity(name) ? { identity, ...args } : args);

  it('answers as its REST binding does', async () => {
    const { args, rest, differs = [] } = bindings[name]!();
    const result = await call(args);
    const answer = await atRest(rest);
    expect(result.isError, result.content[0]!.text).toBeUndefined();
    const left = [...ownFields, ...differs];
    expect(without(result.structuredContent, left)).toEqual(without(answer.body, left));
  });

  const { slow } = catalogue().get(name)!.tool;
  it.runIf(!slow).each([...revisions, null])('%s: the bytes of the library', async (revision) => {
    const { args } = bindings[name]!();
    const whole = needsIdentity(name) ? { identity: mailbox.primary_address, ...args } : args;
    const plain = toolCall(revision, name, whole);
    // The library ignores unknown fields.
    const other = { ...plain, params: { ...plain.params, unheard_of: 1 } };
    const header = (asked: string) => mcpHeaders(revision, plain)[asked] ?? null;
    expect([plainCall(header, plain) !== null, plainCall(header, other)]).toEqual([true, null]);
    const sent = async (message: object) =>
      steady(await postMcp({ key: tenantKey, fetch: world.fetch }, revision, message));
    await sent(plain);
    expect(await sent(plain)).toEqual(await sent(other));
  });

  it('refuses unknown arguments by their names', async () => {
    const result = await call({ ...bindings[name]!().args, unheard_of: 1 });
    const { error } = JSON.parse(result.content[0]!.text);
    expect([result.isError, error.code]).toEqual([true, 'invalid_request']);
    expect(error.details.errors).toMatchObject([{ path: 'unheard_of' }]);
  });

  it.runIf(needsIdentity(name))('a missing identity is missing, by id and by address', async () => {
    const { args } = bindings[name]!();
    for (const identity of ['idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', 'nobody@mail.localhost', 'x y', "'"]) {
      const result = await call(args, identity);
      expect(JSON.parse(result.content[0]!.text).error.code).toBe('identity_not_found');
    }
  });
});
