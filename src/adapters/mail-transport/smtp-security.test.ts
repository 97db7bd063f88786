import { describe, expect, it } from 'vitest';
import type { ScriptedSmtpServer } from '#testing/scripted-smtp-server.ts';
import { startSmtpSink } from '#testing/smtp-sink.ts';
import { both, messageId, opened, outcomes, raw, serve, submit, transportTo } from './smtp-fixtures.ts';

describe('smtp driver: TLS and credentials', () => {
  const withCredentials = (server: ScriptedSmtpServer, query = '') =>
    `${server.url.replace('://', '://agent%40x:s%3Acret@')}${query}`;
  const extensions = ['PIPELINING', 'AUTH PLAIN LOGIN'];

  it('authenticates with what the URL says', async () => {
    const server = await serve({ extensions });
    expect(outcomes(await submit(transportTo(withCredentials(server))))).toEqual(both('accepted'));
    const [, , secret] = server.commands.find((line) => line.startsWith('AUTH PLAIN'))?.split(' ') ?? [];
    expect(Buffer.from(secret ?? '', 'base64').toString()).toBe('\u0000agent@x\u0000s:cret');
  });

  it('credentials refused: refused temporarily, and the answer is told', async () => {
    const server = await serve({ extensions, script: { AUTH: '535 5.7.8 wrong password' } });
    const result = await submit(transportTo(withCredentials(server)));
    expect(outcomes(result)).toEqual(both('refused_temporarily'));
    expect(result.recipients[0]).toMatchObject({ smtp_code: 535, enhanced_code: '5.7.8' });
    expect(JSON.stringify(result)).not.toContain('s:cret');
  });

  it.each([
    ['implicit', 'smtps://127.0.0.1'],
    ['starttls', 'smtp://127.0.0.1'],
  ] as const)('%s TLS: with a certificate to be trusted only', async (mode, base) => {
    const server = await serve({ tls: mode, extensions });
    const refused = await submit(transportTo(`${base}:${server.port}`));
    expect(outcomes(refused)).toEqual(both('refused_temporarily'));
    expect(refused.recipients[0]?.response).toMatch(/self-signed/);
    const trusting = transportTo(`${base}:${server.port}/?tls.rejectUnauthorized=false`);
    expect(outcomes(await submit(trusting))).toEqual(both('accepted'));
    expect(server.messages).toHaveLength(1);
  });

  it('requireTLS: no STARTTLS, no message', async () => {
    const server = await serve({ script: { STARTTLS: '502 5.5.1 not here' } });
    expect(outcomes(await submit(transportTo(`${server.url}/?requireTLS=true`)))).toEqual(
      both('refused_temporarily'),
    );
    expect(server.messages).toEqual([]);
  });

  it('a STARTTLS that is refused or dropped sends nothing in clear', async () => {
    for (const action of [
      '454 4.7.0 not now',
      { ending: 'drop' as const },
      { reply: '220 go', ending: 'stall' as const },
    ]) {
      const server = await serve({ tls: 'starttls', script: { STARTTLS: action } });
      expect(outcomes(await submit(transportTo(server.url)))).toEqual(both('refused_temporarily'));
      expect(server.messages).toEqual([]);
    }
  });
});

describe('smtp driver: envelopes', () => {
  it('refuses addresses that would break out of a command, and sends to the others', async () => {
    const sink = await startSmtpSink();
    opened.push(sink);
    const transport = transportTo(sink.url);
    const to = [
      'a@example.net>\r\nRCPT TO:<evil@example.net',
      'b@example.net',
      'c\u0000@example.net',
      'd@exämple.net',
      'e@example.net',
    ];
    const result = await transport.submit({ from: 'agent@example.com', to }, raw, { messageId });
    expect(result.recipients.map(({ address }) => address)).toEqual(to);
    expect(outcomes(result)).toEqual([
      'refused_permanently',
      'accepted',
      'refused_permanently',
      'refused_permanently',
      'accepted',
    ]);
    expect(sink.messages.map((message) => message.to)).toEqual([['b@example.net', 'e@example.net']]);
    const injected = await transport.submit({ from: 'x>\r\nRSET\r\n', to: ['b@example.net'] }, raw, {
      messageId,
    });
    expect(injected).toMatchObject({
      reason: 'provider_validation',
      recipients: [{ outcome: 'refused_permanently' }],
    });
    expect(sink.messages).toHaveLength(1);
  });

  it('takes the null sender', async () => {
    const sink = await startSmtpSink();
    opened.push(sink);
    const result = await transportTo(sink.url).submit({ from: '', to: ['b@example.net'] }, raw, {
      messageId,
    });
    expect(outcomes(result)).toEqual(['accepted']);
    expect(result.providerMessageId).toBe('SINK1');
    expect((await sink.waitFor(1))[0]?.raw.equals(raw)).toBe(true);
  });
});
