import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { openWorld, type World } from '#testing/identities.ts';
import type { Mailbox } from '#testing/mail.ts';
import { everyPermission } from '#testing/world.ts';

// The endpoint's responses to raw requests (spec 4.14; 4.1; 5).

let world: World;
let mailbox: Mailbox;
let agent: string;

beforeAll(async () => {
  world = await openWorld();
  mailbox = (await world.identity(await world.tenant())) as unknown as Mailbox;
  agent = await world.key({ level: 'identity', identity_id: mailbox.id }, everyPermission('identity'));
});
afterAll(() => world.close());

type Options = { method?: string; key?: string | null; headers?: Record<string, string | null> };

async function post(message: unknown, { method = 'POST', key = agent, headers = {} }: Options = {}) {
  const sent = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  if (key !== null) sent.set('authorization', `Bearer ${key}`);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const init = { method, headers: sent, ...(method === 'POST' && { body }) };
  const response = await world.fetch(new Request('http://localhost:3000/mcp', init));
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const call = (name: unknown, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
});

describe('initialize', () => {
  it.each(['2025-11-25', '2025-06-18'])('%s is agreed to', async (revision) => {
    const { status, headers, body } = await post(initialize(revision));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(body.result).toEqual({
      protocolVersion: revision,
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
      },
      serverInfo: { name: 'proofmail', title: 'Proofmail', version: '1.0.0' },
      instructions: expect.any(String),
    });
  });

  it.each(['2025-11-25', '2025-06-18', null])('then requests name it in a header: %s', async (revision) => {
    const headers = { 'mcp-protocol-version': revision };
    const { result } = (await post(list, { headers })).body;
    expect(result.tools.length).toBeGreaterThan(10);
    const { status, body } = await post(call('mail_list_threads'), { headers });
    expect([status, body.result.structuredContent.data]).toEqual([200, []]);
  });

  it('a revision that is not served gets one that is', async () => {
    expect((await post(initialize('2024-11-05'))).body.result.protocolVersion).toBe('2025-11-25');
  });
});

