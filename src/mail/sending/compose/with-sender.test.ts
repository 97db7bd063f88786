import { expect, it } from 'vitest';
import { withSender } from './with-sender.ts';

// A message that moves to another address of its sender (spec 4.6 rule 8).

const token = 'abcdefghijklmnopqrstuv';
const raw = (from: string, replyTo: string): Buffer =>
  Buffer.from(
    `From: ${from}\r\nTo: hello@own.example\r\nReply-To: ${replyTo}\r\nSubject: x\r\n\r\nhello@own.example\r\n`,
  );
const moved = (from: string, replyTo: string) =>
  withSender(raw(from, replyTo), 'hello@own.example', 'scout.t@ours.example').toString();

it.each([
  ['hello@own.example', 'scout.t@ours.example'],
  ['Ann <hello@own.example>', 'Ann <scout.t@ours.example>'],
  ['"hello@own.example"\r\n <Hello@Own.example>', '"hello@own.example"\r\n <scout.t@ours.example>'],
])('changes From and Reply-To and nothing else: %s', (from, expected) => {
  const text = moved(from, `Ann <hello+${token}@own.example>`);
  expect(text).toBe(
    `From: ${expected}\r\nTo: hello@own.example\r\nReply-To: Ann <scout.t+${token}@ours.example>\r\nSubject: x\r\n\r\nhello@own.example\r\n`,
  );
});

it('refuses a message of somebody else', () => {
  expect(() => moved('eve@own.example', `hello+${token}@own.example`)).toThrow('no From');
});
