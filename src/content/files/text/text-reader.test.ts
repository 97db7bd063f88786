import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { docx, odt, paragraph, pdf, pdfOf, pptx, xlsx, zip } from '../fixtures/made-files.ts';
import { fileLimits } from '../limits.ts';
import { zipTypes } from '../types.ts';
import { TextReader } from './text-reader.ts';

// Spec 3.3 and 8.2 (20 MB input, 200 pages, 2 MB text); issue 4, "Content" and "Bad input".

const reader = new TextReader();
afterAll(() => reader.close());

const read = (contentType: string, content: Uint8Array | string) =>
  reader.read(async () => ({ contentType, content: Buffer.from(content) }));
const MiB = 1024 * 1024;
const breakPage = '<w:p><w:r><w:br w:type="page"/></w:r><w:r><w:lastRenderedPageBreak/></w:r></w:p>';

describe('text by page', () => {
  it.each([
    [
      'pdf',
      'application/pdf',
      pdf(['Invoice 4711', '', 'Total 12 EUR']),
      ['Invoice 4711', '', 'Total 12 EUR'],
    ],
    [
      'docx',
      zipTypes.docx!,
      docx(`${paragraph('First &amp; second')}${breakPage}${paragraph('Zweite Seite: äöü €')}`),
      ['First & second', '\nZweite Seite: äöü €'],
    ],
    ['docx without pages', zipTypes.docx!, docx(paragraph('a') + paragraph('b')), ['a\nb']],
    [
      'xlsx',
      zipTypes.xlsx!,
      xlsx({
        Orders: [
          ['item', 'price'],
          ['tea', 4.5],
        ],
        Empty: [],
        Notes: [['late']],
      }),
      ['Orders\nitem\tprice\ntea\t4.5', 'Empty', 'Notes\nlate'],
    ],
    ['pptx', zipTypes.pptx!, pptx(['Welcome', 'Numbers']), ['Welcome', 'Numbers']],
    [
      'odt',
      zipTypes.odt!,
      odt('<text:p>One<text:s text:c="2"/>x</text:p><text:soft-page-break/><text:p>Two</text:p>'),
      ['One  x', 'Two'],
    ],
    ['csv', 'text/csv', 'a,b\r\n1,2\r\n', ['a,b\n1,2']],
    ['windows-1252', 'text/plain', Buffer.from('caf\xe9', 'latin1'), ['café']],
    ['utf-16', 'text/plain', Buffer.from('\ufeffhé', 'utf16le'), ['hé']],
    [
      'html',
      'text/html',
      '<title>t</title><style>p{}</style><script>x()</script><h1>Hello</h1><p>you &amp; me</p>',
      ['tHello\n\nyou & me'],
    ],
  ])('%s', async (_, contentType, content, pages) => {
    const result = await read(contentType, content);
    expect(result).toMatchObject({ status: 'ready' });
    if (result.status === 'ready') {
      expect(result.pages.map((page) => page.replace(/^t\n*(?=Hello)/, 't').replace(/ +$/gm, ''))).toEqual(
        pages,
      );
    }
  });

  it('long text is cut into pages at the ends of lines', async () => {
    const result = await read('text/plain', 'one line of text\n'.repeat(10_000));
    if (result.status !== 'ready') throw new Error(result.reason);
    expect(result.pages.length).toBe(6);
    expect(result.pages.every((page) => page.endsWith('one line of text'))).toBe(true);
  });
});

it('what a thread did for other files counts for none that comes after, also while the main thread is busy', async () => {
  // No page comes out of it before its end.
  const file = docx(paragraph('x').repeat(100_000));
  const before = process.cpuUsage();
  const spent = () => process.cpuUsage(before).user / 1000;
  do expect((await read(zipTypes.docx!, file)).status).toBe('ready');
  while (spent() < 3 * fileLimits.text.stalledCpuMs);
  const result = read(zipTypes.docx!, file);
  await new Promise(setImmediate);
  for (const until = performance.now() + 60; performance.now() < until; );
  expect((await result).status).toBe('ready');
});

describe('what has no text', () => {
  it.each([
    ['an unknown type', 'application/octet-stream', 'abc'],
    ['over 20 MB', 'text/plain', Buffer.alloc(20 * MiB + 1, 'a')],
    ['over 2 MB of text', 'text/plain', Buffer.alloc(2 * MiB + 1, 'a')],
    ['over 200 pages', 'application/pdf', pdf(Array.from({ length: 201 }, () => 'x'))],
    ['no pdf at all', 'application/pdf', 'hello'],
    ['a cut docx', zipTypes.docx!, docx(paragraph('x')).subarray(0, 100)],
    ['a docx without a document', zipTypes.docx!, zip([{ name: 'a', content: 'b' }])],
  ])('%s', async (_, contentType, content) => {
    expect(await read(contentType, content)).toMatchObject({ status: 'unavailable' });
  });
});

describe('files that never end, each within two seconds of processor time', () => {
  const endless = (operators: string): Buffer => {
    const stream = deflateSync(Buffer.from(operators));
    return pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> /Font << /F 6 0 R >> >> >>',
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
      '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> /Length 11 >>\nstream\n/X Do /X Do\nendstream',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]);
  };
  const cyclic = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 150 >>',
  ]);
  const repeating = zip([
    { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="a" r:id="r"/></sheets></workbook>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="r" Target="s.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', content: `<sst><si><t>${'x'.repeat(MiB)}</t></si></sst>` },
    { name: 'xl/s.xml', content: `<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>` },
  ]);
  const deepHtml = '<div>'.repeat(400_000);
  const operators = endless('q Q '.repeat(50_000_000));

  it('memory outside of the heap is bounded too', async () => {
    const before = process.memoryUsage.rss();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before);
    }, 10);
    const result = await read('application/pdf', operators);
    clearInterval(watch);
    expect(result).toEqual({ status: 'unavailable', reason: 'too much memory' });
    expect(most).toBeLessThan(300 * MiB);
  });

  it.each([
    ['a form that shows itself twice', 'application/pdf', endless('/X Do')],
    ['a page of 200 MB of operators', 'application/pdf', operators],
    [
      'a page of endless text',
      'application/pdf',
      endless(`BT /F 1 Tf ${'(abcdefgh) Tj '.repeat(4_000_000)} ET`),
    ],
    ['a page tree in a circle', 'application/pdf', cyclic],
    ['quotes in quotes', 'text/html', `${'<blockquote>'.repeat(200)}${'a<br>'.repeat(500_000)}`],
    ['a sheet that repeats a megabyte 400 times', zipTypes.xlsx!, repeating],
    ['a text of 30 MB in a docx', zipTypes.docx!, docx(paragraph('x'.repeat(30_000_000)))],
    ['html that is too deep', 'text/html', deepHtml],
    [
      'entities within entities',
      zipTypes.docx!,
      docx(`<!DOCTYPE d [<!ENTITY a "${'b'.repeat(1000)}">]>${'&a;'.repeat(1000)}`),
    ],
    ['a docx that blows up', zipTypes.docx!, docx(paragraph('x').repeat(600_000))],
  ])('%s', async (_, contentType, content) => {
    const result = await read(contentType, content);
    expect(['ready', 'unavailable']).toContain(result.status);
    // The next file is read as if nothing had been.
    expect(await read('text/plain', 'after')).toEqual({ status: 'ready', pages: ['after'] });
  });
});
