import PostalMime, { decodeWords } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '#kernel/base/email-address.ts';
import { type ComposedMessage, type ComposeInput, composeMessage } from './compose.ts';
import { CompositionError } from './composition-error.ts';

/** Pieces that end a line, a token, an encoding or a part for one reader or another. */
const PIECES = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\n\n',
    '\u0000',
    '\u0085',
    '\u2028',
    '\u2029',
    '\v',
    '\f',
    '\t',
    '\u001b',
    '\u007f',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\u200f',
    '\ud800',
    '\udc00',
    '\ufeff',
    '=?utf-8?Q?=0D=0AX-Evil:_1?=',
    '=?utf-8?B?DQpYLUV2aWw6IDE=?=',
    '=?',
  ],
  ...[
    '\r\nX-Evil: 1',
    '\nX-Evil: 1',
    '\r\n X-Evil: 1',
    '\r\nBcc: evil@example.net',
    '%0d%0aX-Evil: 1',
    '\\',
    '"',
    '\\"',
    '<',
    '>',
    '@',
  ],
  ...[
    ',',
    ';',
    ':',
    '(',
    ')',
    '[',
    ']',
    ' ',
    '                                          ',
    '--',
    '\r\n.\r\n',
    '\r\nMAIL FROM:<x@y>\r\n',
  ],
  ...[
    '----_NmP-',
    '-Part_1',
    '--\r\nContent-Type: text/html\r\n\r\n',
    'a',
    'é',
    '日本',
    '😀',
    'x'.repeat(120),
    'evil@example.net',
    "*0*=utf-8''",
  ],
];

/** Mulberry32: the same cases on every run. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const KNOWN = new Set([
  ...[
    'from',
    'to',
    'cc',
    'reply-to',
    'subject',
    'message-id',
    'date',
    'in-reply-to',
    'references',
    'mime-version',
  ],
  ...[
    'content-type',
    'content-transfer-encoding',
    'auto-submitted',
    'x-ai-generated',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'x-custom',
  ],
]);

const hostileInput = (random: () => number): ComposeInput => {
  const text = (most = 6): string =>
    Array.from(
      { length: 1 + Math.floor(random() * most) },
      () => PIECES[Math.floor(random() * PIECES.length)],
    ).join('');
  // Structural fields are mostly valid: otherwise nearly every case would end with the first refusal.
  const mostly = (sound: string): string => (random() < 0.97 ? sound : `${sound}${text()}`);
  const isText = random() < 0.5;
  return {
    messageId: mostly('m1@mail.example'),
    date: new Date('2026-01-02T03:04:05Z'),
    from: { address: mostly('agent@mail.example'), name: text() },
    to: [{ address: mostly('a@example.com'), name: text() }],
    cc: [{ address: mostly('c@example.com'), name: text() }],
    bcc: [{ address: mostly('hidden@example.org'), name: text() }],
    replyTo: mostly('agent+tok@mail.example'),
    subject: text(10),
    text: text(30),
    html: random() < 0.5 ? `<p>${text(30)}</p>` : null,
    inReplyTo: `m0@x${random() < 0.5 ? text() : ''}`,
    references: [`m0@x`, text(), `<${text()}@x>`],
    headers: random() < 0.5 ? { 'X-Custom': mostly('value') } : {},
    attachments: [
      {
        filename: text(),
        contentType: isText ? `text/plain; charset=${text()}` : text(),
        content: Buffer.from(text(30)),
        // Readers treat inline text as part of the body, as the caller requested.
        disposition: isText ? 'attachment' : 'inline',
        contentId: random() < 0.5 ? mostly('cid1@x') : null,
      },
    ],
    signature: { text: text(), html: random() < 0.5 ? text() : null },
    disclosure: random() < 0.5 ? { text: text() } : null,
    autoSubmitted: random() < 0.5,
    listUnsubscribe: random() < 0.3 ? { url: mostly('https://mail.example/u'), mailto: null } : null,
  };
};

/** The normalised form of an address. A few hostile addresses are valid and are expected in this form. */
const normalized = (address: string): string => {
  const result = parseAddress(address);
  return result.ok ? result.address : 'refused';
};

const checkMessage = async (input: ComposeInput, { raw, messageId }: ComposedMessage): Promise<void> => {
  const wire = Buffer.from(raw).toString('latin1');
  expect(/[^\t\r\n -~]/.exec(wire)).toBeNull();
  expect(/\r(?!\n)|(?<!\r)\n/.exec(wire)).toBeNull();
  expect(Math.max(...wire.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
  expect(wire).not.toContain('hidden@example.org');

  const email = await PostalMime.parse(raw);
  const names = email.headers.map(({ key }) => key);
  expect(names.filter((name) => !KNOWN.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  for (const { value } of email.headers)
    expect(`${value}${decodeWords(value)}`).not.toMatch(/[\0\r\n\v\f\u0085\u2028\u2029]/);

  expect(email.from?.address).toBe(normalized(input.from.address));
  expect(email.to?.map(({ address }) => address)).toEqual(input.to.map(({ address }) => normalized(address)));
  expect(email.cc?.map(({ address }) => address)).toEqual(input.cc.map(({ address }) => normalized(address)));
  expect(email.replyTo?.map(({ address }) => address)).toEqual([normalized(input.replyTo ?? '')]);
  for (const { name } of [email.from, ...(email.to ?? []), ...(email.cc ?? [])].filter(
    (one) => one !== undefined,
  )) {
    expect(name ?? '').not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  }
  expect(email.messageId).toBe(messageId);
  expect(email.attachments).toHaveLength(1);
  const [attached] = email.attachments;
  expect(attached?.filename ?? '').not.toMatch(/[\p{Cc}\p{Bidi_Control}/\\]/u);
  expect(Buffer.from(attached?.content as ArrayBuffer).equals(input.attachments[0]?.content as Buffer)).toBe(
    true,
  );
};

describe('injection', () => {
  it('no field of 3,000 hostile messages adds a header, a recipient, a part or a line', async () => {
    const random = randomFrom(20260102);
    let composed = 0;
    for (let round = 0; round < 3000; round += 1) {
      const input = hostileInput(random);
      const message = await composeMessage(input).catch((error: unknown) => {
        if (!(error instanceof CompositionError)) throw error;
        return null;
      });
      if (!message) continue;
      composed += 1;
      await checkMessage(input, message);
    }
    // Refusals are the exception here, because the structural fields are valid in most rounds.
    expect(composed).toBeGreaterThan(2000);
  });
});
