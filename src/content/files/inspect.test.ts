import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { docx, paragraph, pdf, tar, tarEntry, xlsx, zip } from './fixtures/made-files.ts';
import { measuringBudget } from './gauge.ts';
import { inspectFile } from './inspect.ts';

// Spec 2.6 (attachments[].risk, content_type); issue 4, "Content" and "Bad input".

const MiB = 1024 * 1024;
const inspect = (filename: string, content: Uint8Array | string, contentType = 'application/octet-stream') =>
  inspectFile({ filename, contentType, content: Buffer.from(content) }, measuringBudget());
const riskOf = async (...args: Parameters<typeof inspect>) => (await inspect(...args)).risk;

const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const exe = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(120)]);
const ole = (name: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    Buffer.from(name, 'utf16le'),
    Buffer.alloc(64),
  ]);

describe('content types', () => {
  it.each([
    ['a.pdf', pdf(['x']), 'application/pdf'],
    ['a.png', png, 'image/png'],
    [
      'a.docx',
      docx(paragraph('x')),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a.xlsx', xlsx({ a: [[1]] }), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.zip', zip([{ name: 'a.txt', content: 'a' }]), 'application/zip'],
    ['a.csv', 'a,b\n1,2\n', 'text/csv'],
    ['a.html', '<!DOCTYPE html><p>x', 'text/html'],
    ['a.doc', ole('WordDocument'), 'application/msword'],
    ['attachment-1.bin', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
    ['a.txt', 'ID3 is a tag of music files', 'text/plain'],
    ['a.txt', 'MZ is how programs begin', 'text/plain'],
  ])('of %s are read from the bytes, and nothing harmless has a risk', async (name, content, contentType) => {
    expect(await inspect(name, content)).toEqual({ contentType, risk: null });
  });

  it('keep what kind of text a text was declared', async () => {
    expect(await inspect('invite.ics', 'BEGIN:VCALENDAR', 'text/calendar')).toEqual({
      contentType: 'text/calendar',
      risk: null,
    });
  });
});

describe('risks', () => {
  it.each([
    ['setup.exe', exe, 'executable'],
    ['holiday.dat', exe, 'executable'],
    ['run.js', 'WScript.Echo(1)', 'executable'],
    ['order.zip', zip([{ name: 'docs/order.vbs', content: 'x' }]), 'executable'],
    ['order.zip', zip([{ name: 'order.dat', content: exe }]), 'executable'],
    ['invoice.pdf.exe', exe, 'double_extension'],
    ['invoice.pdf          .scr', exe, 'double_extension'],
    ['photo.jpg.html', '<html>', 'double_extension'],
    ['plan.docx', docx(paragraph('x'), { name: 'word/vbaProject.bin', content: 'x' }), 'macro'],
    ['plan.xlsm', xlsx({ a: [[1]] }), 'macro'],
    ['plan.doc', ole('_VBA_PROJECT'), 'macro'],
    ['secret.zip', zip([{ name: 'a.txt', content: 'a', encrypted: true }]), 'encrypted_archive'],
    ['secret.docx', ole('EncryptedPackage'), 'encrypted_archive'],
    ['scan.pdf', png, 'type_mismatch'],
    ['scan.png', '<html><script>1</script>', 'type_mismatch'],
    ['notes.txt', zip([{ name: 'a.txt', content: 'a' }]), 'type_mismatch'],
    ['cut.zip', zip([{ name: 'a.txt', content: 'a' }]).subarray(0, 40), 'type_mismatch'],
  ])('%s', async (name, content, risk) => {
    expect(await riskOf(name, content)).toBe(risk);
  });

  it('a declared type counts as a promise too', async () => {
    expect(await riskOf('scan', png, 'application/pdf')).toBe('type_mismatch');
    expect(await riskOf('scan', png, 'image/jpeg')).toBeNull();
  });

  it('a name with dots is no double extension', async () => {
    expect(await riskOf('report.v2.pdf', pdf(['x']))).toBeNull();
    const sources = tar(tarEntry('src/a.txt', 'a'), tarEntry('bin/a', '', 0, '../src/a.txt'));
    expect(await riskOf('sources.tar.gz', gzipSync(sources))).toBeNull();
  });

  it.each([
    [
      '7z',
      Buffer.concat([
        Buffer.from('377abcaf271c0004', 'hex'),
        u32(0),
        u64(4),
        u64(8),
        u32(0),
        Buffer.from('00000000', 'hex'),
        Buffer.from('1706010a06f10701', 'hex'),
      ]),
    ],
    [
      'rar',
      Buffer.concat([Buffer.from('526172211a0700', 'hex'), Buffer.from('00007380000d00000000000000', 'hex')]),
    ],
    ['rar', Buffer.concat([Buffer.from('526172211a070100', 'hex'), u32(0), Buffer.from([4, 4, 0, 0, 0])])],
  ])('an encrypted %s', async (extension, content) => {
    expect(await riskOf(`a.${extension}`, content)).toBe('encrypted_archive');
  });
});

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
function u64(value: number): Buffer {
  return Buffer.concat([u32(value), u32(0)]);
}

describe('archive bombs, each within two seconds of processor time', () => {
  const zeros = (bytes: number) => Buffer.alloc(bytes);
  const nested = (depth: number): Buffer =>
    depth === 0
      ? zeros(20 * MiB)
      : zip(
          Array.from({ length: 8 }, (_, i) => ({
            name: `${i}.zip`,
            content: depth === 1 ? zip([{ name: 'z', content: nested(0) }]) : nested(depth - 1),
          })),
        );
  const deep = (levels: number): Buffer =>
    levels === 0
      ? zip([{ name: 'a.txt', content: 'a' }])
      : zip([{ name: 'a.zip', content: deep(levels - 1), stored: true }]);
  const rar5 = Buffer.concat([
    Buffer.from('526172211a070100', 'hex'),
    u32(0),
    // Header size, type 2, no flags, no file flags, unpacked size of 34 GB, attributes, method, system, name.
    Buffer.from([16, 2, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 0, 0, 0, 3, 97, 46, 116]),
  ]);

  it.each([
    ['a ratio over 100', zip([{ name: 'a', content: zeros(5 * MiB) }])],
    ['more than 100 MB', zip([{ name: 'a', content: Buffer.alloc(1), declaredSize: 200 * MiB }])],
    ['archives in archives', nested(2)],
    ['archives in archives in archives', deep(8)],
    [
      'overlapping entries',
      zip([
        { name: 'a', content: 'a'.repeat(500) },
        { name: 'a', content: 'a'.repeat(500), shares: 0 },
      ]),
    ],
    ['a size said too small', zip([{ name: 'a', content: zeros(30 * MiB), declaredSize: 100 }])],
    ['a large size said too small', zip([{ name: 'a', content: zeros(30 * MiB), declaredSize: 2 * MiB }])],
    ['a size said too large', zip([{ name: 'a', content: 'abc', declaredSize: 100 }])],
    ['a path out of the folder', zip([{ name: '../../etc/cron.d/x', content: 'x' }])],
    ['a path from the root', zip([{ name: '/etc/passwd', content: 'x' }])],
    ['a path of Windows', zip([{ name: 'C:\\Windows\\x', content: 'x' }])],
    ['two names for one file', zip([{ name: 'a.txt', content: 'x', localName: 'b.exe' }])],
    ['gzip of zeros', gzipSync(zeros(30 * MiB))],
    ['a link out of a tar', tar(tarEntry('a/b', '', 0, '../../etc/passwd'))],
    ['a link to the root in a tar', tar(tarEntry('a', '', 0, '/etc/passwd'))],
    ['a path in a tar', gzipSync(tar(tarEntry('../x', 'x')))],
    ['a tar that says more than it has', tar(tarEntry('x', 'x', 2 ** 32))],
    ['sizes of a rar', rar5],
  ])('%s', async (_, content) => {
    expect(await riskOf('a.dat', content)).toBe('archive_bomb');
  });

  it('30,000 entries', async () => {
    const many = zip(Array.from({ length: 30_000 }, (_, i) => ({ name: `${i}`, content: '', stored: true })));
    expect(await riskOf('a.zip', many)).toBe('archive_bomb');
  });

  it('a whole message has one budget', async () => {
    const budget = measuringBudget();
    const content = zip([{ name: 'a', content: Buffer.concat([randomBytes(MiB), zeros(40 * MiB)]) }]);
    const results: unknown[] = [];
    for (let i = 0; i < 10; i += 1)
      results.push((await inspectFile({ filename: 'a.zip', contentType: '', content }, budget)).risk);
    expect(results.slice(0, 4)).toEqual([null, null, null, null]);
    expect(results.at(-1)).toBe('archive_bomb');
  });
});

it('any damage is survived', async () => {
  const files = [
    docx(paragraph('x')),
    gzipSync(tar(tarEntry('a', 'b'))),
    tar(tarEntry('a', 'b')),
    zip([{ name: 'a', content: 'x'.repeat(99) }]),
  ];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % below;
  };
  for (const file of files) {
    for (let i = 0; i < 100; i += 1) {
      const flipped = Buffer.from(file);
      for (let k = 0; k < 4; k += 1) flipped[random(flipped.length)] = random(256);
      await expect(inspect('a.zip', flipped)).resolves.toBeTruthy();
      await expect(inspect('a.zip', file.subarray(0, random(file.length)))).resolves.toBeTruthy();
    }
  }
});
