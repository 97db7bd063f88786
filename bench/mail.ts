import { randomUUID } from 'node:crypto';

/** A message with its envelope, as nodemailer takes it. */
export type SampleMail = { envelope: { from: string; to: string }; raw: string };

const SENDER_DOMAINS = 50;
const PARAGRAPH =
  'The parts that you ordered have left our warehouse this morning; the carrier expects to deliver them on Friday.';

/** A multipart message (text and html, RFC 2046 section 5.1.4) of about this many bytes, unlike any other. */
export function makeMail(to: string, index: number, bytes: number): SampleMail {
  const from = `sender${index}@company${index % SENDER_DOMAINS}.example`;
  const boundary = `=_${randomUUID()}`;
  const half = Math.floor((bytes - 900) / 2);
  const lines = [
    `Message-ID: <${randomUUID()}@company.example>`,
    `Date: ${new Date().toUTCString()}`,
    `From: Sender ${index} <${from}>`,
    `To: ${to}`,
    `Subject: Your order ${index}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...fill(half, (paragraph) => paragraph),
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    '<html><head><title>Your order</title></head><body>',
    ...fill(half, (paragraph) => `<p>${paragraph.replace('Friday', '<b>Friday</b>')}</p>`),
    '</body></html>',
    `--${boundary}--`,
    '',
  ];
  return { envelope: { from, to }, raw: lines.join('\r\n') };
}

/** As many paragraphs as fit, each on a separate line. */
function fill(bytes: number, markUp: (paragraph: string) => string): string[] {
  const line = markUp(PARAGRAPH);
  return Array.from({ length: Math.floor(bytes / (line.length + 2)) }, () => line);
}
