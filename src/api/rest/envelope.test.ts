import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#api/registry.ts';
import { loadConfig } from '#kernel/base/config.ts';
import { errorCatalogue } from '#kernel/catalogue/errors.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, type World } from '#testing/world.ts';
import { isApiPath } from './api-paths.ts';
import { belongsToApi } from './handler.ts';
import { buildRouter } from './router.ts';
import { createApiHandler } from './web.ts';

// Headers, envelope and routing of every response (spec 2.1, 4.1, 7.1).

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await openTestApi();
  world = await createWorld(api.services.db);
});

afterAll(() => api.close());

const REQUEST_ID = /^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const asked: [string, string, number][] = [
  ['GET', '/v1/me', 200],
  ['GET', '/health', 200],
  ['GET', '/openapi.json', 200],
  ['GET', '/.well-known/security.txt', 200],
  ['GET', '/v1/keys/key_missing', 404],
  ['GET', '/v1/nothing', 404],
  ['POST', '/v1/me', 405],
  ['POST', '/v1/tenants', 400],
  ['HEAD', '/v1/me', 200],
  ['HEAD', '/v1/nothing', 404],
  ['OPTIONS', '/v1/me', 405],
];

it.each(asked)(
  '%s %s carries a request id, and is not to be cached or sniffed',
  async (method, path, status) => {
    const answer = await api.call(method, path, method === 'POST' ? { body: {} } : {});
    expect(answer.status).toBe(status);
    expect(answer.headers.get('request-id')).toMatch(REQUEST_ID);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

it('gives each request an id of its own, greater than the one before', async () => {
  const ids = [];
  for (let n = 0; n < 5; n += 1) ids.push((await api.call('GET', '/health')).headers.get('request-id'));
  expect([...new Set(ids)].sort()).toEqual(ids);
});

describe('the envelope (7.1)', () => {
  it('says what happened, whether to try again and how to fix it', async () => {
    const { status, body, headers } = await api.call('GET', '/v1/keys/key_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      error: {
        code: 'key_not_found',
        message: 'There is no such key, or the caller cannot access it.',
        retryable: false,
        fix: expect.stringMatching(/^.{10,200}\.$/),
        request_id: headers.get('request-id'),
      },
    });
  });

  it('has a fix of one sentence for every code', () => {
    for (const [code, { status, message, fix, retryable }] of Object.entries(errorCatalogue)) {
      expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
      expect([code, fix, message]).toEqual([
        code,
        expect.stringMatching(/[.]$/),
        expect.stringMatching(/[.]$/),
      ]);
      expect([code, status >= 500 ? retryable : true]).toEqual([code, true]);
    }
  });
});

