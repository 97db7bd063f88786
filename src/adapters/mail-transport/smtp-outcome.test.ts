import { describe, expect, it } from 'vitest';
import type { RecipientOutcome, SubmitReason } from '#kernel/ports/mail-transport.ts';
import { attemptOutcome, type SmtpAttempt } from './smtp-outcome.ts';
import { parseReply, queueIdOf } from './smtp-reply.ts';

const envelope = { from: 'agent@example.com', to: ['a@example.net', 'b@example.net'] };

const delivered: SmtpAttempt = {
  mail: '250 ok',
  recipients: ['250 ok', '250 ok'],
  data: '354 go',
  final: '250 2.0.0 Ok: queued as ABC1',
  content: 'whole',
  end: 'answered',
  detail: null,
};
const beforeData: SmtpAttempt = { ...delivered, data: null, final: null, content: 'nothing' };
const noAnswer: SmtpAttempt = { ...delivered, final: null };

type Row = [
  name: string,
  attempt: SmtpAttempt,
  outcomes: RecipientOutcome[],
  reason: SubmitReason | undefined,
];

const [accepted, permanent, temporary, unknown] = [
  'accepted',
  'refused_permanently',
  'refused_temporarily',
  'unknown',
] as const;

/** The mapping of provider answers, row by row; the README repeats it in words. */
const table: Row[] = [
  ['all accepted', delivered, [accepted, accepted], undefined],
  [
    'MAIL 550',
    { ...beforeData, mail: '550 5.7.1 not yours', recipients: [null, null] },
    [permanent, permanent],
    'sender_domain_unavailable',
  ],
  [
    'MAIL 552 size',
    { ...beforeData, mail: '552 5.3.4 too big', recipients: [null, null] },
    [permanent, permanent],
    'provider_validation',
  ],
  [
    'MAIL 501 syntax',
    { ...beforeData, mail: '501 5.5.4 syntax', recipients: [null, null] },
    [permanent, permanent],
    'provider_validation',
  ],
  [
    'MAIL 451',
    { ...beforeData, mail: '451 4.3.0 later', recipients: [null, null] },
    [temporary, temporary],
    'transport_unavailable',
  ],
  [
    'MAIL 530 needs credentials',
    { ...beforeData, mail: '530 5.7.0 authenticate', recipients: [null, null] },
    [temporary, temporary],
    'transport_unavailable',
  ],
  [
    'MAIL 503 bad sequence',
    { ...beforeData, mail: '503 5.5.1 EHLO first', recipients: [null, null] },
    [temporary, temporary],
    'transport_unavailable',
  ],
  [
    'MAIL garbage',
    { ...beforeData, mail: 'banana', recipients: [null, null] },
    [temporary, temporary],
    'transport_unavailable',
  ],
  [
    'MAIL refused, then the connection lost',
    { ...beforeData, mail: '550 no', recipients: [null, null], end: 'connection_lost' },
    [permanent, permanent],
    'sender_domain_unavailable',
  ],
  [
    'RCPT mixed',
    { ...delivered, recipients: ['250 ok', '550 5.1.1 unknown'] },
    [accepted, permanent],
    undefined,
  ],
  [
    'RCPT mixed, temporary',
    { ...delivered, recipients: ['451 4.7.1 greylisted', '250 ok'] },
    [temporary, accepted],
    undefined,
  ],
  [
    'RCPT all refused',
    { ...beforeData, recipients: ['550 5.1.1 no', '452 4.2.2 full'], data: '554 no valid recipients' },
    [permanent, temporary],
    undefined,
  ],
  [
    'RCPT 552 means 452',
    { ...delivered, recipients: ['250 ok', '552 too many recipients'] },
    [accepted, temporary],
    undefined,
  ],
  [
    'RCPT 552 5.2.2 mailbox full is final',
    { ...delivered, recipients: ['250 ok', '552 5.2.2 mailbox full'] },
    [accepted, permanent],
    undefined,
  ],
  [
    'RCPT garbage, message taken',
    { ...delivered, recipients: ['250 ok', 'banana'] },
    [accepted, unknown],
    'transport_answer_unclear',
  ],
  [
    'RCPT garbage, message refused',
    { ...delivered, recipients: ['250 ok', 'banana'], final: '554 no' },
    [permanent, permanent],
    'provider_validation',
  ],
  [
    'RCPT refused, then the connection lost',
    { ...beforeData, recipients: ['550 no', null], end: 'connection_lost' },
    [permanent, temporary],
    'transport_unavailable',
  ],
  ['DATA 554', { ...beforeData, data: '554 5.6.0 no' }, [permanent, permanent], 'provider_validation'],
  ['DATA 421', { ...beforeData, data: '421 4.3.2 closing' }, [temporary, temporary], 'transport_unavailable'],
  ['DATA garbage', { ...beforeData, data: 'banana' }, [temporary, temporary], 'transport_unavailable'],
  [
    'time out before DATA',
    { ...beforeData, end: 'timeout' },
    [temporary, temporary],
    'transport_unavailable',
  ],
  [
    'connection lost before DATA',
    { ...beforeData, end: 'connection_lost' },
    [temporary, temporary],
    'transport_unavailable',
  ],
  [
    'connection lost within the content',
    { ...noAnswer, content: 'part', end: 'connection_lost' },
    [temporary, temporary],
    'transport_unavailable',
  ],
  [
    'time out within the content',
    { ...noAnswer, content: 'part', end: 'timeout' },
    [temporary, temporary],
    'transport_unavailable',
  ],
  [
    'refused within the content',
    { ...noAnswer, content: 'part', final: '552 5.3.4 too big' },
    [permanent, permanent],
    'provider_validation',
  ],
  [
    'accepted within the content',
    { ...delivered, content: 'part' },
    [unknown, unknown],
    'transport_answer_unclear',
  ],
  [
    'connection lost after the dot',
    { ...noAnswer, end: 'connection_lost' },
    [unknown, unknown],
    'transport_connection_lost',
  ],
  ['time out after the dot', { ...noAnswer, end: 'timeout' }, [unknown, unknown], 'transport_timeout'],
  [
    'lost after the dot, one refused before',
    { ...noAnswer, recipients: ['550 no', '250 ok'], end: 'connection_lost' },
    [permanent, unknown],
    'transport_connection_lost',
  ],
  ['dot 554', { ...delivered, final: '554 5.7.1 spam' }, [permanent, permanent], 'provider_validation'],
  ['dot 451', { ...delivered, final: '451 4.3.0 later' }, [temporary, temporary], 'transport_unavailable'],
  ['dot 421', { ...delivered, final: '421 4.4.2 closing' }, [temporary, temporary], 'transport_unavailable'],
  ['dot 354', { ...delivered, final: '354 again' }, [unknown, unknown], 'transport_answer_unclear'],
  ['dot garbage', { ...delivered, final: 'banana' }, [unknown, unknown], 'transport_answer_unclear'],
  ['dot 2 and garbage', { ...delivered, final: '2banana' }, [unknown, unknown], 'transport_answer_unclear'],
  ['dot 299x', { ...delivered, final: '2500 ok' }, [unknown, unknown], 'transport_answer_unclear'],
  [
    'DATA answered 250, dot 250',
    { ...delivered, data: '250 ok' },
    [unknown, unknown],
    'transport_answer_unclear',
  ],
  [
    'larger than the server announced',
    { ...beforeData, mail: null, recipients: [null, null], end: 'too_large' },
    [permanent, permanent],
    'provider_validation',
  ],
];

