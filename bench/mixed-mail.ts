import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { type DKIMSignOptions, dkimSign } from 'mailauth';
import type { DnsZone } from '#testing/dns-server.ts';

// The mixed set of the inbound bench: 60% text of 5 KB, 30% html of 50 KB, 10% of 1 MB with attachments, all signed
// and with a policy, from many senders.

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const DOMAINS = 50;
const domainOf = (index: number): string => `company${index % DOMAINS}.example`;

export const zone: DnsZone = Object.fromEntries(
  Array.from({ length: DOMAINS }, (_, index) => domainOf(index)).flatMap((domain) => [
    [domain, { TXT: ['v=spf1 ip4:127.0.0.1 ip4:192.0.2.1 -all'] }],
    [`s1._domainkey.${domain}`, { TXT: [`v=DKIM1; p=${key}`] }],
    [`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=reject'] }],
  ]),
);

export type MixedMail = { envelope: { from: string; to: string }; raw: string };

const SENTENCE =
  'The parts that you ordered have left our warehouse this morning; the carrier expects to deliver them on Friday.';

/** One message of the mixed set. */
export const makeMixedMail = (to: string, index: number): Promise<MixedMail> =>
  makeSigned(to, index, bodyOf(index));

/** A signed message, as from a current sender. `body` begins with its header fields. */
export async function makeSigned(to: string, index: number, body: string): Promise<MixedMail> {
  const domain = domainOf(index);
  const from = `sender${index % 200}@${domain}`;
  const head = [
    `From: Sender ${index % 200} <${from}>`,
    `To: ${to}`,
    `Subject: Your order ${index}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${randomUUID()}@${domain}>`,
    'MIME-Version: 1.0',
  ].join('\r\n');
  const source = `${head}\r\n${body}`;
  const { signatures } = await dkimSign(source, {
    canonicalization: 'relaxed/relaxed',
    signatureData: [{ signingDomain: domain, selector: 's1', privateKey: pem }],
  } as DKIMSignOptions);
  return { envelope: { from, to }, raw: signatures + source };
}

function bodyOf(index: number): string {
  if (index % 10 < 6) return `Content-Type: text/plain; charset=utf-8\r\n\r\n${lines(5_000)}`;
  if (index % 10 < 9) return `Content-Type: text/html; charset=utf-8\r\n\r\n${html(50_000)}`;
  return withFiles(1_000_000);
}

const lines = (bytes: number): string => `${SENTENCE}\r\n`.repeat(Math.floor(bytes / (SENTENCE.length + 2)));

function html(bytes: number): string {
  const row = `<tr><td style="padding:4px;color:#333333;font-size:14px"><a href="https://shop.example/p/1">Part</a> ${SENTENCE}</td></tr>\r\n`;
  return `<html><head><style>.a{color:#333}</style></head><body><table>${row.repeat(Math.floor(bytes / row.length))}</table></body></html>\r\n`;
}

/** Two attached files of about this many bytes on the wire, one of them random. */
export function withFiles(bytes: number): string {
  const size = Math.floor((bytes - 3_000) * 0.73);
  const file = (name: string, type: string, content: Buffer): string =>
    [
      '--b0',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64\r\n',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n');
  return [
    'Content-Type: multipart/mixed; boundary=b0\r\n',
    `--b0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${lines(2_000)}`,
    file('photo.bin', 'application/octet-stream', randomBytes(Math.floor(size * 0.8))),
    file('table.csv', 'text/csv', Buffer.from('part,price\n'.repeat(Math.floor((size * 0.2) / 11)))),
    '--b0--\r\n',
  ].join('\r\n');
}
