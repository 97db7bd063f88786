import { describe, expect, it } from 'vitest';
import { checkCustomHeaders } from './headers.ts';

const codes = (headers: Record<string, string>, service: string[] = []) =>
  checkCustomHeaders(headers, service).map(({ code, path }) => [code, path]);

describe('custom headers (interface-spec 4.6 rule 5)', () => {
  it.each<Record<string, string>>([
    { 'X-Ticket': '42' },
    { 'x-under_score-9': 'é ü 日本' },
    { [`X-${'n'.repeat(98)}`]: 'longest name' },
    { 'X-Long': 'v'.repeat(2048) },
    { importance: 'high', PRIORITY: 'non-urgent', Sensitivity: 'Company-Confidential' },
    { Keywords: 'a, b', Comments: 'any text', Organization: 'Acme' },
    { 'X-Tab': 'a\tb' },
    { 'X-Proof': 'not ours', 'X-AI-Generated-By': 'free' },
  ])('allows %j', (headers) => {
    expect(codes(headers)).toEqual([]);
  });

  it.each([
    'Subject',
    'From',
    'Bcc',
    'Reply-To',
    'Content-Type',
    'DKIM-Signature',
    'Auto-Submitted',
    'List-Unsubscribe',
    'X-',
    'X',
    'X-Bad Name',
    'X-Bad:Name',
    'X-Bad\r\nBcc',
    'X-Ünicode',
    ' X-Padded',
    '',
    '__proto__x',
    'constructor',
    `X-${'n'.repeat(99)}`,
    'X-AI-Generated',
    'x-ai-generated',
    'X-Proofmail-Tenant',
    'x-proofmail',
  ])('refuses the name %j', (name) => {
    expect(codes({ [name]: 'v' })).toEqual([['header_not_allowed', `headers.${name}`]]);
  });

  it.each([
    ['Importance', 'urgent'],
    ['Priority', 'high'],
    ['Sensitivity', 'secret'],
    ['X-A', 'a\r\nBcc: x@example.com'],
    ['X-A', 'a\nb'],
    ['X-A', 'a\u0000b'],
    ['X-A', 'a\u0085b'],
    ['X-A', 'a\u2028b'],
    ['X-A', 'a\ud800b'],
    ['X-A', ''],
    ['X-A', '  '],
    ['X-A', 'v'.repeat(2049)],
    ['X-A', 'é'.repeat(1025)],
  ])('refuses the value of %s: %j', (name, value) => {
    expect(codes({ [name]: value })).toEqual([['invalid_request', `headers.${name}`]]);
  });

  it('refuses names that differ only in case', () => {
    expect(codes({ 'X-Tag': 'a', 'x-tag': 'b' })).toEqual([['invalid_request', 'headers.x-tag']]);
  });

  it('refuses more than 16 KB together, to the byte', () => {
    const full = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`X-${index}`, 'v'.repeat(2045)]),
    );
    expect(codes(full)).toEqual([]);
    expect(codes({ ...full, 'X-7': 'v'.repeat(2046) })).toEqual([['invalid_request', 'headers']]);
  });

  it('counts the headers of the service among the 20 that are not X- ones', () => {
    const service = Array.from({ length: 19 }, (_, index) => `Service-${index}`);
    expect(codes({ Keywords: 'a', 'X-A': 'b', 'X-B': 'c' }, service)).toEqual([]);
    expect(codes({ Keywords: 'a', Comments: 'b' }, service)).toEqual([['invalid_request', 'headers']]);
    expect(codes({ Keywords: 'a', Comments: 'b' }, ['X-AI-Generated', ...service.slice(1)])).toEqual([]);
  });
});
