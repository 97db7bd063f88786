import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import type { ScriptedSmtpOptions } from '#testing/scripted-smtp-server.ts';
import { type ProbeOptions, probeRelay } from './relay-probe.ts';
import { serve } from './smtp-fixtures.ts';

// The probe of a customer's relay (spec 8.3): it reports which step fails, and submits no message.

const probe = (port: number, options: Partial<ProbeOptions> = {}, settings: object = {}) =>
  probeRelay({
    settings: { host: '127.0.0.1', port, username: 'agent', password: 's3cret', ...settings },
    from: 'probe@customer.example',
    clientName: 'mail.example',
    resolve: async (host) => [{ address: host }],
    insecure: true,
    timeouts: { connect: 400, command: 250 },
    ...options,
  });
const withAuth: ScriptedSmtpOptions = { extensions: ['AUTH LOGIN PLAIN'] };

it('goes as far as an accepted sender, encrypted, and hands nothing over', async () => {
  const server = await serve({ ...withAuth, tls: 'starttls' });
  expect(await probe(server.port)).toEqual({
    status: 'ok',
    stage: 'done',
    detail: null,
    ms: expect.any(Number),
  });
  expect(server.messages).toEqual([]);
  const plain = Buffer.from('\u0000agent\u0000s3cret').toString('base64');
  expect(server.commands.slice(0, 6)).toEqual([
    'EHLO mail.example',
    'STARTTLS',
    'EHLO mail.example',
    `AUTH PLAIN ${plain}`,
    'MAIL FROM:<probe@customer.example>',
    'RSET',
  ]);
});

it('needs no user name', async () => {
  const server = await serve();
  expect(await probe(server.port, {}, { username: null })).toMatchObject({ status: 'ok' });
  expect(server.commands.join()).not.toContain('AUTH');
});

it.each<[string, ScriptedSmtpOptions, string, string]>([
  [
    'no greeting',
    { script: { connection: { ending: 'stall' } } },
    'connect',
    'The server did not reply within 0.25 seconds.',
  ],
  ['refused at once', { script: { connection: '554 5.7.1 go away' } }, 'connect', '554 5.7.1 go away'],
  ['closed at once', { script: { connection: { ending: 'drop' } } }, 'connect', 'The connection was closed.'],
  ['not SMTP', { script: { connection: 'HTTP/1.1 400 Bad Request' } }, 'connect', 'The reply is not SMTP.'],
  [
    'STARTTLS refused',
    { tls: 'starttls', script: { STARTTLS: '454 4.7.0 not now' } },
    'tls',
    '454 4.7.0 not now',
  ],
  ['wrong password', { ...withAuth, script: { AUTH: '535 5.7.8 no' } }, 'auth', '535 5.7.8 no'],
  ['no AUTH', {}, 'auth', 'The relay offers neither AUTH PLAIN nor AUTH LOGIN.'],
  [
    'sender refused',
    { ...withAuth, script: { MAIL: '553 5.7.1 not your domain' } },
    'mail_from',
    '553 5.7.1 not your domain',
  ],
  ['sender in doubt', { ...withAuth, script: { MAIL: { ending: 'reset' } } }, 'mail_from', 'ECONNRESET'],
])('%s', async (_, options, stage, detail) => {
  const server = await serve(options);
  const result = await probe(server.port);
  expect(result).toMatchObject({ status: 'failed', stage });
  expect(result.detail).toContain(detail);
});

it('without TLS ends at that step, as does a certificate that nobody signed', async () => {
  const plain = await serve(withAuth);
  const strict = { insecure: false };
  // Outside development, any other port is refused before a connection is opened.
  expect(await probe(plain.port, strict)).toMatchObject({
    stage: 'dns',
    detail: expect.stringContaining('465 or 587'),
  });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 hello\r\n');
    socket.once('data', () => socket.write('250-hello\r\n250 PIPELINING\r\n'));
  });
  const listening = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(587, '127.0.0.1', () => done(true));
  });
  // Only root may listen there.
  if (listening) {
    expect(await probe(587, strict)).toMatchObject({
      stage: 'tls',
      detail: 'The relay does not offer STARTTLS.',
    });
    server.close();
  }
});

it('never reaches an address that is not public', async () => {
  const server = await serve(withAuth);
  const resolve = async (host: string): Promise<never> => {
    throw new Error(`${host} is not a public address.`);
  };
  expect(await probe(server.port, { resolve })).toMatchObject({
    status: 'failed',
    stage: 'dns',
    detail: '127.0.0.1 is not a public address.',
  });
  expect(server.connections).toBe(0);
});

it('says that nobody listens, and reads no endless reply', async () => {
  const closed = await serve();
  await closed.close();
  expect(await probe(closed.port)).toMatchObject({
    stage: 'connect',
    detail: expect.stringMatching(/REFUSED/),
  });
  const endless = await serve({ script: { EHLO: `250-${'x'.repeat(20_000)}` } });
  expect(await probe(endless.port)).toMatchObject({ stage: 'connect', detail: 'The reply is too long.' });
});