describe('before the protocol begins', () => {
  it.each([null, 'nonsense', 'pmk_live_unknown'])(
    'the key %s gives 401, whatever the body is',
    async (key) => {
      const { status, headers, body } = await post('{"broken', { key });
      expect([status, body.error.code]).toEqual([401, 'unauthenticated']);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer .*\/oauth-protected-resource\/mcp"$/);
    },
  );

  it('a revoked key gives 401', async () => {
    const { body: made } = await world.call('POST', '/v1/keys', {
      body: { name: 'x', level: 'identity', identity_id: mailbox.id, permissions: ['messages:read'] },
    });
    await world.call('DELETE', `/v1/keys/${made.key_id}`);
    const { status, body } = await post(list, { key: made.secret });
    expect([status, body.error.code]).toEqual([401, 'key_revoked']);
  });

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('%s gives 405 with Allow', async (method) => {
    const { status, headers } = await post(list, { method });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('every answer has a Request-Id and the limit that applies', async () => {
    const { headers } = await post(list);
    expect(headers.get('request-id')).toMatch(/^req_/);
    expect(headers.get('ratelimit-limit')).toBe('600');
  });

  it('a key over its limit gives 429, a tool over its own a result', async () => {
    const { limiter } = world.services;
    const { consume } = limiter;
    Object.assign(limiter, { consume: async () => ({ allowed: false, resetSeconds: 7 }) });
    try {
      const listed = await post(list);
      expect([listed.status, listed.headers.get('retry-after')]).toEqual([429, '7']);
      const { status, body } = await post(call('mail_list_threads'));
      expect([status, body.result.isError]).toEqual([200, true]);
      expect(JSON.parse(body.result.content[0].text).error).toMatchObject({
        code: 'rate_limited',
        retryable: true,
        retry_after: 7,
      });
    } finally {
      Object.assign(limiter, { consume });
    }
  });
});

describe('what is not the protocol', () => {
  const wrong: [string, unknown, Options, number, number][] = [
    ['JSON that breaks off', '{"jsonrpc":"2.0"', {}, 400, -32700],
    ['bytes that are no text', '"\ud800"', {}, 400, -32600],
    ['a batch', [list, list], {}, 400, -32600],
    ['an empty batch', [], {}, 400, -32600],
    ['a number', '7', {}, 400, -32600],
    ['null', 'null', {}, 400, -32600],
    ['nothing', '', {}, 400, -32700],
    ['no version of JSON-RPC', { id: 1, method: 'tools/list' }, {}, 400, -32600],
    ['nesting without end', `${'['.repeat(9_999)}${']'.repeat(9_999)}`, {}, 400, -32600],
    [
      'a prototype',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{}}}',
      {},
      400,
      -32600,
    ],
    ['too much', ' '.repeat(limits.requestBody + 1), {}, 413, -32600],
    ['an Accept for HTML', list, { headers: { accept: 'text/html' } }, 406, -32000],
    ['an Accept for half', list, { headers: { accept: 'application/json' } }, 406, -32000],
    ['no Accept', list, { headers: { accept: null } }, 406, -32000],
    ['a form', list, { headers: { 'content-type': 'text/plain' } }, 415, -32000],
    ['a page elsewhere', list, { headers: { origin: 'https://evil.example' } }, 403, -32000],
    ['an old revision', list, { headers: { 'mcp-protocol-version': '2024-11-05' } }, 400, -32000],
    ['a revision to come', list, { headers: { 'mcp-protocol-version': '2099-01-01' } }, 400, -32602],
    [
      '2026-07-28 without its envelope',
      list,
      { headers: { 'mcp-protocol-version': '2026-07-28' } },
      400,
      -32602,
    ],
  ];
  it.each(wrong)('%s', async (_, message, options, status, code) => {
    const answer = await post(message, options);
    expect([answer.status, answer.body.jsonrpc, answer.body.error.code]).toEqual([status, '2.0', code]);
  });

  it('an unknown method, tool and prompt are errors of theirs', async () => {
    const unknown = await post({ ...list, method: 'tools/nothing' });
    expect([unknown.status, unknown.body.error.code]).toEqual([200, -32601]);
    for (const name of ['nothing', 'constructor', '__proto__', '', 'x'.repeat(100_000)]) {
      expect((await post(call(name))).body.error.code).toBe(-32602);
    }
    for (const message of [call(7), call(undefined), call('mail_search', 'x'), call('mail_search', [])]) {
      const { status, body } = await post(message);
      expect([status, body.error.code]).toEqual([200, -32602]);
    }
  });

  it('arguments of wrong types and sizes are told by their names', async () => {
    const wrongs: [string, Record<string, unknown>, string][] = [
      ['mail_list_threads', { limit: 51 }, 'limit'],
      ['mail_list_threads', { limit: '5' }, 'limit'],
      ['mail_search', {}, 'q'],
      ['mail_search', { q: 'x'.repeat(1_000_000) }, 'q'],
      ['mail_search', { q: '', limit: 26 }, 'limit'],
      ['mail_search', { q: '', mode: 'agentic' }, 'mode'],
      ['mail_search_contacts', { q: '' }, 'q'],
      ['mail_find_related', { message_id: 'msg_x', limit: 21 }, 'limit'],
      ['mail_get_thread', { thread_id: 'thr_x', messages_limit: 51 }, 'messages_limit'],
      ['mail_get_message', { message_id: 7 }, 'message_id'],
      ['mail_update_labels', { labels_add: ['x'] }, 'thread_id'],
      ['mail_update_labels', { thread_id: 'thr_x', message_id: 'msg_x' }, 'thread_id'],
      ['mail_send', { to: ['a@simulator.mail.localhost'], attachments: Array(11).fill({}) }, 'attachments'],
      ['mail_list_threads', { identity: 'idn_x' }, 'identity'],
    ];
    for (const [name, args, path] of wrongs) {
      const { body } = await post(call(name, args));
      const { error } = JSON.parse(body.result.content[0].text);
      const paths = error.details?.errors?.map((each: { path: string }) => each.path.split('.')[0]);
      expect([name, error.code, paths?.includes(path)]).toEqual([name, 'invalid_request', true]);
    }
  });

  it('a crash tells nothing', async () => {
    const { db } = world.services;
    const first = db.first;
    Object.assign(db, { first: () => Promise.reject(new Error('the disk of jane@example.com is full')) });
    try {
      const { status, body } = await post(call('mail_get_message', { message_id: 'msg_x' }), {});
      expect(status).toBe(200);
      expect(body.result.isError).toBe(true);
      expect(JSON.stringify(body)).not.toMatch(/jane|disk/);
    } finally {
      Object.assign(db, { first });
    }
  });
});

it('a notification is taken with 202', async () => {
  const { status } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect(status).toBe(202);
});
