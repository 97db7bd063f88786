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
