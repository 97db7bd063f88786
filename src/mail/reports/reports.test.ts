import { buffer } from 'node:stream/consumers';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { readDmarcReport } from './dmarc-report.ts';
import { reportLimits } from './limits.ts';
import { readTlsReport } from './tls-report.ts';
import { unpackReport } from './unpack.ts';

// Reports of receivers (issue 19, point 4; RFC 7489 appendix C, RFC 8460): hostile until proven otherwise.

const now = new Date('2026-11-22T12:00:00Z');
const begin = Date.parse('2026-11-21T00:00:00Z') / 1000;

const record = (ip: string, count: number | string, dkim: string, spf: string, disposition = 'none') =>
  `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row><identifiers><header_from>acme.example</header_from></identifiers><auth_results><dkim><domain>evil.example</domain><result>pass</result></dkim></auth_results></record>`;
const report = (records: string, head = '', open = '<feedback>') =>
  `<?xml version="1.0"?>${head}${open}<report_metadata><org_name>Big</org_name><report_id>r-1</report_id><date_range><begin>${begin}</begin><end>${begin + 86_399}</end></date_range></report_metadata><policy_published><domain>ACME.example.</domain><p>none</p></policy_published>${records}</feedback>`;
const read = (xml: string) => readDmarcReport(Buffer.from(xml), now);

describe('a DMARC report', () => {
  it('is counted by source and result', async () => {
    const xml = report(
      record('192.0.2.7', 5, 'pass', 'pass') +
        record('192.0.2.7', 2, 'pass', 'pass') +
        record('192.0.2.7', 1, 'fail', 'pass') +
        record('2001:DB8::1', 3, 'pass', 'fail') +
        record('198.51.100.9', 9, 'fail', 'fail', 'quarantine'),
    );
    expect(await read(xml)).toEqual({
      kind: 'dmarc',
      domain: 'acme.example',
      reportId: 'r-1',
      day: '2026-11-21',
      counts: [
        { source: '192.0.2.7', result: 'dkim_spf', disposition: 'none', messages: 7 },
        { source: '192.0.2.7', result: 'spf', disposition: 'none', messages: 1 },
        { source: '2001:db8::1', result: 'dkim', disposition: 'none', messages: 3 },
        { source: '198.51.100.9', result: 'none', disposition: 'quarantine', messages: 9 },
      ],
    });
  });

  it('may have a namespace, also as a prefix (RFC 9990)', async () => {
    const named = report(
      record('192.0.2.7', 1, 'pass', 'pass'),
      '',
      '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">',
    );
    expect((await read(named)).counts).toHaveLength(1);
    const prefixed = named.replaceAll(/<(\/?)(?=[a-z])/g, '<$1d:');
    expect((await read(prefixed)).counts).toHaveLength(1);
  });

  it('expands no entity and fetches nothing', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const xml = report(record('192.0.2.7', 1, '&b;', '&f;') + record('192.0.2.8', 1, 'pass', 'pass'), bomb);
    expect((await read(xml)).counts).toEqual([
      { source: '192.0.2.7', result: 'none', disposition: 'none', messages: 1 },
      { source: '192.0.2.8', result: 'dkim_spf', disposition: 'none', messages: 1 },
    ]);
  });

  it('leaves out rows that say nothing, and sums what is beyond the bound', async () => {
    const odd = ['no-ip', '', '1.2.3', '<b>'].map((ip) => record(ip, 1, 'pass', 'pass')).join('');
    const counts = ['-1', '0', '1.5', '1e30', 'x']
      .map((n) => record('192.0.2.1', n, 'pass', 'pass'))
      .join('');
    expect((await read(report(odd + counts))).counts).toEqual([]);
    const many = Array.from({ length: 1_500 }, (_, n) =>
      record(`10.0.${n >> 8}.${n & 255}`, 2, 'pass', 'pass'),
    ).join('');
    const summed = (await read(report(many))).counts;
    expect(summed).toHaveLength(reportLimits.counts + 1);
    expect(summed.at(-1)).toMatchObject({ source: 'other', messages: 1_000 });
  });

  it.each([
    ['no report', '<html></html>'],
    ['no domain', report('').replace(/<domain>.*<\/domain>/, '')],
    ['no time', report('').replace(`<begin>${begin}`, '<begin>soon')],
    ['a time long past', report('').replace(`<begin>${begin}`, '<begin>1')],
    ['nested too deep', report('<a>'.repeat(50))],
    ['too many records', report(record('192.0.2.1', 1, 'pass', 'pass').repeat(10_001))],
  ])('is refused: %s', async (_, xml) => {
    await expect(read(xml)).rejects.toThrow();
  });
});

