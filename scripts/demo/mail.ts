import { randomBytes } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { Row } from './screen.ts';
import { DemoError, type Target } from './target.ts';

/** RFC 2606 keeps `.example` out of the DNS for ever: nobody can look this sender up, wherever the demo runs. */
const SENDER = { name: 'Ada Lovelace', address: 'ada@buyer.example' };

/** The attachment, with bytes that only an exact copy keeps: CRLF, UTF-8 and a trailing blank. */
export const attachment = {
  filename: 'order-4711.csv',
  contentType: 'text/csv',
  content: Buffer.from('item,quantity,price\r\nCafé au lait,2,€ 3.50\r\nCroissant,1,€ 2.20 \r\n'),
};

export type Letter = {
  /** Message-ID with its angle brackets. */
  messageId: string;
  to: { name: string; address: string };
  /** Gets a copy, and the answer. */
  cc?: { name: string; address: string };
};

export const newMessageId = (): string => `<${randomBytes(8).toString('hex')}@buyer.example>`;

export const subject = 'Where is order 4711?';

const mailbox = ({ name, address }: { name: string; address: string }): string => `${name} <${address}>`;

/** The letter as its reader would see it. */
export const outline = ({ messageId, to, cc }: Letter): Row[] => [
  ['From', mailbox(SENDER)],
  ['To', mailbox(to)],
  ...(cc ? ([['Cc, Reply-To', mailbox(cc)]] satisfies Row[]) : []),
  ['Subject', subject],
  ['Message-ID', messageId],
  [
    'Parts',
    `text and HTML; ${attachment.filename}, ${attachment.contentType}, ${attachment.content.length} bytes`,
  ],
];

/** The line of curl that would hand the letter over. */
export const command = (target: Target, { to, cc }: Letter): string[] => [
  'curl',
  `smtp://${target.smtpHost}:${target.smtpPort}`,
  `--mail-from ${SENDER.address}`,
  ...[to, ...(cc ? [cc] : [])].map(({ address }) => `--mail-rcpt ${address}`),
  '--upload-file mail.eml',
];

/** Hands the letter over by SMTP. @returns what the listener said to it @throws DemoError */
export async function handOver(target: Target, { messageId, to, cc }: Letter): Promise<string> {
  const transport = nodemailer.createTransport({
    host: target.smtpHost,
    port: target.smtpPort,
    name: 'buyer.example',
    ignoreTLS: true,
    connectionTimeout: 10_000,
  });
  try {
    const { response } = await transport.sendMail({
      from: SENDER,
      to,
      ...(cc && { cc, replyTo: cc }),
      subject,
      messageId,
      text: 'Hello,\n\nmy order 4711 has not arrived. The list of what I ordered is attached.\n\nAda\n',
      html: '<p>Hello,</p><p>my order <b>4711</b> has not arrived. The list of what I ordered is attached.</p><p>Ada</p>',
      attachments: [attachment],
    });
    return response;
  } catch (error) {
    const { code, response } = error as { code?: string; response?: string };
    const place = `${target.smtpHost}:${target.smtpPort}`;
    if (response) throw new DemoError(`The SMTP listener at ${place} refused the mail: ${response}`);
    throw new DemoError(
      `No SMTP listener answers at ${place} (${code ?? 'no answer'}). Set PM_SMTP_PORT and PM_SMTP_HOST as the program has them.`,
    );
  } finally {
    transport.close();
  }
}
