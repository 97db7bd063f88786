import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ScriptedSmtpOptions, SmtpEvent } from '#testing/scripted-smtp-server.ts';
import {
  both,
  envelope,
  outcomes,
  raw,
  serve,
  submit,
  timeouts,
  transportTo,
  until,
} from './smtp-fixtures.ts';

describe.each([
  ['pipelined', undefined],
  ['one command at a time', ['SIZE 52428800', 'ENHANCEDSTATUSCODES']],
])('smtp driver, %s', (_name, extensions) => {
  const run = async (options: ScriptedSmtpOptions, message?: Uint8Array) => {
    const server = await serve({ ...options, ...(extensions ? { extensions } : {}) });
    const transport = transportTo(server.url);
    return { server, transport, result: await submit(transport, message) };
  };

  it('hands a message over as it is and keeps the queue id', async () => {
    const { server, result } = await run({});
    expect(result).toEqual({
      recipients: envelope.to.map((address) => ({
        address,
        outcome: 'accepted',
        smtp_code: 250,
        enhanced_code: '2.0.0',
        response: '250 2.0.0 Ok: queued as SCRIPTED1',
      })),
      providerMessageId: 'SCRIPTED1',
    });
    expect(server.messages).toHaveLength(1);
    expect(server.messages[0]).toMatchObject(envelope);
    expect(server.messages[0]?.raw.equals(raw)).toBe(true);
  });

  it.each([
    ['greeting 421', { connection: '421 4.3.2 busy' }, 421],
    ['greeting 554', { connection: '554 5.3.2 no service' }, 554],
    ['greeting garbage', { connection: 'HTTP/1.1 400 Bad Request' }, null],
    ['dropped at the greeting', { connection: { ending: 'drop' } }, null],
    ['reset at the greeting', { connection: { ending: 'reset' } }, null],
    ['no greeting', { connection: { ending: 'stall' } }, null],
    ['EHLO and HELO refused', { EHLO: '502 5.5.1 no', HELO: '502 5.5.1 no' }, 502],
    ['EHLO 421', { EHLO: '421 4.3.2 closing' }, 421],
    ['EHLO stalls', { EHLO: { ending: 'stall' } }, null],
    ['EHLO drops', { EHLO: { ending: 'drop' } }, null],
  ] as const)('%s: refused temporarily, nothing sent', async (_case, script, code) => {
    const { server, result } = await run({ script });
    expect(outcomes(result)).toEqual(both('refused_temporarily'));
    expect(result.reason).toBe('transport_unavailable');
    expect(result.recipients[0]?.smtp_code).toBe(code);
    expect(result.recipients[0]?.response).toBeTruthy();
    expect(server.commands.filter((line) => line.startsWith('MAIL'))).toEqual([]);
  });

  it.each([
    ['MAIL 4xx', { MAIL: '451 4.3.0 later' }, both('refused_temporarily'), 'transport_unavailable'],
    ['MAIL 5xx', { MAIL: '550 5.7.1 not yours' }, both('refused_permanently'), 'sender_domain_unavailable'],
    ['MAIL 421', { MAIL: '421 4.3.2 closing' }, both('refused_temporarily'), 'transport_unavailable'],
    ['MAIL garbage', { MAIL: 'banana' }, both('refused_temporarily'), 'transport_unavailable'],
    ['MAIL drops', { MAIL: { ending: 'drop' } }, both('refused_temporarily'), 'transport_unavailable'],
    ['MAIL stalls', { MAIL: { ending: 'stall' } }, both('refused_temporarily'), 'transport_unavailable'],
    ['RCPT mixed', { RCPT: ['250 ok', '550 5.1.1 unknown'] }, ['accepted', 'refused_permanently'], undefined],
    [
      'RCPT mixed, first refused',
      { RCPT: ['451 4.7.1 wait', '250 ok'] },
      ['refused_temporarily', 'accepted'],
      undefined,
    ],
    [
      'RCPT all refused',
      { RCPT: ['550 5.1.1 no', '452 4.2.2 full'], DATA: '554 5.5.1 no recipients' },
      ['refused_permanently', 'refused_temporarily'],
      undefined,
    ],
    [
      'RCPT all refused, DATA taken',
      { RCPT: '550 5.1.1 no', DATA: '354 go' },
      both('refused_permanently'),
      undefined,
    ],
    [
      'RCPT garbage for one',
      { RCPT: ['250 ok', 'banana'] },
      ['accepted', 'unknown'],
      'transport_answer_unclear',
    ],
    ['RCPT drops', { RCPT: { ending: 'drop' } }, both('refused_temporarily'), 'transport_unavailable'],
    ['RCPT stalls', { RCPT: { ending: 'stall' } }, both('refused_temporarily'), 'transport_unavailable'],
    ['DATA 4xx', { DATA: '451 4.3.0 later' }, both('refused_temporarily'), 'transport_unavailable'],
    ['DATA 5xx', { DATA: '554 5.6.0 no' }, both('refused_permanently'), 'provider_validation'],
    ['DATA garbage', { DATA: 'banana' }, both('refused_temporarily'), 'transport_unavailable'],
    ['DATA drops', { DATA: { ending: 'drop' } }, both('refused_temporarily'), 'transport_unavailable'],
    ['DATA stalls', { DATA: { ending: 'stall' } }, both('refused_temporarily'), 'transport_unavailable'],
    ['dot 4xx', { content: '451 4.3.0 later' }, both('refused_temporarily'), 'transport_unavailable'],
    ['dot 5xx', { content: '554 5.7.1 spam' }, both('refused_permanently'), 'provider_validation'],
    [
      'dot 5xx, then drop',
      { content: { reply: '554 5.7.1 spam', ending: 'drop' } },
      both('refused_permanently'),
      'provider_validation',
    ],
    ['dot 421', { content: '421 4.3.2 closing' }, both('refused_temporarily'), 'transport_unavailable'],
    ['dot garbage', { content: 'banana' }, both('unknown'), 'transport_answer_unclear'],
    [
      'dot binary garbage',
      { content: '\u0000\u00ff\u0001 250 ok' },
      both('unknown'),
      'transport_answer_unclear',
    ],
    ['dot 2xx that is none', { content: '25 0 ok' }, both('unknown'), 'transport_answer_unclear'],
    ['dropped after the dot', { content: { ending: 'drop' } }, both('unknown'), 'transport_connection_lost'],
    ['reset after the dot', { content: { ending: 'reset' } }, both('unknown'), 'transport_connection_lost'],
    [
      'half an answer after the dot',
      { content: { reply: '250-2.0.0 half', ending: 'drop' } },
      both('unknown'),
      'transport_connection_lost',
    ],
    ['stalled after the dot', { content: { ending: 'stall' } }, both('unknown'), 'transport_timeout'],
    [
      'accepted, then dropped',
      { content: { reply: '250 2.0.0 queued', ending: 'drop' } },
      both('accepted'),
      undefined,
    ],
  ] as const)('%s', async (_case, script, expected, reason) => {
    const { result } = await run({ script: script as ScriptedSmtpOptions['script'] });
    expect(outcomes(result)).toEqual(expected);
    expect(result.reason).toBe(reason);
  });

  it('waits longer for the answer to the dot than for any other', async () => {
    const { result } = await run({
      script: { content: { reply: '250 2.0.0 slow', afterMs: timeouts.command + 150 } },
    });
    expect(outcomes(result)).toEqual(both('accepted'));
  });

  it('counts the time per answer, not for all of them', async () => {
    const slow = { reply: '250 ok', afterMs: timeouts.command / 2 };
    const { result } = await run({ script: { MAIL: slow, RCPT: slow } });
    expect(outcomes(result)).toEqual(both('accepted'));
  });

  it.each(['drop', 'reset', 'pause'] as const)(
    '%s within a content that has not ended: certainly not taken',
    async (ending) => {
      // Larger than the sockets' buffers, so that the end of the message cannot have been written.
      const large = Buffer.alloc(32 * 1024 * 1024, `${'x'.repeat(76)}\r\n`);
      const { server, result } = await run({ onContent: { afterBytes: 100_000, ending } }, large);
      expect(outcomes(result)).toEqual(both('refused_temporarily'));
      expect(result.reason).toBe('transport_unavailable');
      expect(server.messages).toEqual([]);
    },
  );

  it('refuses for good what is larger than the server announces', async () => {
    const server = await serve({ extensions: ['SIZE 1000'] });
    const result = await submit(transportTo(server.url), Buffer.alloc(2000, 'x'));
    expect(outcomes(result)).toEqual(both('refused_permanently'));
    expect(result.reason).toBe('provider_validation');
    expect(server.commands.filter((line) => line.startsWith('MAIL'))).toEqual([]);
  });

  it('does not take an acceptance for true that comes before the content', async () => {
    const { result } = await run(
      { script: { DATA: '354 go\r\n250 2.0.0 queued' } },
      Buffer.alloc(8 * 1024 * 1024, 'x\r\n'),
    );
    expect(outcomes(result)).toEqual(both('unknown'));
    expect(result.reason).toBe('transport_answer_unclear');
  });
});

