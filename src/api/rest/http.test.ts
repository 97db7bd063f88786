import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { type HttpListener, startHttpListener } from '#server/http.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { createWorld, type World } from '#testing/world.ts';
import { belongsToApi, createApi } from './handler.ts';
import { nodeListener } from './node.ts';

// The same API over a socket, through the listener that npm start uses (spec 4.1; issue 2, The foundation).

let api: TestApi;
let world: World;
let http: HttpListener;
let base: string;

beforeAll(async () => {
  api = await openTestApi();
  world = await createWorld(api.services.db);
  http = await startHttpListener({ port: 0, host: '127.0.0.1' });
  http.open({
    api: nodeListener(createApi(api.services)),
    isForApi: (host, path) => belongsToApi(api.services.config, host, path),
    console: (_, response) => response.end('console'),
  });
  base = `http://127.0.0.1:${http.port}`;
});

afterAll(async () => {
  http.closeConnections();
  await http.close();
  await api.close();
});

const authorized = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${api.platformKey}`,
  ...more,
});

it('answers with its headers and JSON', async () => {
  const response = await fetch(`${base}/v1/me`, { headers: authorized() });
  expect(response.status).toBe(200);
  expect(response.headers.get('request-id')).toMatch(/^req_/);
  expect(response.headers.get('ratelimit-limit')).toBe('600');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-powered-by')).toBeNull();
  expect(await response.json()).toMatchObject({ level: 'platform' });
});

it('takes a body, with an Idempotency-Key', async () => {
  const post = () =>
    fetch(`${base}/v1/keys`, {
      method: 'POST',
      headers: authorized({ 'content-type': 'application/json', 'idempotency-key': 'over http' }),
      body: JSON.stringify({ name: 'x', level: 'platform', permissions: ['messages:read'] }),
    });
  const first = await post();
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  const again = await post();
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
});

it('HEAD has headers only; 204 has no body', async () => {
  const head = await fetch(`${base}/v1/me`, { method: 'HEAD', headers: authorized() });
  expect([head.status, head.headers.get('ratelimit-limit'), await head.text()]).toEqual([200, '600', '']);
  const gone = await fetch(`${base}/v1/keys/${world.owners.alone.ids.key_id}`, {
    method: 'DELETE',
    headers: authorized(),
  });
  expect([gone.status, await gone.text()]).toEqual([204, '']);
});

it('sends bytes as they are', async () => {
  const { identityId, ids, marker } = world.owners.own;
  const response = await fetch(
    `${base}/v1/identities/${identityId}/messages/${ids.message_id}/attachments/${ids.attachment_id}`,
    {
      headers: authorized(),
    },
  );
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(await response.text()).toBe(marker);
});

it('refuses a body that does not end after 7 MiB, and does not read the rest', async () => {
  const chunk = Buffer.alloc(256 * 1024, 0x20);
  const state = { written: 0, over: false };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest(`${base}/v1/keys`, {
      method: 'POST',
      headers: authorized({ 'content-type': 'application/json' }),
    });
    request.once('response', resolve);
    request.on('error', (error) => (state.over ? undefined : reject(error)));
    const write = () => {
      while (!state.over && state.written < 200 * 1024 * 1024) {
        state.written += chunk.length;
        if (!request.write(chunk)) return void request.once('drain', write);
      }
    };
    write();
  });
  state.over = true;
  expect(answer.statusCode).toBe(413);
  const text = await answer.setEncoding('utf8').reduce((all: string, part: string) => all + part, '');
  expect(JSON.parse(text).error.code).toBe('payload_too_large');
  answer.destroy();
  // Beyond the limit, only the content of both sockets' buffers was sent.
  expect(state.written).toBeLessThan(limits.requestBody + 32 * 1024 * 1024);
  expect((await fetch(`${base}/v1/me`, { headers: authorized() })).status).toBe(200);
});

/** Sends raw bytes and reads until the other side closes. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(http.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (data) => {
      answer += data;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });

it.each([
  ['a path that URL parsers take for a host', 'GET /v1//evil.example/me HTTP/1.1', /^HTTP\/1\.1 404 /],
  ['dots in the path', 'GET /v1/../v1/me HTTP/1.1', /^HTTP\/1\.1 (401|404) /],
  ['bytes that are not ASCII', 'GET /v1/\u00e9 HTTP/1.1', /^HTTP\/1\.1 (400|404) /],
  ['an unknown method', 'BREW /v1/me HTTP/1.1', /^HTTP\/1\.1 4\d\d /],
])('survives %s', async (_, line, expected) => {
  const answer = await raw(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(expected);
  expect(answer).not.toMatch(/\bat \/|node:internal|\.ts:\d/);
});

it('a bad Host header is no crash', async () => {
  const answer = await raw('GET /v1/me HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
});

it('two bodies in one request are refused by the parser', async () => {
  const smuggled =
    'POST /v1/keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  expect(await raw(smuggled)).toMatch(/^HTTP\/1\.1 400 /);
});

it('answers what is no HTTP with the envelope and a request id (7.1)', async () => {
  const socket = connect(http.port, '127.0.0.1');
  socket.end('GET /v1/me HTTP/1.1\r\nHost x\r\nbroken\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head, body] = text.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 .*\r\nRequest-Id: req_\w{26}\r\n/);
  expect(JSON.parse(body!).error).toMatchObject({ code: 'invalid_request', retryable: false });
});

it('tells a header that HTTP cannot carry as an internal_error, and lives on (7.1)', async () => {
  const { identityId, ids } = world.owners.own;
  await api.services.db.run({
    name: 'test.set_content_type',
    text: 'update attachments set content_type = $2 where id = $1',
    values: [ids.attachment_id, 'text/plain; name="日本"'],
  });
  const path = `/v1/identities/${identityId}/messages/${ids.message_id}/attachments/${ids.attachment_id}`;
  const response = await fetch(`${base}${path}`, { headers: authorized() });
  expect([response.status, (await response.json()).error.code]).toEqual([500, 'internal_error']);
  expect((await fetch(`${base}/health`)).status).toBe(200);
});

it('does not log a client that goes away in the middle of its body as a failure', async () => {
  const logged: unknown[] = [];
  const log = api.services.log.error;
  api.services.log.error = ((...entry: unknown[]) => logged.push(entry)) as typeof log;
  const gone = new Promise((resolve) =>
    http.server.once('request', (request) => {
      request.socket.once('close', resolve);
      socket.destroy();
    }),
  );
  const socket = connect(http.port, '127.0.0.1');
  const head = `POST /v1/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.platformKey}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
  await gone;
  await fetch(`${base}/health`);
  api.services.log.error = log;
  expect(logged).toEqual([]);
});

it('answers 304 without a length and without a body (RFC 9110, section 8.6)', async () => {
  const url = `${base}/.well-known/jwks/${world.owners.own.identityId}.json`;
  const first = await fetch(url);
  const tag = first.headers.get('etag')!;
  expect([first.status, await first.text()]).toEqual([200, expect.stringMatching(/^\{"keys":/)]);
  const second = await fetch(url, { headers: { 'If-None-Match': tag } });
  expect([second.status, second.headers.get('content-length'), await second.text()]).toEqual([304, null, '']);
  expect(second.headers.get('etag')).toBe(tag);
});