describe('routes', () => {
  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/me',
    '/v1/me/',
    '/v1//me',
    '/V1/ME',
    '/v1/me/more',
    '/v1/keys//rotate',
    '/v1/__proto__',
    '/__proto__',
    '/constructor',
    '/v1/constructor/prototype',
    '/v1/keys/%zz',
    '/v1/keys/%',
    '/v1/keys/%c0%af',
    '/console',
  ])('GET %s is not one', async (path) => {
    const { status, body } = await api.call('GET', path);
    expect([status, body.error.code]).toEqual([404, 'route_not_found']);
  });

  it.each(['%00', '%2e%2e', '%2F', 'a%20b', 'x'.repeat(65), '%F0%9F%98%80', "'%20or%20'1'='1"])(
    'an id that cannot be one (%s) is missing like any other',
    async (id) => {
      for (const path of [`/v1/keys/${id}`, `/v1/tenants/${id}`, `/v1/identities/${id}/threads`]) {
        const { status, body } = await api.call('GET', path);
        expect([path, status, body.error.code.endsWith('_not_found')]).toEqual([path, 404, true]);
      }
    },
  );

  it.each(['GET', 'DELETE', 'PATCH', 'PUT', 'OPTIONS'])(
    '%s where only POST is, is told so (405 with Allow)',
    async (method) => {
      const { status, body, headers } = await api.call(
        method,
        `/v1/keys/${world.owners.own.ids.key_id}/rotate`,
      );
      expect([status, body.error.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'POST']);
    },
  );

  it('Allow names all methods of the path, HEAD beside GET', async () => {
    const { headers } = await api.call('PUT', '/v1/keys/key_x');
    expect(headers.get('allow')!.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD']);
    const open = await api.call('DELETE', '/health');
    expect([open.status, open.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('a method named like a property of every object is no method', () => {
    const route = buildRouter(operations);
    for (const method of ['constructor', 'toString', '__proto__']) {
      expect(() => route(method, '/v1/me')).toThrow(expect.objectContaining({ code: 'method_not_allowed' }));
    }
  });

  it('HEAD answers as GET does, without a body', async () => {
    const { message_id, attachment_id } = world.owners.own.ids;
    const of = `/v1/identities/${world.owners.own.identityId}/messages/${message_id}`;
    for (const path of [
      '/v1/me',
      '/health',
      of,
      `${of}/raw`,
      `${of}/attachments/${attachment_id}`,
      '/v1/keys/key_x',
    ]) {
      const [get, head] = [await api.call('GET', path), await api.call('HEAD', path)];
      const shown = ({ status, headers }: typeof get) => [
        path,
        status,
        headers.get('content-type'),
        headers.get('ratelimit-limit'),
      ];
      expect(shown(head)).toEqual(shown(get));
      expect(head.body).toEqual({ text: '' });
    }
  });
});

describe('what goes wrong inside', () => {
  const secretText = 'Key (address)=(jane@example.com) already exists';
  const crashing = (error: Error) => {
    const { db } = api.services;
    const fail = () => Promise.reject(error);
    return createApiHandler({
      ...api.services,
      db: {
        ...db,
        rows: fail,
        first: fail,
        run: fail,
        transaction: fail,
        check: async () => ({ state: 'down', reason: 'gone' }),
      },
    });
  };
  const ask = async (error: Error) => {
    const request = new Request('http://localhost:3000/v1/keys/key_x', {
      headers: { authorization: `Bearer ${api.platformKey}` },
    });
    const response = await crashing(error)(request);
    return {
      status: response.status,
      body: await response.text(),
      limit: response.headers.get('ratelimit-limit'),
    };
  };

  it('is internal_error, and nothing of it is told', async () => {
    const { status, body, limit } = await ask(
      Object.assign(new Error(secretText), { detail: secretText, code: '23505' }),
    );
    expect([status, limit]).toEqual([500, '600']);
    expect(JSON.parse(body).error).toMatchObject({ code: 'internal_error', retryable: true });
    expect(body).not.toMatch(/jane|already|23505|\.ts|stack/);
    expect(JSON.parse(body).error).not.toHaveProperty('details');
  });

  it.each([
    [
      'the database is not there',
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      503,
      'unavailable',
    ],
    [
      'the database shuts down',
      Object.assign(new Error('terminating'), { code: '57P01' }),
      503,
      'unavailable',
    ],
    ['the connection broke', new Error('Connection terminated unexpectedly'), 503, 'unavailable'],
    ['a statement took too long', Object.assign(new Error('canceling'), { code: '57014' }), 504, 'timeout'],
  ] as const)('%s', async (_, error, status, code) => {
    const answer = await ask(error);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([status, code]);
  });

  it('/health says that the database is away (4.2)', async () => {
    const response = await crashing(new Error('gone'))(new Request('http://localhost:3000/health'));
    const body = (await response.json()) as { error: unknown };
    expect([response.status, body.error]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable', details: { component: 'database' } }),
    ]);
  });
});

describe('meta routes (4.2)', () => {
  it('/health', async () => {
    const { body } = await api.call('GET', '/health', { key: null });
    expect(body).toEqual({
      status: 'ok',
      version: '1.0.0',
      commit: expect.stringMatching(/^([0-9a-f]{7,40}|unknown)$/),
      env: 'development',
    });
  });

  it('/.well-known/security.txt has a contact and an expiry within a year (RFC 9116)', async () => {
    const { body, headers } = await api.call('GET', '/.well-known/security.txt', { key: null });
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(body.text).toMatch(/^Contact: mailto:\S+@\S+$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body.text)![1]!);
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
  });
});

describe('hosts (4.1)', () => {
  const apart = loadConfig({
    PM_PUBLIC_URL: 'https://api.example.com',
    PM_CONSOLE_URL: 'https://app.example.com',
  });
  const together = loadConfig({ PM_PUBLIC_URL: 'https://mail.example.com' });
  const apiPaths = [
    '/v1/me',
    '/v1/links/x',
    '/mcp',
    '/openapi.json',
    '/health',
    '/hooks/mailprovider',
    '/.well-known/x',
    '/billing/stripe/webhook',
    '/unsubscribe/x',
    '/approvals/x',
  ];
  const consolePaths = ['/', '/console', '/api/trpc/x', '/docs', '/console/v1'];

  it('API paths are the API’s on every host', () => {
    for (const path of apiPaths) {
      for (const host of ['api.example.com', 'app.example.com', undefined]) {
        expect([path, belongsToApi(apart, host, path)]).toEqual([path, true]);
      }
      expect(belongsToApi(together, 'mail.example.com', path)).toBe(true);
    }
  });

  it('console paths are the console’s on its own host only, and a plain 404 without cookies elsewhere', async () => {
    for (const path of consolePaths) {
      expect([path, belongsToApi(apart, 'app.example.com', path)]).toEqual([path, false]);
      expect([path, belongsToApi(apart, 'APP.example.com', path)]).toEqual([path, false]);
      expect([path, belongsToApi(apart, 'api.example.com', path)]).toEqual([path, true]);
      expect([path, belongsToApi(apart, 'evil.example.net', path)]).toEqual([path, true]);
      expect([path, belongsToApi(together, 'mail.example.com', path)]).toEqual([path, false]);
    }
    // These paths belong to nobody, so the API answers with its envelope.
    for (const path of ['/v1x', '/healthy', '/mcpx'])
      expect([path, isApiPath(path), belongsToApi(apart, 'app.example.com', path)]).toEqual([
        path,
        false,
        true,
      ]);
    const answer = await api.call('GET', '/console', { headers: { cookie: 'session=1' } });
    expect([answer.status, answer.body.error.code, answer.headers.get('set-cookie')]).toEqual([
      404,
      'route_not_found',
      null,
    ]);
  });
});
