import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rspamdFilter } from './rspamd.ts';

type Handler = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

let handle: Handler;
let asked: number;
const server = createServer(async (request, response) => {
  asked += 1;
  handle(request, Buffer.concat(await Array.fromAsync(request)), response);
});
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const log = { warn: () => {} };
const envelope = {
  remoteAddress: '192.0.2.1',
  heloName: 'mx.sender.example',
  envelopeFrom: 'a@sender.example',
  recipients: ['x@mail.localhost', 'y\r\nInjected: 1@mail.localhost'],
};
const scan = (options: { timeoutMs?: number; restMs?: number } = {}) =>
  rspamdFilter({ url, log, ...options }).scan(Buffer.from('Subject: x\r\n\r\nbody'), envelope);
const answers = (value: unknown) => {
  handle = (_request, _body, response) => response.end(JSON.stringify(value));
};

describe('rspamd (PM_RSPAMD_URL)', () => {
  it('is handed the message and its envelope', async () => {
    let seen: { url: string | undefined; body: string; headers: IncomingMessage['headers'] } | undefined;
    handle = (request, body, response) => {
      seen = { url: request.url, body: body.toString(), headers: request.headers };
      response.end(JSON.stringify({ score: 3, required_score: 15, action: 'no action', symbols: {} }));
    };
    expect(await scan()).toBe(0.2);
    expect(seen).toMatchObject({
      url: '/checkv2',
      body: 'Subject: x\r\n\r\nbody',
      headers: {
        ip: '192.0.2.1',
        helo: 'mx.sender.example',
        from: 'a@sender.example',
        rcpt: 'x@mail.localhost',
      },
    });
  });

  it.each([
    [-4, 'no action', 0],
    [4.5, 'greylist', 0.3],
    [14.9, 'soft reject', 0.79],
    [6, 'add header', 0.8],
    [14, 'rewrite subject', 0.93],
    [99, 'add header', 1],
    [15, 'reject', 1],
  ])('%d and "%s" reads %d', async (score, action, rating) => {
    answers({ score, required_score: 15, action });
    expect(await scan()).toBe(rating);
  });

  it.each<[string, Handler]>([
    ['an error', (_request, _body, response) => response.writeHead(500).end('{}')],
    ['no JSON', (_request, _body, response) => response.end('<html>')],
    ['another shape', (_request, _body, response) => response.end('{"score":"NaN"}')],
    ['a redirect', (_request, _body, response) => response.writeHead(302, { location: url }).end()],
    ['too much', (_request, _body, response) => response.end(`"${'x'.repeat(2 * 1024 * 1024)}"`)],
    ['nothing', () => {}],
    ['a broken connection', (_request, _body, response) => response.destroy()],
  ])('leaves the rating to others on %s', async (_name, handler) => {
    handle = handler;
    expect(await scan({ timeoutMs: 300 })).toBeNull();
  });

  it('rests after a failure, and asks again later', async () => {
    const filter = rspamdFilter({ url, log, restMs: 200 });
    const ask = () => filter.scan(Buffer.from('x'), envelope);
    handle = (_request, _body, response) => response.writeHead(503).end();
    expect([await ask(), await ask()]).toEqual([null, null]);
    expect(asked).toBe(1);
    answers({ score: 15, required_score: 15, action: 'reject' });
    await expect.poll(ask, { timeout: 5_000 }).toBe(1);
  });
});
