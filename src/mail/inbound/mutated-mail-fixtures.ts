import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Messages that mail programs or attackers really sent. */
const folder = join(import.meta.dirname, '../../content/mime/fixtures');
const samples = (): Buffer[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name)));

type Random = (below: number) => number;

/** mulberry32: small, and the same on every machine. */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

/** Pieces that have caused failures in databases, parsers and indexes. */
const pieces: readonly (string | Buffer)[] = [
  '\0',
  '\r\n',
  '\r\n\r\n',
  '\r\n ',
  '=00',
  '=ED=A0=80',
  '\u202e',
  '😀'.repeat(130),
  '漢'.repeat(1_000),
  '\ufdfa'.repeat(200),
  'a'.repeat(3_000),
  `<${'漢'.repeat(900)}@x.example>`,
  `"${'😀'.repeat(99)}y"`,
  '=?utf-8?q?=00=00?=',
  '=?utf-8?b?7aCA7bCA?=',
  '=?utf-16?b?2AAAAA==?=',
  '=?iso-2022-jp?b?GyRCGyhC?=',
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
  Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
  '\r\nDate: Mon, 31 Dec 99999 23:59:60 +9999\r\n',
  '\r\nDate: Tue, 1 Jan 0001 00:00:00 +0000\r\n',
  '\r\nFrom: "\0" <a\0b@\0.example>\r\n',
  '\r\nContent-Type: text/plain; charset=utf-16le\r\n',
  '\r\nContent-Type: text/html; charset="\0"\r\n',
  '\r\nContent-Type: multipart/mixed; boundary=""\r\n',
  "\r\nContent-Disposition: attachment; filename*=utf-8''%00%ed%a0%80.txt\r\n",
  '\r\nContent-Transfer-Encoding: base64\r\n',
  '\r\nContent-Transfer-Encoding: quoted-printable\r\n',
  '\r\nList-Unsubscribe: <\0>\r\n',
  'Your code is \0 123456.',
  'UID:\0\ud83d\r\n',
];

const asBuffer = (piece: string | Buffer): Buffer => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** An endless sequence of messages, the same for the same seed. */
export function* mutatedMail(seed: number): Generator<Buffer, never> {
  const random = randomOf(seed);
  const originals = samples();
  for (let count = 0; ; count += 1) {
    let mail = originals[random(originals.length)]!;
    for (let left = 1 + random(6); left > 0; left -= 1) mail = mutate(mail, random, originals);
    // Identical bytes would count as the same message.
    yield Buffer.concat([mail, Buffer.from(`\r\n${seed}/${count}\r\n`)]);
  }
}

function mutate(mail: Buffer, random: Random, originals: readonly Buffer[]): Buffer {
  const at = random(mail.length + 1);
  const [before, after] = [mail.subarray(0, at), mail.subarray(at)];
  const kind = random(6);
  if (kind === 0) return Buffer.concat([before, after.subarray(random(Math.min(after.length, 200) + 1))]);
  if (kind === 1) {
    const other = originals[random(originals.length)]!;
    return Buffer.concat([before, other.subarray(random(other.length))]);
  }
  if (kind === 2) {
    const copy = Buffer.from(mail);
    for (let flips = 1 + random(8); flips > 0 && copy.length > 0; flips -= 1)
      copy[random(copy.length)] = random(256);
    return copy;
  }
  if (kind === 3) return Buffer.concat([before, after.subarray(0, random(300)), after]);
  return Buffer.concat([before, asBuffer(pieces[random(pieces.length)]!), after]);
}
