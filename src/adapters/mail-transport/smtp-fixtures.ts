import { afterEach, expect } from 'vitest';
import type { MailTransport, SubmitResult } from '#kernel/ports/mail-transport.ts';
import {
  type ScriptedSmtpOptions,
  type ScriptedSmtpServer,
  startScriptedSmtpServer,
} from '#testing/scripted-smtp-server.ts';
import { createSmtpTransport, type SmtpTransportOptions } from './smtp.ts';

export const envelope = { from: 'agent@example.com', to: ['a@example.net', 'b@example.net'] };
export const raw = Buffer.from(
  'Message-ID: <m1@example.com>\r\nSubject: hello\r\n\r\nline\r\n.dot\r\n..dots\r\nend\r\n',
);
export const messageId = '<m1@example.com>';
/** Short timeouts, so that tests need not wait for the real ones. Their different lengths show which one fired. */
export const timeouts = { connect: 800, command: 500, finalDot: 1_200 };

export const opened: { close(): Promise<unknown> }[] = [];
export const until = async (condition: () => boolean) => {
  for (let tries = 0; !condition() && tries < 500; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
};

export const serve = async (options: ScriptedSmtpOptions = {}): Promise<ScriptedSmtpServer> => {
  const server = await startScriptedSmtpServer(options);
  opened.unshift(server);
  return server;
};
export const transportTo = (server: string, options: Partial<SmtpTransportOptions> = {}): MailTransport => {
  const transport = createSmtpTransport({ server, timeouts, ...options });
  opened.unshift(transport);
  return transport;
};
export const submit = (transport: MailTransport, message: Uint8Array = raw): Promise<SubmitResult> =>
  transport.submit(envelope, message, { messageId });
export const outcomes = (result: SubmitResult) => result.recipients.map(({ outcome }) => outcome);
export const both = <T>(value: T): [T, T] => [value, value];

afterEach(async () => {
  for (const part of opened.splice(0)) await part.close();
});
