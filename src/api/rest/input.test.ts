import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { sql } from '#kernel/data/database.ts';
import { type ApiAnswer, openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, type World } from '#testing/world.ts';

// What a request may contain, and how its errors are reported (spec 7.1, 7.2, 8.1; issue 3, "Bad input").
// POST /v1/keys represents every write, GET /v1/keys every list.

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await openTestApi();
  world = await createWorld(api.services.db);
});

afterAll(() => api.close());

const good = () => ({
  name: 'x',
  level: 'tenant',
  tenant_id: world.owners.own.tenantId,
  permissions: ['messages:read'],
});
const post = (body: unknown, headers: Record<string, string> = {}) =>
  api.call('POST', '/v1/keys', { body, headers });
const countKeys = async () =>
  (await api.services.db.first<{ n: number }>(sql`select count(*)::int as n from api_keys`))!.n;
const pathsOf = (body: ApiAnswer['body']): string[] =>
  body.error.details.errors.map(({ path }: { path: string }) => path);

async function postBytes(bytes: Uint8Array | ReadableStream<Uint8Array>, type = 'application/json') {
  const response = await api.fetch(
    new Request('http://localhost:3000/v1/keys', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.platformKey}`, 'content-type': type },
      body: bytes as BodyInit,
      duplex: 'half',
    } as RequestInit),
  );
  return {
    status: response.status,
    body: (await response.json()) as ApiAnswer['body'],
  };
}

describe('violations', () => {
  it('are told all in one answer, each with its path, wherever they stand', async () => {
    const answer = await api.call('POST', '/v1/keys?limit=3&who=me', {
      body: {
        name: '',
        level: 'boss',
        permissions: ['messages:read', 'all', 7],
        expires_at: 'soon',
        admin: true,
      },
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(pathsOf(answer.body).sort()).toEqual(
      ['admin', 'expires_at', 'level', 'limit', 'name', 'permissions.1', 'permissions.2', 'who'].sort(),
    );
    for (const { message } of answer.body.error.details.errors) expect(message).toMatch(/\w{3,}/);
  });

  it('are at most a hundred', async () => {
    const permissions = Array.from({ length: 100 }, (_, n) => `no-${n}`);
    expect(pathsOf((await post({ permissions })).body)).toHaveLength(100);
    const unknown = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`f${n}`, 1]));
    expect(pathsOf((await post({ ...good(), ...unknown })).body)).toHaveLength(100);
  });

  it('in a path parameter sent in the body are told too', async () => {
    const answer = await api.call('POST', `/v1/keys/${world.owners.own.ids.key_id}/rotate`, {
      body: { key_id: 'key_other', overlap_hours: 'x' },
    });
    expect(pathsOf(answer.body).sort()).toEqual(['key_id', 'overlap_hours']);
  });
});

describe('content type (415)', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data',
    '',
  ])('%s is not JSON', async (type) => {
    const answer = await post(JSON.stringify(good()), { 'content-type': type });
    expect([answer.status, answer.body.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON ;charset="utf-8"'])(
    '%s is',
    async (type) => {
      expect((await post(JSON.stringify(good()), { 'content-type': type })).status).toBe(201);
    },
  );

  it('does not matter where there is no body', async () => {
    const answer = await api.call('POST', '/v1/keys/key_x/rotate', {
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.body.error.code).toBe('key_not_found');
    const empty = await post('', { 'content-type': 'text/plain' });
    expect(pathsOf(empty.body)).toEqual(expect.arrayContaining(['name', 'level', 'permissions']));
  });
});

describe('JSON', () => {
  const broken: [string, string][] = [
    ['an open object', '{"name": "x"'],
    ['a trailing comma', '{"name": "x",}'],
    ['single quotes', "{'name': 'x'}"],
    ['NaN', '{"name": NaN}'],
    ['two documents', '{}{}'],
    ['a raw control character', '{"name": "a\nb"}'],
    ['a list', '[]'],
    ['text', '"x"'],
    ['null', 'null'],
    ['a number', '7'],
  ];

  it.each(broken)('%s is refused', async (_, text) => {
    const before = await countKeys();
    const answer = await post(text);
    expect([answer.status, answer.body.error.code, pathsOf(answer.body)]).toEqual([
      400,
      'invalid_request',
      [''],
    ]);
    expect(await countKeys()).toBe(before);
  });

  it('that is not UTF-8 is refused, not repaired', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"name": "'),
      Buffer.from([0xff, 0xc0, 0xaf]),
      Buffer.from('"}'),
    ]);
    const answer = await postBytes(bytes);
    expect([answer.status, pathsOf(answer.body)]).toEqual([400, ['']]);
  });

  it('with a byte order mark is taken', async () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(good()))]);
    expect((await postBytes(bytes)).status).toBe(201);
  });

  it.each(['[', '{"a":'])('of 100,000 levels of %s is refused', async (opening) => {
    const depth = 100_000;
    const text = `${opening.repeat(depth)}1${(opening === '[' ? ']' : '}').repeat(depth)}`;
    const answer = await post(`{"name": ${text}}`);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(pathsOf(answer.body)[0]).toMatch(/^name/);
  });

  it.each([
    [
      'an object of half a million keys',
      () => `{${Array.from({ length: 500_000 }, (_, n) => `"${n}":1`).join(',')}}`,
      '',
    ],
    [
      'a field with such an object',
      () => `{"name":{${Array.from({ length: 500_000 }, (_, n) => `"${n}":1`).join(',')}}}`,
      'name',
    ],
    ['a list of three million', () => `{"permissions":[${'0,'.repeat(3_000_000)}0]}`, 'permissions'],
  ] as const)('%s is refused', async (_, text, path) => {
    const sent = text();
    const answer = await post(sent);
    expect([answer.status, pathsOf(answer.body)]).toEqual([400, [path]]);
  });

  it.each([
    '{"__proto__": {"level": "platform"}, "name": "x"}',
    '{"name": {"__proto__": 1}}',
    '{"permissions": [{"__proto__": []}]}',
  ])('that names the prototype is refused: %s', async (text) => {
    const answer = await post(text);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(({} as { level?: string }).level).toBeUndefined();
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'a field called %s is unknown like any other',
    async (name) => {
      expect(pathsOf((await post({ ...good(), [name]: 1 })).body)).toEqual([name]);
      const query = await api.call('GET', `/v1/keys?${name}=1`);
      expect([query.status, pathsOf(query.body)]).toEqual([400, [name]]);
    },
  );
});

describe('size (413)', () => {
  const chunk = Buffer.alloc(64 * 1024, 0x20);

  function endless() {
    const state = { sent: 0, canceled: false };
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        state.sent += chunk.length;
        controller.enqueue(chunk);
      },
      cancel() {
        state.canceled = true;
      },
    });
    return { state, stream };
  }

  it('over 7 MiB is refused while it streams in, and the rest is not read', async () => {
    const { state, stream } = endless();
    const answer = await postBytes(stream);
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
    expect(state.canceled).toBe(true);
    expect(state.sent).toBeLessThan(limits.requestBody + 4 * chunk.length);
  });

  it('by its own word is refused without reading any of it', async () => {
    const answer = await post('{}', { 'content-length': String(limits.requestBody + 1) });
    expect(answer.status).toBe(413);
  });

  it('of exactly 7 MiB is read', async () => {
    const text = JSON.stringify(good());
    const answer = await postBytes(Buffer.from(text + ' '.repeat(limits.requestBody - text.length)));
    expect(answer.status).toBe(201);
    const over = await postBytes(Buffer.from(text + ' '.repeat(limits.requestBody - text.length + 1)));
    expect(over.status).toBe(413);
  });

  it('is not looked at without a key', async () => {
    const { state, stream } = endless();
    const request = new Request('http://localhost:3000/v1/keys', {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect((await api.fetch(request)).status).toBe(401);
    expect(state.sent).toBeLessThanOrEqual(chunk.length);
  });
});

describe('query', () => {
  const list = (query: string) => api.call('GET', `/v1/keys?${query}`);

  it('numbers are read from their text', async () => {
    expect((await list('limit=2')).body.data).toHaveLength(2);
    expect((await list('limit=002')).body.data).toHaveLength(2);
  });

  it.each(['0', '101', '-1', '1.5', '1e2', '0x10', 'ten', '', ' 1', 'NaN', 'Infinity', '9'.repeat(400)])(
    'limit=%s is refused',
    async (limit) => {
      const answer = await list(`limit=${encodeURIComponent(limit)}`);
      expect([answer.status, pathsOf(answer.body)]).toEqual([400, ['limit']]);
    },
  );

  it('one value is one value', async () => {
    expect(pathsOf((await list('limit=1&limit=2')).body)).toEqual(['limit']);
    expect(pathsOf((await list('level=tenant&level=platform')).body)).toEqual(['level']);
  });

  it('what is not known is refused, with all its names', async () => {
    expect(pathsOf((await list('a=1&b=2&__proto__=3')).body).sort()).toEqual(['__proto__', 'a', 'b']);
  });

  it('bad percent-encoding is text like any other', async () => {
    const answer = await list('level=%zz%');
    expect([answer.status, pathsOf(answer.body)]).toEqual([400, ['level']]);
  });

  it('lists come by commas or repetition, truth as true or false', async () => {
    const { identityId, ids } = world.owners.own;
    const message = `/v1/identities/${identityId}/messages/${ids.message_id}`;
    for (const query of ['include=html,headers', 'include=html&include=headers', 'include=html,,headers,']) {
      const answer = await api.call('GET', `${message}?${query}`);
      expect([query, answer.status, Array.isArray(answer.body.headers)]).toEqual([query, 200, true]);
    }
    const threads = `/v1/identities/${identityId}/threads`;
    expect((await api.call('GET', `${threads}?is_unread=true`)).body.data).toHaveLength(1);
    expect((await api.call('GET', `${threads}?is_unread=false`)).body.data).toHaveLength(0);
    expect(pathsOf((await api.call('GET', `${threads}?is_unread=yes`)).body)).toEqual(['is_unread']);
  });
});
