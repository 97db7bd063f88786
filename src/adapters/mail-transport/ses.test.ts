import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpSink, type SinkAnswer, startHttpSink } from '#testing/http-sink.ts';
import { createSesTransport } from './ses.ts';

// The driver for Amazon SES (spec 7.3): the real client speaks to a server on loopback.

let sink: HttpSink;
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  sink = await startHttpSink(() => ({ status: 200, body: { MessageId: 'ses-1' } }));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await sink.close();
});

async function submit(options: { endpoint?: string; timeout?: number; region?: string } = {}) {
  const { endpoint = sink.url, region = 'eu-west-1', timeout = 5_000 } = options;
  const transport = createSesTransport({ region, endpoint, timeout });
  const envelope = { from: 'agent@mail.example', to: ['bob@outside.example', 'ann@outside.example'] };
  const result = await transport.submit(envelope, Buffer.from('Subject: Hi\r\n\r\nHello.\r\n'), {
    messageId: '<m1@mail.example>',
    reference: 'msg_1',
  });
  await transport.close();
  return result;
}

it('hands the composed message over as it is, and knows what it is called on the wire', async () => {
  expect(await submit()).toMatchObject({
    providerMessageId: 'ses-1',
    taken: [{ driver: 'ses', providerMessageId: 'ses-1', rfcMessageId: '<ses-1@eu-west-1.amazonses.com>' }],
    recipients: [{ outcome: 'accepted' }, { outcome: 'accepted' }],
  });
  const [{ path, body }] = sink.requests as [(typeof sink.requests)[0]];
  expect(path).toBe('/v2/email/outbound-emails');
  expect(JSON.parse(body)).toEqual({
    FromEmailAddress: 'agent@mail.example',
    Destination: { ToAddresses: ['bob@outside.example', 'ann@outside.example'] },
    Content: { Raw: { Data: Buffer.from('Subject: Hi\r\n\r\nHello.\r\n').toString('base64') } },
    EmailTags: [{ Name: 'pm_message', Value: 'msg_1' }],
  });
  expect((await submit({ region: 'us-east-1' })).taken).toMatchObject([
    { rfcMessageId: '<ses-1@email.amazonses.com>' },
  ]);
});

const error = (status: number, type: string, message = 'so it is'): SinkAnswer => ({
  status,
  body: { __type: type, message },
});

describe('an answer', () => {
  it.each<[string, SinkAnswer, string, string | undefined]>([
    ['taken', { status: 200, body: { MessageId: 'x' } }, 'accepted', undefined],
    ['200 without an id', { status: 200 }, 'unknown', 'transport_answer_unclear'],
    ['rejected', error(400, 'MessageRejected'), 'refused_permanently', 'provider_validation'],
    [
      'not verified',
      error(400, 'MessageRejected', 'Email address is not verified.'),
      'refused_permanently',
      'sender_domain_unavailable',
    ],
    [
      'mail from',
      error(400, 'MailFromDomainNotVerifiedException'),
      'refused_permanently',
      'sender_domain_unavailable',
    ],
    ['bad request', error(400, 'BadRequestException'), 'refused_permanently', 'provider_validation'],
    ['throttled', error(429, 'TooManyRequestsException'), 'refused_temporarily', 'transport_unavailable'],
    ['quota', error(400, 'LimitExceededException'), 'refused_temporarily', 'transport_unavailable'],
    ['paused', error(400, 'SendingPausedException'), 'refused_temporarily', 'transport_unavailable'],
    ['credentials', error(403, 'AccessDeniedException'), 'refused_temporarily', 'transport_unavailable'],
    ['clock', error(403, 'InvalidSignatureException'), 'refused_temporarily', 'transport_unavailable'],
    ['500', error(500, 'InternalServiceErrorException'), 'unknown', 'transport_answer_unclear'],
    ['503', { status: 503, body: 'busy' }, 'unknown', 'transport_answer_unclear'],
    ['a name that we do not know', error(400, 'NewException'), 'unknown', 'transport_answer_unclear'],
    ['connection lost', 'drop', 'unknown', 'transport_connection_lost'],
  ])('%s, asked once', async (_, answer, outcome, reason) => {
    sink.requests.length = 0;
    sink.answer = () => answer;
    const result = await submit();
    expect([result.recipients[0]!.outcome, result.reason]).toEqual([outcome, reason]);
    expect(sink.requests).toHaveLength(1);
  });

  it('that does not come is unknown; a server that is not there took nothing', async () => {
    sink.answer = () => 'stall';
    expect(await submit({ timeout: 200 })).toMatchObject({
      recipients: [{ outcome: 'unknown' }, { outcome: 'unknown' }],
      reason: 'transport_timeout',
    });
    const vacated = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => vacated.once('listening', done));
    const { port } = vacated.address() as { port: number };
    await new Promise((done) => vacated.close(done));
    expect(await submit({ endpoint: `http://127.0.0.1:${port}` })).toMatchObject({
      recipients: [{ outcome: 'refused_temporarily' }, { outcome: 'refused_temporarily' }],
      reason: 'transport_unavailable',
    });
  });
});
