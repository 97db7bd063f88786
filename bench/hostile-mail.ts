import { generateKeyPairSync } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { type DKIMSignOptions, dkimSign } from 'mailauth';
import { head, hostile } from '../src/content/mime/hostile-fixtures.ts';

// The mail of the hostile bench: the cases of the parser's tests, signed bodies, and attached archive bombs.

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** For the DNS server of the bench. */
export const zone = {
  's1._domainkey.sender.example': {
    TXT: [`v=DKIM1; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`],
  },
};

/** A valid signature of a body that is expensive to hash. */
async function signed(body: string, canonicalization: string): Promise<string> {
  const { signatures } = await dkimSign(`${head}\r\nHello.\r\n`, {
    canonicalization,
    signatureData: [{ signingDomain: 'sender.example', selector: 's1', privateKey: pem }],
  } as DKIMSignOptions);
  return `${signatures}${head}\r\n${body}`;
}

const bodies: Record<string, () => string> = {
  spaces: () => ' '.repeat(20_000_000),
  'tabs and spaces': () => '\t '.repeat(10_000_000),
  'one line': () => 'x'.repeat(20_000_000),
  'words in one line': () => 'x '.repeat(10_000_000),
  'empty lines': () => '\r\n'.repeat(10_000_000),
  'spaces at line ends': () => 'x \r\n'.repeat(5_000_000),
  'lines of spaces': () => ' \r\n'.repeat(6_000_000),
  'carriage returns': () => 'x\r\r\r\r'.repeat(4_000_000),
  'letters on lines': () => 'x\r\n'.repeat(6_000_000),
  'empty lines before a word': () => `${'\r\n'.repeat(5_000_000)}x`.repeat(2),
};

function zip(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content, { level: 9 });
  const field = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(claimed, 18);
  common.writeUInt16LE(field.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, field, packed]);
  const place = Buffer.alloc(14);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, field]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

const attached = (filename: string, type: string, content: Buffer): string =>
  [
    `${head}MIME-Version: 1.0`,
    'Content-Type: multipart/mixed; boundary=b\r\n',
    '--b\r\n\r\nSee the file.\r\n--b',
    `Content-Type: ${type}; name="${filename}"`,
    `Content-Disposition: attachment; filename="${filename}"`,
    'Content-Transfer-Encoding: base64\r\n',
    content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--b--\r\n',
  ].join('\r\n');

const zeros = () => Buffer.alloc(100_000_000);
const files: Record<string, () => string> = {
  'a zip of 100 MB of zeros': () => attached('a.zip', 'application/zip', zip('a.txt', zeros())),
  'a zip that lies about its size': () => attached('a.zip', 'application/zip', zip('a.txt', zeros(), 10)),
  'zips in a zip': () => {
    let inner = zip('a.txt', zeros());
    for (let level = 0; level < 12; level++) inner = zip(`${level}.zip`, inner);
    return attached('a.zip', 'application/zip', inner);
  },
  'a pdf that never ends': () =>
    attached(
      'a.pdf',
      'application/pdf',
      Buffer.from(`%PDF-1.7\n${'1 0 obj\n<< /Kids [1 0 R] /Parent 1 0 R >>\n'.repeat(200_000)}`),
    ),
  '18 MB in one file': () => attached('a.bin', 'application/octet-stream', Buffer.alloc(18_000_000, 7)),
};

const text = (type: string, body: string): string => `${head}Content-Type: ${type}\r\n\r\n${body}`;
/** Close to the largest accepted size. The data kept from them must fit into the heap of the thread. */
const large: Record<string, () => string> = {
  '24 MB of line feeds': () => text('text/plain', '\r\n'.repeat(12_000_000)),
  '24 MB of quotes': () => text('text/plain; format=flowed', '>\r\n'.repeat(8_000_000)),
  '24 MB of UTF-16': () => text('text/plain; charset=utf-16le', 'a\0'.repeat(12_000_000)),
  '24 MB of ISO-2022-JP': () => text('text/plain; charset=iso-2022-jp', '\x1b$B\x1b(B'.repeat(4_000_000)),
  '24 MB of breaks': () => text('text/html', '<br>'.repeat(6_000_000)),
  '24 MB of hidden spans': () => text('text/html', '<b style="color:#fff">a</b>'.repeat(900_000)),
  '24 MB of style': () => text('text/html', `<style>${'.a{color:red}'.repeat(1_900_000)}</style>`),
  '24 MB of header': () => `X: ${'y\r\n '.repeat(6_000_000)}\r\n${head}\r\nbody`,
  '24 MB of delimiters': () => text('multipart/mixed; boundary=b', '--b\r\n'.repeat(4_800_000)),
  'a zip of 200,000 entries': () =>
    attached(
      'a.zip',
      'application/zip',
      Buffer.concat(Array.from({ length: 200_000 }, () => directoryEntry)),
    ),
};
const directoryEntry = Buffer.concat([
  Buffer.from('PK\x01\x02', 'latin1'),
  Buffer.alloc(42),
  Buffer.from('a'),
]);

/** All cases. Each is created on demand, because together they would not fit into memory. */
export const hostileMail: [name: string, make: () => Promise<string>][] = [
  ...Object.entries(hostile).map(([name, make]): [string, () => Promise<string>] => [
    name,
    async () => make(),
  ]),
  ...['relaxed/relaxed', 'simple/simple'].flatMap((canonicalization) =>
    Object.entries(bodies).map(([name, make]): [string, () => Promise<string>] => [
      `signed (${canonicalization.split('/')[0]}): ${name}`,
      () => signed(make(), canonicalization),
    ]),
  ),
  ...Object.entries(large).map(([name, make]): [string, () => Promise<string>] => [name, async () => make()]),
  ...Object.entries(files).map(([name, make]): [string, () => Promise<string>] => [name, async () => make()]),
];