describe('smtp driver: connections', () => {
  it('reuses one connection, also after a refusal', async () => {
    const server = await serve({ script: { MAIL: ['250 ok', '550 5.7.1 no', '250 ok'] } });
    const transport = transportTo(server.url);
    const results = [await submit(transport), await submit(transport), await submit(transport)];
    expect(results.map((result) => result.recipients[0]?.outcome)).toEqual([
      'accepted',
      'refused_permanently',
      'accepted',
    ]);
    expect(server.connections).toBe(1);
    expect(server.commands.filter((line) => line === 'RSET')).toHaveLength(1);
    expect(server.messages).toHaveLength(2);
  });

  it('renews a connection after so many messages and ends it politely', async () => {
    const server = await serve();
    const transport = transportTo(server.url, { maxMessagesPerConnection: 2 });
    for (let count = 0; count < 3; count += 1) await submit(transport);
    expect(server.connections).toBe(2);
    await until(() => server.commands.includes('QUIT'));
  });

  it('keeps to the number of connections', async () => {
    const server = await serve({ script: { content: { reply: '250 2.0.0 ok', afterMs: 20 } } });
    const transport = transportTo(server.url, { maxConnections: 3 });
    const results = await Promise.all(Array.from({ length: 20 }, () => submit(transport)));
    expect(results.every((result) => result.recipients.every(({ outcome }) => outcome === 'accepted'))).toBe(
      true,
    );
    expect(server.connections).toBeLessThanOrEqual(3);
    expect(server.messages).toHaveLength(20);
  });

  it.each([
    ['drops', { reply: undefined, ending: 'drop' as const }],
    ['says 421', '421 4.4.2 idle too long'],
  ])('takes a fresh connection when a kept one %s', async (_case, action) => {
    const answerMail = ({ connection, nth }: SmtpEvent) =>
      connection === 1 && nth === 2 ? action : '250 ok';
    const server = await serve({ script: { MAIL: answerMail } });
    const transport = transportTo(server.url);
    await submit(transport);
    expect(outcomes(await submit(transport))).toEqual(both('accepted'));
    expect(server.connections).toBe(2);
    expect(server.messages).toHaveLength(2);
  });

  it('never sends again over a fresh connection what a kept one may have taken', async () => {
    const server = await serve({
      script: { content: ({ nth }) => (nth === 2 ? { ending: 'drop' } : '250 ok') },
    });
    const transport = transportTo(server.url);
    await submit(transport);
    expect(outcomes(await submit(transport))).toEqual(both('unknown'));
    expect(server.messages).toHaveLength(2);
    expect(server.connections).toBe(1);
  });

  it('ends idle connections, and all of them when it is closed', async () => {
    const server = await serve();
    const idle = transportTo(server.url, { idleTimeout: 50 });
    await submit(idle);
    await until(() => server.open === 0);
    const closed = transportTo(server.url);
    await submit(closed);
    await closed.close();
    await until(() => server.open === 0);
    expect(await submit(closed)).toMatchObject({ reason: 'transport_unavailable' });
  });

  it('survives unsolicited talk on an idle connection', async () => {
    const server = await serve({ script: { content: '250 2.0.0 ok\r\n250 and another' } });
    const transport = transportTo(server.url);
    expect(outcomes(await submit(transport))).toEqual(both('accepted'));
    expect(outcomes(await submit(transport))).toEqual(both('accepted'));
    expect(server.messages).toHaveLength(2);
  });

  it('nobody listens: refused temporarily', async () => {
    const vacated = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => vacated.once('listening', resolve));
    const address = vacated.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => vacated.close(resolve));
    const result = await submit(transportTo(`smtp://127.0.0.1:${port}`));
    expect(outcomes(result)).toEqual(both('refused_temporarily'));
    expect(result.recipients[0]?.response).toContain('ECONNREFUSED');
  });

  it('gives up connecting after its time', async () => {
    // On loopback, only the name lookup can make connecting slow, so it never answers here.
    const transport = transportTo('smtp://relay.example:25', { lookup: () => {} });
    expect(outcomes(await submit(transport))).toEqual(both('refused_temporarily'));
  });
});
