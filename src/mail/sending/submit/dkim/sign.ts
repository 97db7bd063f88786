import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

export type DkimKey = { domain: string; selector: string; privateKey: KeyObject };

/** Signs off the main thread, because an RSA signature costs as much as the rest of a submission. */
const signAsync = promisify(sign) as (algorithm: string, data: Uint8Array, key: KeyObject) => Promise<Buffer>;

/** The fields that readers see, and those that mail programs act on (RFC 6376 5.4.1, RFC 8058 4). */
const SIGNED = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'reply-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'auto-submitted',
  'list-unsubscribe',
  'list-unsubscribe-post',
];

/**
 * A composed message, preceded by its DKIM-Signature (RFC 6376, rsa-sha256, relaxed/relaxed). This is our own code,
 * because the streams of the libraries cost several times as much as the signature itself. The test verifies it with
 * mailauth.
 */
export async function signMessage(
  raw: Uint8Array,
  { domain, selector, privateKey }: DkimKey,
): Promise<Buffer> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end + 2);
  const fields = fieldsOf(head);
  const present = SIGNED.filter((name) => fields.has(name));
  // From is listed once more than it occurs, so that nobody can add another one.
  const names = ['from', ...present].join(':');
  const bodyHash = createHash('sha256')
    .update(relaxedBody(bytes.toString('latin1', end + 4)), 'latin1')
    .digest('base64');
  const tags = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector};\r\n h=${names.replaceAll(/(.{1,60}):/g, '$1:\r\n ')};\r\n bh=${bodyHash};\r\n b=`;
  const signed = present.map((name) => `${name}:${relaxedValue(fields.get(name)!)}\r\n`).join('');
  const input = Buffer.from(`${signed}dkim-signature:${relaxedValue(tags)}`, 'latin1');
  const signature = (await signAsync('sha256', input, privateKey)).toString('base64');
  const field = `DKIM-Signature: ${tags}${signature.replaceAll(/.{72}(?=.)/g, '$&\r\n ')}\r\n`;
  return Buffer.concat([Buffer.from(field, 'latin1'), bytes]);
}

/** Fields by lower-case name. Of several with the same name the last one, because signers start from the bottom. */
function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const field of head.split(/\r\n(?![ \t])/)) {
    const colon = field.indexOf(':');
    if (colon > 0) fields.set(field.slice(0, colon).trimEnd().toLowerCase(), field.slice(colon + 1));
  }
  return fields;
}

/** RFC 6376 3.4.2: unfolded, white space as one space. */
const relaxedValue = (value: string): string =>
  value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/^ | $/g, '');

/** RFC 6376 3.4.4. The steps take linear time, whatever the content is. */
function relaxedBody(body: string): string {
  const lines = body.replaceAll(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
  let end = lines.endsWith(' ') ? lines.length - 1 : lines.length;
  while (end >= 2 && lines.startsWith('\r\n', end - 2)) end -= 2;
  return end <= 0 ? '' : `${lines.slice(0, end)}\r\n`;
}
