import { expect, it, vi } from 'vitest';
import { opened, serve, submit, transportTo } from './smtp-fixtures.ts';
import { watched } from './watched.ts';

// An outage of a transport: one log line when it begins, one when it ends, and a reason for the health page.

const watch = (url: string) => {
  const log = { warn: vi.fn(), info: vi.fn() };
  const transport = watched(transportTo(url), { log, checkEvery: 0 });
  opened.unshift(transport);
  return { log, transport };
};

it.each([
  ['refuses the password', { AUTH: '535 5.7.8 wrong password' }, '535 5.7.8 wrong password'],
  ['wants to be signed in to', { MAIL: '530 5.7.0 authentication required' }, '530 5.7.0'],
  ['refuses us at the door', { connection: '554 5.7.1 not you' }, '554 5.7.1 not you'],
])('a server that %s is told of once, and again when it works', async (_, broken, reason) => {
  let script: Record<string, string> = broken;
  const answer = (stage: string, otherwise: string) => () => script[stage] ?? otherwise;
  const server = await serve({
    extensions: ['AUTH PLAIN LOGIN'],
    script: {
      connection: answer('connection', '220 hi'),
      AUTH: answer('AUTH', '235 ok'),
      MAIL: answer('MAIL', '250 ok'),
    },
  });
  const { log, transport } = watch(server.url.replace('://', '://user:secret@'));
  expect(transport.lacks()).toBeNull();
  for (let n = 0; n < 3; n += 1) await submit(transport);
  expect(transport.lacks()).toContain(reason);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(log.warn.mock.calls[0]![0]).toMatchObject({
    driver: 'smtp',
    reason: expect.stringContaining(reason),
  });
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('secret');
  script = {};
  await submit(transport);
  expect(transport.lacks()).toBeNull();
  expect(log.info).toHaveBeenCalledTimes(1);
});

it('a refusal of one message is no outage', async () => {
  const server = await serve({ script: { content: '451 4.7.1 greylisted', RCPT: ['450 4.2.1 later'] } });
  const { log, transport } = watch(server.url);
  await submit(transport);
  expect(transport.lacks()).toBeNull();
  expect(log.warn).not.toHaveBeenCalled();
});

it('a check finds out without a message, and keeps the connection for the next one', async () => {
  const server = await serve();
  const { transport } = watch(server.url);
  await transport.check();
  expect(transport.lacks()).toBeNull();
  await submit(transport);
  expect(server.connections).toBe(1);
  await transport.close();
  await server.close();
  const dead = watch(server.url);
  await dead.transport.check();
  expect(dead.transport.lacks()).toContain('ECONNREFUSED');
});
