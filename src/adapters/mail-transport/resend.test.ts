import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpSink, type SinkAnswer, startHttpSink } from '#testing/http-sink.ts';
import { createResendTransport } from './resend.ts';

// The driver for Resend (decisions.md section 1; spec 7.3): requests to a server on loopback.

let sink: HttpSink;
beforeAll(async () => {
  sink = await startHttpSink(() => ({ status: 200, body: { id: 'email-1' } }));
});
afterAll(() => sink.close());
beforeEach(() => {
  sink.requests.length = 0;
});

const RAW = [
  'From: "Agent \\"7\\"" <agent@mail.example>',
  'To: Bob <bob@outside.example>, ann@outside.example',
  'Cc: carol@outside.example',
  'Reply-To: agent+token@mail.example',
  'Subject: =?utf-8?q?Gr=C3=B6=C3=9Fe?=',
  'Message-ID: <m1@mail.example>',
  'In-Reply-To: <q1@outside.example>',
  'X-Order: 42',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hello.',
  '--b',
  'Content-Type: text/csv; name=a.csv',
  'Content-Disposition: attachment; filename=a.csv',
  'Content-Transfer-Encoding: base64',
  '',
  'YSxi',
  '--b--',
  '',
].join('\r\n');

const submit = (to: string[], url = sink.url, timeout = 5_000) =>
  createResendTransport({ apiKey: 're_key', url, timeout }).submit(
    { from: 'agent@mail.example', to },
    Buffer.from(RAW),
    { messageId: '<m1@mail.example>', reference: 'msg_1' },
  );
const sent = () => sink.requests.map(({ body }) => JSON.parse(body));

describe('a message', () => {
  it('goes out as fields, with what the provider shall repeat', async () => {
    const result = await submit(['bob@outside.example', 'carol@outside.example', 'hidden@outside.example']);
    expect(result).toMatchObject({
      providerMessageId: 'email-1',
      taken: [{ driver: 'resend', providerMessageId: 'email-1', rfcMessageId: null }],
      recipients: [{ outcome: 'accepted' }, { outcome: 'accepted' }, { outcome: 'accepted' }],
    });
    expect(sink.requests[0]).toMatchObject({ method: 'POST', path: '/emails' });
    expect(sink.requests[0]!.headers.authorization).toBe('Bearer re_key');
    expect(sent()).toEqual([
      {
        from: '"Agent \\"7\\"" <agent@mail.example>',
        to: ['bob@outside.example'],
        cc: ['carol@outside.example'],
        bcc: ['hidden@outside.example'],
        subject: 'Größe',
        text: 'Hello.\n',
        reply_to: ['agent+token@mail.example'],
        headers: {
          'Message-ID': '<m1@mail.example>',
          'In-Reply-To': '<q1@outside.example>',
          'X-Order': '42',
        },
        attachments: [{ filename: 'a.csv', content: 'YSxi', content_type: 'text/csv' }],
        tags: [{ name: 'pm_message', value: 'msg_1' }],
      },
    ]);
  });

  it('has one key for the same recipients and another for others', async () => {
    for (const to of [['bob@outside.example'], ['bob@outside.example'], ['ann@outside.example']])
      await submit(to);
    const keys = sink.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^m1@mail\.example\/[0-9a-f]{16}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('shows hidden recipients to nobody, also where no other is left', async () => {
    const answers = [
      { status: 200, body: { id: 'one' } },
      { status: 422, body: { name: 'validation_error' } },
    ];
    sink.answer = () => answers.shift()!;
    const result = await submit(['h1@outside.example', 'h2@outside.example']);
    sink.answer = () => ({ status: 200, body: { id: 'email-1' } });
    expect(sent().map(({ to, cc, bcc }) => [to, cc, bcc])).toEqual([
      [['h1@outside.example'], [], []],
      [['h2@outside.example'], [], []],
    ]);
    expect(result.recipients.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused_permanently']);
  });
});

const error = (status: number, name: string): SinkAnswer => ({
  status,
  body: { statusCode: status, name, message: 'so it is' },
});

describe('an answer', () => {
  it.each<[string, SinkAnswer, string, string | undefined]>([
    ['200 with an id', { status: 200, body: { id: 'x' } }, 'accepted', undefined],
    ['200 without one', { status: 200, body: {} }, 'unknown', 'transport_answer_unclear'],
    ['200 of another kind', { status: 200, body: '<html>' }, 'unknown', 'transport_answer_unclear'],
    ['redirect', { status: 302 }, 'unknown', 'transport_answer_unclear'],
    ['400 validation', error(400, 'validation_error'), 'refused_permanently', 'provider_validation'],
    ['400 of somebody else', { status: 400, body: 'no' }, 'unknown', 'transport_answer_unclear'],
    ['401 key', error(401, 'missing_api_key'), 'refused_temporarily', 'transport_unavailable'],
    ['403 key', error(403, 'invalid_api_key'), 'refused_temporarily', 'transport_unavailable'],
    ['403 domain', error(403, 'validation_error'), 'refused_permanently', 'sender_domain_unavailable'],
    ['404', error(404, 'not_found'), 'refused_temporarily', 'transport_unavailable'],
    ['409 same key', error(409, 'invalid_idempotent_request'), 'unknown', 'transport_answer_unclear'],
    ['409 at once', error(409, 'concurrent_idempotent_requests'), 'unknown', 'transport_answer_unclear'],
    ['413', error(413, 'too_large'), 'refused_permanently', 'provider_validation'],
    ['422', error(422, 'invalid_attachment'), 'refused_permanently', 'provider_validation'],
    ['429 rate', error(429, 'rate_limit_exceeded'), 'refused_temporarily', 'transport_unavailable'],
    ['429 quota', error(429, 'daily_quota_exceeded'), 'refused_temporarily', 'transport_unavailable'],
    ['429 of a proxy', { status: 429, body: 'slow' }, 'refused_temporarily', 'transport_unavailable'],
    ['451', error(451, 'security_error'), 'refused_permanently', 'provider_validation'],
    ['500', error(500, 'application_error'), 'unknown', 'transport_answer_unclear'],
    ['503', { status: 503, body: 'busy' }, 'unknown', 'transport_answer_unclear'],
    ['none, connection lost', 'drop', 'unknown', 'transport_connection_lost'],
  ])('%s', async (_, answer, outcome, reason) => {
    sink.answer = () => answer;
    const result = await submit(['bob@outside.example']);
    expect([result.recipients[0]!.outcome, result.reason]).toEqual([outcome, reason]);
  });

  it('that does not come is unknown; a server that is not there took nothing', async () => {
    sink.answer = () => 'stall';
    expect(await submit(['bob@outside.example'], sink.url, 200)).toMatchObject({
      recipients: [{ outcome: 'unknown' }],
      reason: 'transport_timeout',
    });
    const vacated = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => vacated.once('listening', done));
    const { port } = vacated.address() as { port: number };
    await new Promise((done) => vacated.close(done));
    expect(await submit(['bob@outside.example'], `http://127.0.0.1:${port}`)).toMatchObject({
      recipients: [{ outcome: 'refused_temporarily' }],
      reason: 'transport_unavailable',
    });
  });
});
