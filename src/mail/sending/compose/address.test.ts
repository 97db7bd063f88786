import { describe, expect, it } from 'vitest';
import { parseAddress } from '#kernel/base/email-address.ts';
import { parseRecipients } from './recipients.ts';

describe('parseAddress', () => {
  it.each([
    ['a@example.com', 'a@example.com'],
    ['  Big.Case+tag@EXAMPLE.Com ', 'Big.Case+tag@example.com'],
    ["o'neil!#$%&*/=?^_`{|}~-@example.com", "o'neil!#$%&*/=?^_`{|}~-@example.com"],
    ['"quoted local"@example.com', '"quoted local"@example.com'],
    ['"plain"@example.com', 'plain@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['a@exämple.org', 'a@xn--exmple-cua.org'],
    ['a@日本語.jp', 'a@xn--wgv71a119e.jp'],
    ['a@xn--exmple-cua.org', 'a@xn--exmple-cua.org'],
    ['a@mail.localhost', 'a@mail.localhost'],
    ['a@localhost', 'a@localhost'],
    ['a@[192.0.2.1]', 'a@[192.0.2.1]'],
    ['a@[IPv6:2001:db8::1]', 'a@[IPv6:2001:db8::1]'],
    [`${'l'.repeat(64)}@example.com`, `${'l'.repeat(64)}@example.com`],
  ])('%s', (input, address) => {
    expect(parseAddress(input)).toEqual({ ok: true, address });
  });

  it.each([
    ['', 'address_invalid'],
    ['nobody', 'address_invalid'],
    ['@example.com', 'address_invalid'],
    ['a@', 'address_invalid'],
    ['a b@example.com', 'address_invalid'],
    ['.a@example.com', 'address_invalid'],
    ['a..b@example.com', 'address_invalid'],
    ['a@b@example.com', 'address_invalid'],
    ['a@-example.com', 'address_invalid'],
    ['a@exam_ple.com', 'address_invalid'],
    ['a@example..com', 'address_invalid'],
    ['a@example.com.', 'address_invalid'],
    ['a@127.0.0.1', 'address_invalid'],
    ['a@０x7f.1', 'address_invalid'],
    ['a@[300.1.1.1]', 'address_invalid'],
    ['a@[2001:db8::1]', 'address_invalid'],
    ['a@ex%41mple.com', 'address_invalid'],
    ['a@exa\u202emple.com', 'address_invalid'],
    ['a,b@example.com', 'address_invalid'],
    ['a@example.com, b@example.com', 'address_invalid'],
    ['a@example.com>\r\nRCPT TO:<x@example.com', 'address_invalid'],
    ['a\u0000@example.com', 'address_invalid'],
    ['a\ud800@example.com', 'address_invalid'],
    ['"a\\\u0007"@example.com', 'address_invalid'],
    ['"unclosed@example.com', 'address_invalid'],
    [`${'l'.repeat(65)}@example.com`, 'address_invalid'],
    [`a@${'d'.repeat(64)}.com`, 'address_invalid'],
    [`${'l'.repeat(60)}@${'d.'.repeat(100)}com`, 'address_invalid'],
    ['x'.repeat(100_000), 'address_invalid'],
    ['jörg@example.com', 'address_unsupported'],
    ['"a>b"@example.com', 'address_unsupported'],
  ])('%j is %s', (input, code) => {
    expect(parseAddress(input)).toMatchObject({ ok: false, code });
  });
});

describe('parseRecipients', () => {
  it('reads strings, names and objects, and keeps the first of duplicates across the fields', () => {
    const parsed = parseRecipients({
      to: ['a@example.com', 'Bea <b@example.com>', { address: 'c@exämple.org', name: ' Cé ' }],
      cc: ['"Doe, D." <d@example.com>', 'A@Example.com', { address: 'e@example.com' }],
      bcc: ['c@xn--exmple-cua.org', 'f@example.com', '<f@example.com>'],
    });
    expect(parsed).toEqual({
      to: [
        { address: 'a@example.com', name: null },
        { address: 'b@example.com', name: 'Bea' },
        { address: 'c@xn--exmple-cua.org', name: 'Cé' },
      ],
      cc: [
        { address: 'd@example.com', name: 'Doe, D.' },
        { address: 'e@example.com', name: null },
      ],
      bcc: [{ address: 'f@example.com', name: null }],
      count: 6,
      violations: [],
    });
  });

  it('names every violation with its path', () => {
    const parsed = parseRecipients({
      to: ['ok@example.com', 'nobody'],
      cc: [{ address: 'jörg@example.com', name: null }],
      bcc: [
        { address: 'x@example.com', name: 'a\r\nBcc: y@example.com' },
        { address: 'y@example.com', name: 'n'.repeat(257) },
      ],
    });
    expect(parsed.violations.map(({ code, path }) => [code, path])).toEqual([
      ['address_invalid', 'to.1'],
      ['address_unsupported', 'cc.0.address'],
      ['invalid_request', 'bcc.0.name'],
      ['invalid_request', 'bcc.1.name'],
    ]);
    expect(parsed.count).toBe(1);
  });
});
