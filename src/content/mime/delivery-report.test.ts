import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMessage } from './parse-message.ts';

const fixture = (name: string) =>
  parseMessage(readFileSync(new URL(`./fixtures/${name}.eml`, import.meta.url))).report;

const report = (parts: string[], type = 'delivery-status') => {
  const body = parts.map((part) => `--b\r\n${part.replaceAll('\n', '\r\n')}\r\n`).join('');
  const head = `From: mailer@x.example\r\nContent-Type: multipart/report; report-type=${type}; boundary=b\r\n\r\n`;
  return parseMessage(Buffer.from(`${head}${body}--b--\r\n`)).report;
};
const status = (text: string) => `Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n${text}`;

describe('delivery status notifications (RFC 3464)', () => {
  it.each([
    ['dsn-postfix', 'bob@other.example', '5.1.1', 550, 'User unknown', '<ours-1@mail.example>'],
    ['dsn-exchange', 'dora@corp.example', '5.1.10', null, null, '<ours-2@mail.example>'],
    ['dsn-gmail', 'eve@gmail.example', '5.1.1', null, null, '<ours-3@mail.example>'],
  ])('%s', (name, address, enhanced_code, smtp_code, text, messageId) => {
    expect(fixture(name)).toEqual({
      recipients: [
        {
          addresses: [address],
          outcome: 'bounced',
          bounce_type: 'hard',
          smtp_code,
          enhanced_code,
          smtp_response: text === null ? null : `${smtp_code} ${enhanced_code} ${text}`,
        },
      ],
      messageId,
      replyTo: null,
    });
  });

  it('several recipients, each with its own outcome; relays are left out', () => {
    const said = report([
      status(`Original-Recipient: rfc822;List@a.example
Final-Recipient: rfc822; <Member@b.example>
Action: failed
Status: 4.4.7 (expired)
Diagnostic-Code: smtp; 421 4.4.2 connection
 timed out

Final-Recipient: rfc822; ok@b.example
Action: delivered
Status: 2.1.5

Final-Recipient: rfc822; slow@b.example
Action: delayed
Status: 4.4.1

Final-Recipient: rfc822; list@b.example
Action: expanded
Status: 2.0.0

Final-Recipient: rfc822; far@b.example
Action: relayed
Status: 2.0.0`),
      'Content-Type: text/rfc822-headers; charset=us-ascii\nContent-Transfer-Encoding: quoted-printable\n\nReply-To: Agent <agent+abcdefghijklmnopqrstuv@m.example>\nMessage-ID: <1=40m.example>',
    ]);
    expect(said).toMatchObject({
      recipients: [
        {
          addresses: ['list@a.example', 'member@b.example'],
          outcome: 'bounced',
          bounce_type: 'soft',
          smtp_code: 421,
          enhanced_code: '4.4.7',
          smtp_response: '421 4.4.2 connection timed out',
        },
        { addresses: ['ok@b.example'], outcome: 'delivered', bounce_type: null, enhanced_code: '2.1.5' },
        { addresses: ['slow@b.example'], outcome: 'deferred', bounce_type: null, enhanced_code: '4.4.1' },
        { addresses: ['list@b.example'], outcome: 'delivered' },
      ],
      messageId: '<1@m.example>',
      replyTo: 'agent+abcdefghijklmnopqrstuv@m.example',
    });
    expect(said!.recipients).toHaveLength(4);
  });

  it.each([
    ['no recipient', status('Action: failed\nStatus: 5.0.0')],
    ['no address', status('Final-Recipient: rfc822; nobody\nAction: failed\nStatus: 5.0.0')],
    ['an X.400 name', status('Final-Recipient: x400; /C=DE/S=Doe/\nAction: failed')],
    ['only a text', 'Content-Type: text/plain\n\nAction: failed'],
  ])('none with %s', (_, part) => {
    expect(report([part])).toBeNull();
  });

  it('is read from a report only, and bounded', () => {
    expect(fixture('plain')).toBeNull();
    const many = Array.from(
      { length: 5_000 },
      (__, n) => `Final-Recipient: rfc822; r${n}@x.example\nAction: failed\n`,
    );
    expect(report([status(many.join('\n'))])!.recipients).toHaveLength(100);
    expect(report([status('\n'.repeat(2_000_000))])?.recipients ?? []).toEqual([]);
    report([
      status(`Final-Recipient: ${'rfc822 ;'.repeat(100_000)}\nDiagnostic-Code: ${'5.5.'.repeat(100_000)}`),
    ]);
  });
});

describe('abuse reports (RFC 5965)', () => {
  it('without who complained', () => {
    expect(fixture('arf')).toMatchObject({
      recipients: [{ addresses: [], outcome: 'complained' }],
      messageId: '<ours-4@mail.example>',
    });
  });

  it('with it; what only a filter says is none', () => {
    const feedback = (type: string) =>
      report(
        [
          `Content-Type: message/feedback-report\n\nFeedback-Type: ${type}\nOriginal-Rcpt-To: <Bob@x.example>`,
          'Content-Type: message/rfc822\n\nMessage-ID: <1@m.example>\n\nhi',
        ],
        'feedback-report',
      );
    expect(feedback('abuse')!.recipients).toMatchObject([
      { addresses: ['bob@x.example'], outcome: 'complained' },
    ]);
    expect(feedback('not-spam')).toBeNull();
    expect(feedback('auth-failure')).toBeNull();
  });
});
