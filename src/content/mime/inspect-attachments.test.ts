import { afterAll, expect, it } from 'vitest';
import { docx, paragraph, zip } from '#content/files/fixtures/made-files.ts';
import { startDnsServer } from '#testing/dns-server.ts';
import { createParsePool } from './parse-pool.ts';

// Issue 4, "Bad input": a zip bomb is done within 2 s of CPU, off the main thread.

const dns = await startDnsServer();
const pool = createParsePool({ size: 1, dnsServers: [dns.address] });
afterAll(async () => {
  await pool.close();
  await dns.close();
});

function messageWith(files: { name: string; type: string; content: Uint8Array }[]): Buffer {
  const parts = files.map(
    ({ name, type, content }) =>
      `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`,
  );
  return Buffer.from(
    `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee.\r\n${parts.join('')}--b--\r\n`,
  );
}

const parse = (raw: Uint8Array) =>
  pool.process({
    raw,
    remoteAddress: '192.0.2.1',
    heloName: 'mx',
    envelopeFrom: 'a@b.example',
    trusted: true,
  });

it('tells what each attachment is, in their order', async () => {
  const { parsed, inspections } = await parse(
    messageWith([
      { name: 'a.docx', type: 'application/octet-stream', content: docx(paragraph('x')) },
      { name: 'run.exe', type: 'image/png', content: Buffer.from('MZ\x90\0\x03\0', 'latin1') },
      { name: 'a.txt', type: 'text/plain', content: Buffer.from('words') },
    ]),
  );
  expect(parsed.attachments.map(({ filename }, i) => [filename, inspections[i]!.risk])).toEqual([
    ['a.docx', null],
    ['run.exe', 'executable'],
    ['a.txt', null],
  ]);
  expect(inspections[0]!.contentType).toBe(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  );
});

it('measures a message full of bombs', async () => {
  const bomb = zip([{ name: 'z', content: Buffer.alloc(60_000_000), declaredSize: 5_000_000 }]);
  const raw = messageWith(
    Array.from({ length: 100 }, () => ({ name: 'z.zip', type: 'application/zip', content: bomb })),
  );
  const { inspections } = await parse(raw);
  expect(new Set(inspections.map(({ risk }) => risk))).toEqual(new Set(['archive_bomb']));
  expect(inspections).toHaveLength(100);
});

const program = Buffer.from('MZ\x90\0\x03\0', 'latin1');
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500, 7)]);
const eml = (name: string, content: Uint8Array) =>
  messageWith([{ name, type: 'application/octet-stream', content }]);

it.each<[string, string, string, Uint8Array, string | null]>([
  [
    'a zip with a program behind %PDF',
    'a.pdf',
    'application/pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), zip([{ name: 'run.exe', content: program }])]),
    'executable',
  ],
  [
    'a zip with a program behind a picture',
    'a.png',
    'image/png',
    Buffer.concat([png, zip([{ name: 'run.js', content: Buffer.from('x') }])]),
    'executable',
  ],
  [
    'a harmless zip behind a picture',
    'a.png',
    'image/png',
    Buffer.concat([png, zip([{ name: 'a.txt', content: Buffer.from('x') }])]),
    'type_mismatch',
  ],
  [
    'a zip behind a picture in a zip',
    'a.zip',
    'application/zip',
    zip([{ name: 'a.png', content: Buffer.concat([png, zip([{ name: 'run.exe', content: program }])]) }]),
    'executable',
  ],
  ['a picture', 'a.png', 'image/png', png, null],
  ['a program in an attached message', 'a.eml', 'message/rfc822', eml('run.exe', program), 'executable'],
  [
    'a program in an attached message in another',
    'a.eml',
    'application/octet-stream',
    messageWith([{ name: 'b.eml', type: 'message/rfc822', content: eml('run.exe', program) }]),
    'executable',
  ],
  ['an attached message', 'a.eml', 'message/rfc822', eml('a.txt', Buffer.from('x')), null],
  ['a page with script', 'a.html', 'text/html', Buffer.from('<html><script>1</script>'), 'macro'],
  ['a page with an event', 'a.htm', 'text/html', Buffer.from('<html><body onload="x()">'), 'macro'],
  [
    'a page in UTF-16',
    'a.html',
    'text/html',
    Buffer.from('\ufeff<html><script>1</script>', 'utf16le'),
    'macro',
  ],
  ['a page without', 'a.html', 'text/html', Buffer.from('<html><p>Come on = yes</p>'), null],
  [
    'a drawing with script',
    'a.svg',
    'image/svg+xml',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    'macro',
  ],
  ['a drawing', 'a.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  [
    'a OneNote page',
    'notes.bin',
    'application/octet-stream',
    Buffer.from('e4525c7b8cd8a74daeb15378d02996d3'.padEnd(400, '0'), 'hex'),
    'executable',
  ],
  ['a file named so', 'notes.one', 'application/octet-stream', Buffer.from([1, 2, 3]), 'executable'],
])('%s', async (_, name, type, content, risk) => {
  const { inspections } = await parse(messageWith([{ name, type, content }]));
  expect(inspections[0]!.risk).toBe(risk);
});
