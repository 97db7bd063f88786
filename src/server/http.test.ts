import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type HttpListener, startHttpListener } from './http.ts';
import { assertPortFree } from './listener.ts';

const host = '127.0.0.1';
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startListener(
  options: { requestTime?: number; holdFor?: number } = {},
): Promise<HttpListener> {
  const http = await startHttpListener({ port: 0, host, ...options });
  closers.push(() => {
    http.closeConnections();
    return http.close();
  });
  return http;
}

const handlers = {
  api: (request: IncomingMessage, response: ServerResponse) => void response.end(`api ${request.url}`),
  isForApi: (_: string | undefined, pathname: string) => pathname.startsWith('/v1/'),
  console: (_: unknown, response: { end(text: string): void }) => response.end('console'),
};

it('names the variable of a port that is taken', async () => {
  const { port } = await startListener();
  const taken = `Port ${port} is in use by another program. Set`;
  await expect(startHttpListener({ port, host })).rejects.toThrow(`${taken} PORT to a free port`);
  await expect(assertPortFree({ port, host, variable: 'PM_SMTP_PORT' })).rejects.toThrow(
    `${taken} PM_SMTP_PORT`,
  );
});

it('names the variable of an address that this machine does not have', async () => {
  await expect(startHttpListener({ port: 0, host: '192.0.2.1' })).rejects.toThrow(/no address 192\.0\.2\.1/);
});

it('leaves a port that it only asked about free', async () => {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, host, () => resolve((probe.address() as { port: number }).port));
  });
  await new Promise((resolve) => probe.close(resolve));
  await assertPortFree({ port, host, variable: 'PORT' });
  await assertPortFree({ port, host, variable: 'PORT' });
});

it('lets early requests wait, then gives each to whom it belongs', async () => {
  const http = await startListener();
  const early = fetch(`http://${host}:${http.port}/v1/me`);
  http.open(handlers);
  expect(await (await early).text()).toBe('api /v1/me');
  expect(await (await fetch(`http://${host}:${http.port}/console?next=/v1/me`)).text()).toBe('console');
});

it('lets early requests wait no longer than it is told to, where others could take them', async () => {
  const http = await startListener({ holdFor: 20 });
  const early = await fetch(`http://${host}:${http.port}/v1/me`, {
    method: 'POST',
    body: 'x'.repeat(100_000),
  });
  expect([early.status, early.headers.get('retry-after'), early.headers.get('connection')]).toEqual([
    503,
    '1',
    'close',
  ]);
  expect(await early.json()).toMatchObject({ error: { code: 'unavailable' } });
  http.open(handlers);
  expect(await (await fetch(`http://${host}:${http.port}/v1/me`)).text()).toBe('api /v1/me');
});

it('is not ready before it is open nor while it closes (GET /ready)', async () => {
  const http = await startListener();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closers.push(() => agent.destroy());
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const request = get({ host, port: http.port, path, agent }, async (response) => {
        const text = Buffer.concat(await Array.fromAsync(response)).toString();
        resolve(`${response.statusCode} ${text}`);
      });
      request.once('error', reject);
    });
  expect(await ask('/ready')).toMatch(/^503 .*"unavailable"/);
  http.open({ ...handlers, isForApi: () => true });
  expect(await ask('/ready')).toBe('200 api /ready');
  http.announceEnd();
  // Requests are still served, on connections that close afterwards.
  expect(await ask('/ready')).toMatch(/^503 /);
  expect(await ask('/v1/me')).toBe('200 api /v1/me');
  const closed = http.close();
  await expect(ask('/ready')).rejects.toThrow();
  await closed;
});

it('answers a request that does not end with 408 and the envelope', async () => {
  const http = await startListener({ requestTime: 100 });
  http.open({ ...handlers, api: (request) => void request.resume() });
  const socket = connect(http.port, host);
  socket.write('POST /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12');
  const text = Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString();
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ error: { code: 'request_timeout' } });
});

it('gives every answer the headers of the deployment', async () => {
  const http = await startListener();
  http.open({ ...handlers, headers: { 'Strict-Transport-Security': 'max-age=31536000' } });
  for (const path of ['/v1/x', '/console']) {
    const response = await fetch(`http://${host}:${http.port}${path}`);
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
    await response.text();
  }
});

it('finishes a running request before it is closed', async () => {
  const http = await startListener();
  const entered = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const api = async (_: IncomingMessage, response: ServerResponse) => {
    entered.resolve();
    response.end(await answer.promise);
  };
  http.open({ ...handlers, api });
  const response = fetch(`http://${host}:${http.port}/v1/slow`, { headers: { connection: 'close' } });
  await entered.promise;
  const closed = http.close();
  await expect(fetch(`http://${host}:${http.port}/v1/late`)).rejects.toThrow();
  answer.resolve('finished');
  expect(await (await response).text()).toBe('finished');
  await closed;
});

it('ends connections that are kept open by saying so in the next response', async () => {
  const http = await startListener();
  const answer = Promise.withResolvers<string>();
  const entered = Promise.withResolvers<void>();
  const api = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/v1/slow') return void response.end('quick');
    entered.resolve();
    response.end(await answer.promise);
  };
  http.open({ ...handlers, api });
  const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  closers.push(() => agents.forEach((agent) => void agent.destroy()));
  const ask = (agent: Agent | undefined, path: string) =>
    new Promise<{ connection: string | undefined; text: string }>((resolve, reject) => {
      get({ host, port: http.port, path, agent: agent! }, async (response) => {
        const text = (await response.toArray()).join('');
        resolve({ connection: response.headers.connection, text });
      }).once('error', reject);
    });
  expect(await ask(agents[0], '/v1/me')).toEqual({ connection: 'keep-alive', text: 'quick' });
  const slow = ask(agents[1], '/v1/slow');
  await entered.promise;
  const closed = http.close();
  // This uses the connection that was idle when the listener closed.
  expect(await ask(agents[0], '/v1/me')).toEqual({ connection: 'close', text: 'quick' });
  answer.resolve('finished');
  expect(await slow).toEqual({ connection: 'close', text: 'finished' });
  await closed;
});
