import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';

// Each recipient has a separate return path (VERP; issue 16, point 10): a report that comes to it is about that
// recipient, whatever address it names.

let sink: SmtpSink;
let product: MailProduct;
beforeAll(async () => {
  sink = await startSmtpSink();
  product = await openMailProduct({
    PM_BASIC_TRANSPORT: 'smtp',
    PM_SMTP_URL: sink.url,
    PM_DNS_SERVERS: '127.0.0.1:9',
  });
});
afterAll(async () => {
  await product?.close();
  await sink?.close();
});

let count = 0;
const recipients = ['bob@outside.example', 'carol@outside.example'];

/** A message to both, and the return path of each. */
async function sent(): Promise<{ box: Mailbox; id: string; pathOf: Map<string, string> }> {
  count += 1;
  const box = await product.mailbox({ tenant: { policy: { quarantine: { on_auth_fail: false } } } });
  const before = sink.messages.length;
  const { body } = await product.send(box, { to: recipients, subject: `Offer ${count}`, text: 'x' });
  const messages = (await sink.waitFor(before + 2)).slice(before);
  await product.eventually(
    () => product.message(box, body.id),
    (answer) => answer.body.status === 'submitted',
  );
  return { box, id: body.id, pathOf: new Map(messages.map(({ from, to }) => [to[0]!, from])) };
}

/** A failure report to an address, about whomever it names. */
async function report(to: string, named: string): Promise<void> {
  count += 1;
  const raw = [
    'From: MAILER-DAEMON@mx.outside.example',
    `To: ${to}`,
    'Subject: Undelivered',
    `Message-ID: <report-${count}@mx.outside.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Sorry.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.outside.example',
    '',
    `Final-Recipient: rfc822; ${named}`,
    'Action: failed',
    'Status: 5.1.1',
    '--b--',
    '',
  ].join('\r\n');
  const transport = createTransport({ host: '127.0.0.1', port: product.smtpPort, ignoreTLS: true });
  await transport.sendMail({ envelope: { from: '', to: [to] }, raw });
  transport.close();
}

const statuses = async (box: Mailbox, id: string): Promise<string[]> =>
  (await product.message(box, id)).body.deliveries.map(({ status }: { status: string }) => status);

it('hands a message over once for each recipient, each with its own return path', async () => {
  const { pathOf } = await sent();
  expect([...pathOf.keys()].sort()).toEqual(recipients);
  expect(new Set(pathOf.values()).size).toBe(2);
});

it.each(['an-alias@elsewhere.example', 'carol@outside.example'])(
  'a report to the return path of Bob that names %s counts for Bob alone',
  async (named) => {
    const { box, id, pathOf } = await sent();
    await report(pathOf.get('bob@outside.example')!, named);
    expect(
      await product.eventually(
        () => statuses(box, id),
        ([bob]) => bob !== 'submitted',
      ),
    ).toEqual(['bounced', 'submitted']);
  },
);
