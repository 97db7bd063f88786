import { describe, expect, it } from 'vitest';
import { cleanFilename } from './filename.ts';
import { parseStructuredValue } from './media-type.ts';

describe('parseStructuredValue', () => {
  it.each<[string, string, Record<string, string>]>([
    ['text/plain', 'text/plain', {}],
    ['Text/HTML; Charset="UTF-8"', 'text/html', { charset: 'UTF-8' }],
    ['text/plain; charset=utf-8 (the usual)', 'text/plain', { charset: 'utf-8' }],
    ['text/plain (x; y=z); a=b', 'text/plain', { a: 'b' }],
    ['multipart/mixed; boundary="a;b\\"c"', 'multipart/mixed', { boundary: 'a;b"c' }],
    ['multipart/mixed; boundary="first"; boundary=second', 'multipart/mixed', { boundary: 'first' }],
    ['attachment; filename=Invoice(1).pdf', 'attachment', { filename: 'Invoice(1).pdf' }],
    ['attachment; flag; filename=a.pdf;', 'attachment', { filename: 'a.pdf' }],
    ["attachment; filename*=UTF-8''%e2%82%ac.txt; filename=euro.txt", 'attachment', { filename: '€.txt' }],
    [
      "attachment; filename*1*=%ACb; filename*0*=utf-8''a%E2%82; filename*2=c",
      'attachment',
      { filename: 'a€bc' },
    ],
    ['attachment; filename*0=a%20; filename*1=b', 'attachment', { filename: 'a%20b' }],
    ["attachment; filename*=iso-8859-1'de'%FC.txt", 'attachment', { filename: 'ü.txt' }],
    ['attachment; filename="never closed', 'attachment', { filename: 'never closed' }],
    ['text/plain; __proto__=x; constructor=y', 'text/plain', { ['__proto__']: 'x', constructor: 'y' }],
    ['', '', {}],
  ])('%s', (input, value, parameters) => {
    const parsed = parseStructuredValue(input);
    expect(parsed.value).toBe(value);
    expect([...parsed.parameters]).toEqual(Object.entries(parameters));
  });
});

describe('cleanFilename', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.txt', 'a.txt'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['line\r\nbreak.txt', 'linebreak.txt'],
    ['nul\0.txt', 'nul\ufffd.txt'],
    ['..', ''],
    ['   .hidden ', 'hidden'],
    ['con.txt', '_con.txt'],
    ['what?.txt', 'what_.txt'],
    ['x/', ''],
    ['\ud800lone.txt', '\ufffdlone.txt'],
  ])('%j', (name, expected) => {
    expect(cleanFilename(name)).toBe(expected);
  });

  it('shortens from the middle to 255 bytes of whole characters', () => {
    const name = cleanFilename(`${'😀'.repeat(100)}.pdf`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^(😀)+\.pdf$/u);
  });
});
