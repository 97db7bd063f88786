import { expect, it } from 'vitest';
import { createLogger } from '#kernel/base/log.ts';
import { eventStream } from './stream.ts';

// The stream of agentic search (spec 4.7).

const options = { log: createLogger('silent'), requestId: 'req_1', keepAlive: 10 };

it('fills silence with comments, and ends with done', async () => {
  const wait = Promise.withResolvers<void>();
  const stream = eventStream(options, async (_, tell) => {
    tell({ event: 'step', data: { step: 1 } });
    await wait.promise;
    return { status: 'answered' };
  });
  let text = '';
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk);
    if (text.split(': keep-alive\n\n').length === 4) wait.resolve();
  }
  expect(text.replaceAll(': keep-alive\n\n', '')).toBe(
    ': connected\n\nevent: step\ndata: {"step":1}\n\nevent: done\ndata: {"status":"answered"}\n\n',
  );
});

it('tells the work when the client goes away', async () => {
  const told = Promise.withResolvers<void>();
  const stream = eventStream(options, async (client) => {
    client.addEventListener('abort', () => told.resolve());
    await told.promise;
  });
  await stream.cancel();
  await told.promise;
});

it('a failure on the way is an event error with the envelope', async () => {
  const stream = eventStream(options, async () => {
    throw new Error('broken');
  });
  const text = await new Response(stream).text();
  expect(text).toContain('event: error\ndata: {"error":{"code":"internal_error"');
  expect(text).not.toContain('broken');
});