describe('a TLS report', () => {
  const tls = {
    'organization-name': 'Big',
    'date-range': { 'start-datetime': '2026-11-21T00:00:00Z', 'end-datetime': '2026-11-21T23:59:59Z' },
    'contact-info': 'tls@big.example',
    'report-id': 'tls-1',
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1'],
          'policy-domain': 'Acme.example',
        },
        summary: { 'total-successful-session-count': 90, 'total-failure-session-count': 10 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'receiving-mx-hostname': 'mx.acme.example',
            'failed-session-count': 7,
          },
        ],
      },
    ],
  };
  const text = (value: unknown) => Buffer.from(JSON.stringify(value));

  it('is counted by host and result', () => {
    expect(readTlsReport(text(tls), now)).toEqual([
      {
        kind: 'tls',
        domain: 'acme.example',
        reportId: 'tls-1',
        day: '2026-11-21',
        counts: [
          { source: 'all', result: 'success', disposition: 'sts', messages: 90 },
          { source: 'all', result: 'failure', disposition: 'sts', messages: 3 },
          { source: 'mx.acme.example', result: 'certificate-expired', disposition: 'sts', messages: 7 },
        ],
      },
    ]);
  });

  it.each([[{}], [[]], [null], [{ ...tls, policies: [] }], [{ ...tls, 'report-id': 7 }]])(
    '%# is refused',
    (json) => {
      expect(() => readTlsReport(text(json), now)).toThrow('no TLS report');
    },
  );
});

describe('an attached file', () => {
  const zipped = async (...files: [name: string, content: Buffer][]) => {
    const zip = new ZipFile();
    for (const [name, content] of files) zip.addBuffer(content, name);
    zip.end();
    return buffer(zip.outputStream as unknown as NodeJS.ReadableStream as never);
  };
  const xml = Buffer.from(report(record('192.0.2.7', 1, 'pass', 'pass')));

  it('is unpacked from gzip, zip, or as it is', async () => {
    expect(await unpackReport(gzipSync(xml))).toEqual(xml);
    expect(await unpackReport(await zipped(['readme.txt', Buffer.from('hi')], ['a!b!1!2.xml', xml]))).toEqual(
      xml,
    );
    expect(await unpackReport(xml)).toEqual(xml);
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a gzip bomb', () => gzipSync(Buffer.alloc(30 * 1024 * 1024))],
    ['a zip bomb', () => zipped(['a.xml', Buffer.alloc(30 * 1024 * 1024)])],
    [
      'a zip of many files',
      () => zipped(...Array.from({ length: 11 }, (_, n): [string, Buffer] => [`${n}.xml`, xml])),
    ],
    ['a zip without a report', () => zipped(['a.exe', xml])],
    ['a broken zip', () => Buffer.concat([Buffer.from('PK'), deflateRawSync(xml)])],
    ['a broken gzip', () => gzipSync(xml).subarray(0, 60)],
    ['too large', () => Buffer.alloc(6 * 1024 * 1024, 'x')],
  ])('%s is refused', async (_, make) => {
    await expect(unpackReport(await make())).rejects.toThrow();
  });
});
