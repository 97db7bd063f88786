import { afterEach, beforeEach, expect, it } from 'vitest';
import { type HttpSink, startHttpSink } from '../../../src/testing/http-sink.ts';
import { errorOf } from './errors.ts';
import {
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  Proofmail,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './index.ts';
import { readEvents } from './streams.ts';

// Retries, keys, time limits and errors, with a server that fails on demand.

let sink: HttpSink;
let client: Proofmail;

const accepted = { status: 202, body: { id: 'msg_1' } };
const envelope = (code: string, more: object = {}) => ({
  error: { code, message: 'No.', retryable: false, fix: 'Do it.', request_id: 'req_1', ...more },
});
const busy = { status: 503, body: envelope('unavailable', { retryable: true, details: { retry_after: 0 } }) };

beforeEach(async () => {
  sink = await startHttpSink(() => accepted);
  client = new Proofmail({ baseUrl: sink.url, apiKey: 'pmk_test_x' });
});
afterEach(() => sink.close());

const keysSeen = (): unknown[] => sink.requests.map(({ headers }) => headers['idempotency-key']);
/** Sets the responses to the next requests, one after the other. The last one is repeated. */
function inTurn(...answers: Awaited<ReturnType<HttpSink['answer']>>[]): void {
  sink.answer = () => (answers.length > 1 ? answers.shift()! : answers[0]!);
}

it('makes an Idempotency-Key for a call and repeats it in each attempt', async () => {
  inTurn(busy, 'drop', accepted);
  expect(await client.messages.send('idn_1', { to: ['a@example.com'] })).toEqual({ id: 'msg_1' });
  const [key, ...others] = keysSeen();
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(others).toEqual([key, key]);
  await client.messages.send('idn_1', {}, { idempotencyKey: 'mine' });
  expect(keysSeen().at(-1)).toBe('mine');
});

it('does not repeat a change without a key when its answer was lost', async () => {
  inTurn('drop');
  await expect(client.messages.update('idn_1', 'msg_1', { read: true })).rejects.toBeInstanceOf(
    ConnectionError,
  );
  expect(sink.requests).toHaveLength(1);
});

it('repeats a change without a key when it was refused unseen', async () => {
  inTurn(busy, { status: 200, body: { id: 'msg_1' } });
  await client.messages.update('idn_1', 'msg_1', { read: true });
  expect(sink.requests).toHaveLength(2);
});

it('repeats reads over lost connections, as often as it was told', async () => {
  inTurn('drop');
  await expect(client.keys.me({ maxRetries: 1 })).rejects.toBeInstanceOf(ConnectionError);
  expect(sink.requests).toHaveLength(2);
});

it('waits for as long as the server asks, and leaves long times to the caller', async () => {
  inTurn({
    status: 429,
    body: envelope('rate_limited', { retryable: true, details: { retry_after: 3600 } }),
  });
  const failure = await client.keys.me().catch((error) => error);
  expect(failure).toBeInstanceOf(RateLimitError);
  expect(failure.retryAfter).toBe(3600);
  expect(sink.requests).toHaveLength(1);
});

it('gives errors with code, field, fix and request id', async () => {
  const errors = [{ path: 'to.0', message: 'Must be an address.' }];
  inTurn({ status: 422, body: envelope('invalid_request', { details: { errors } }) });
  const failure = await client.messages.send('idn_1', { to: ['?'] }).catch((error) => error);
  expect(failure).toBeInstanceOf(InvalidRequestError);
  expect(failure).toMatchObject({
    name: 'InvalidRequestError',
    status: 422,
    code: 'invalid_request',
    field: 'to.0',
    fields: errors,
    fix: 'Do it.',
    requestId: 'req_1',
    message: 'No.',
  });
  inTurn({ status: 409, body: envelope('idempotency_conflict') });
  await expect(client.messages.send('idn_1', {})).rejects.toBeInstanceOf(ConflictError);
});

it('knows where people look up a refused call', async () => {
  const url = 'https://console.example/console/developers/requests?request_id=req_1';
  const answer = (headers: HeadersInit) =>
    errorOf(new Response(JSON.stringify(envelope('identity_not_found')), { status: 404, headers }));
  expect((await answer({ link: `<${url}>; rel="describedby"` })).logUrl).toBe(url);
  expect((await answer({})).logUrl).toBeNull();
});

it('survives an answer that is not from the API', async () => {
  inTurn({ status: 500, body: '<html>Bad day</html>' });
  const failure = await client.keys.me({ maxRetries: 0 }).catch((error) => error);
  expect(failure).toBeInstanceOf(ServerError);
  expect(failure).toMatchObject({ code: null, status: 500, retryable: false });
});

it('ends an attempt that takes too long, and a call when its signal says so', async () => {
  inTurn('stall');
  await expect(client.keys.me({ timeout: 30, maxRetries: 0 })).rejects.toBeInstanceOf(TimeoutError);
  const leaving = new AbortController();
  const reason = new Error('I leave.');
  const call = client.threads.list('idn_1', {}, { signal: leaving.signal }).pages().next();
  const arrived = () => sink.requests.filter(({ path }) => path.endsWith('/threads')).length;
  await expect.poll(arrived).toBe(1);
  leaving.abort(reason);
  await expect(call).rejects.toBe(reason);
  expect(arrived()).toBe(1);
});

it('sends no key elsewhere: redirects are not followed', async () => {
  sink.answer = () => ({ status: 307, body: '' });
  await expect(client.keys.me({ maxRetries: 0 })).rejects.toMatchObject({ status: 307 });
});

it('gives the address where an operation answers with one', async () => {
  const page = await startHttpSink(() => ({ status: 404 }));
  const redirecting = async () =>
    new Response(null, { status: 303, headers: { location: `${page.url}/console` } });
  const other = new Proofmail({ baseUrl: sink.url, apiKey: null, fetch: redirecting });
  expect(await other.signIn.finishProvider('example')).toBe(`${page.url}/console`);
  expect(page.requests).toEqual([]);
  await page.close();
});

it('never makes another path of an id', async () => {
  for (const id of ['', '.', '..'])
    await expect(client.messages.get('idn_1', id)).rejects.toBeInstanceOf(RangeError);
  await client.messages.get('idn_1', 'a/../b?c#d');
  expect(sink.requests.at(-1)!.path).toBe('/v1/identities/idn_1/messages/a%2F..%2Fb%3Fc%23d');
});

it('repeats lists in the query, and leaves out what is undefined', async () => {
  inTurn({ status: 200, body: { data: [], next_cursor: null } });
  await client.events.listOfIdentity('idn_1', {
    types: ['message.received', 'message.sent'] as never,
    after: undefined as never,
  });
  expect(sink.requests[0]!.path).toBe(
    '/v1/identities/idn_1/events?types=message.received&types=message.sent',
  );
});

it('waits longer than one call can, without a gap and by the clock of the server', async () => {
  const none = {
    message: null,
    verification: { code: null, link: null, sender_domain: null },
    timed_out: true,
  };
  const found = { ...none, message: { id: 'msg_2' }, timed_out: false };
  const identity = { id: 'idn_1', primary_address: 'a@example.com' };
  inTurn({ status: 200, body: identity }, { status: 200, body: none }, { status: 200, body: found });
  const mailbox = await client.mailbox('idn_1');
  expect(await mailbox.waitFor({ timeout: 300 })).toEqual({ id: 'msg_2' });
  const [first, second] = sink.requests.slice(1).map(({ path }) => new URLSearchParams(path.split('?')[1]));
  expect([first!.get('timeout'), first!.get('since')]).toEqual(['60', null]);
  expect(second!.get('since')).toMatch(/^20\d\d-.*Z$/);
});

it('follows events across connections, each after the last event of the one before', async () => {
  const event = (number: number) => `id: evt_${number}\ndata: {"id":"evt_${number}","type":"x"}\n\n`;
  const stream = (text: string) => ({ status: 200, body: text });
  inTurn(stream(event(1)), busy, 'drop', stream(`: connected\r\n\r\n${event(2)}`));
  const seen = [];
  for await (const { id } of client.tail(
    { identity: 'idn_1' },
    { after: '2026-01-01T00:00:00Z', maxRetries: 0 },
  )) {
    seen.push(id);
    if (seen.length === 2) break;
  }
  expect(seen).toEqual(['evt_1', 'evt_2']);
  const [first, ...others] = sink.requests;
  expect(first!.path).toContain('after=2026');
  expect(others.map(({ headers }) => headers['last-event-id'])).toEqual(['evt_1', 'evt_1', 'evt_1']);
  inTurn({ status: 403, body: envelope('permission_denied') });
  await expect(client.tail({ tenant: 'ten_1' }).next()).rejects.toMatchObject({ code: 'permission_denied' });
});

it('takes a stream that is silent for too long as lost', async () => {
  const stalled = new Response(
    new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('data: 1\n\n')) }),
  );
  const events = readEvents(stalled, 20);
  expect((await events.next()).value).toEqual({ event: 'message', id: null, data: 1 });
  await expect(events.next()).rejects.toBeInstanceOf(ConnectionError);
});
