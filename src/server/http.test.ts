import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type HttpListener, startHttpListener } from './http.ts';
import { assertPortFree } from './listener.ts';
import { startMetricsListener } from './metrics.ts';

const host = '127.0.0.1';
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startListener(): Promise<HttpListener> {
  const http = await startHttpListener({ port: 0, host });
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
  await expect(startMetricsListener({ port, host })).rejects.toThrow(`${taken} PM_METRICS_PORT`);
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

it('serves metrics of the process', async () => {
  const metrics = await startMetricsListener({ port: 0, host });
  closers.push(metrics.close);
  const response = await fetch(`http://${host}:${metrics.port}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toMatch(/^process_resident_memory_bytes \d/m);
  expect((await fetch(`http://${host}:${metrics.port}/`)).status).toBe(404);
});