describe('mapping of an attempt to outcomes', () => {
  it.each(table)('%s', (_name, attempt, outcomes, reason) => {
    const result = attemptOutcome(envelope, attempt);
    expect(result.recipients.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(result.recipients.map(({ address }) => address)).toEqual(envelope.to);
    expect(result.reason).toBe(reason);
    expect(result.providerMessageId !== null).toBe(outcomes.includes(accepted));
  });

  it('keeps the answer that decided each recipient', () => {
    const result = attemptOutcome(envelope, {
      ...delivered,
      recipients: ['250 ok', '550-5.1.1 no such\n550 5.1.1 user'],
    });
    expect(result.recipients[0]).toMatchObject({ smtp_code: 250, enhanced_code: '2.0.0' });
    expect(result.recipients[1]).toEqual({
      address: 'b@example.net',
      outcome: 'refused_permanently',
      smtp_code: 550,
      enhanced_code: '5.1.1',
      response: '550-5.1.1 no such 550 5.1.1 user',
    });
  });

  it('bounds and cleans what a server says', () => {
    const hostile = `550 5.1.1 a\u0000b\u001b[31m${'x'.repeat(5000)}`;
    const [recipient] = attemptOutcome(envelope, {
      ...delivered,
      recipients: [hostile, '250 ok'],
    }).recipients;
    expect(recipient?.response).toHaveLength(500);
    expect(recipient?.response).not.toMatch(/\p{Cc}/u);
  });
});

describe('queue ids', () => {
  it.each([
    ['250 2.0.0 Ok: queued as 4ZqT5n1xYzz', '4ZqT5n1xYzz'],
    ['250 OK id=1rABcd-0001Xy-2k', '1rABcd-0001Xy-2k'],
    ['250 2.0.0 OK <abc.def@x.prod.outlook.com> [Hostname=y]', 'abc.def@x.prod.outlook.com'],
    ['250 2.0.0 4AB3xyz012345 Message accepted for delivery', '4AB3xyz012345'],
    ['250 2.0.0 OK  1700000000 a1-20020a05600c123.45 - gsmtp', '1700000000 a1-20020a05600c123.45'],
    ['250 Ok 0100018b5c3c0a4f-1c2d3e4f-0000', '0100018b5c3c0a4f-1c2d3e4f-0000'],
    ['250 Message Queued (0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0.1)', '0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0.1'],
    ['250 OK: message queued', null],
    ['250 ok', null],
  ])('%s', (reply, id) => {
    expect(queueIdOf(parseReply(reply))).toBe(id);
  });
});
