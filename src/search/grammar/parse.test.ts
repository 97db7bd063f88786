import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse.ts';
import { agoFrom, bytesOf, thresholdOf } from './values.ts';

// The grammar of decisions.md section 4.

const word = (text: string, prefix = false) => ({ kind: 'word', text, prefix });
const errorOf = (query: string): { position: number; expected: string } => {
  try {
    parseQuery(query);
  } catch (error) {
    return (error as { details: { position: number; expected: string } }).details;
  }
  throw new Error(`${query} was parsed`);
};

describe('queries', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['hello', word('hello')],
    ['in*', word('in', true)],
    ['"two words"', { kind: 'phrase', text: 'two words' }],
    ['a b', { kind: 'and', of: [word('a'), word('b')] }],
    ['a AND b', { kind: 'and', of: [word('a'), word('b')] }],
    ['a OR b c', { kind: 'or', of: [word('a'), { kind: 'and', of: [word('b'), word('c')] }] }],
    ['-a', { kind: 'not', of: word('a') }],
    ['NOT a', { kind: 'not', of: word('a') }],
    ['e-mail', word('e-mail')],
    ['a or b', { kind: 'and', of: [word('a'), word('or'), word('b')] }],
    ['(a OR b) c', { kind: 'and', of: [{ kind: 'or', of: [word('a'), word('b')] }, word('c')] }],
    ['12:30', word('12:30')],
    ['*', word('*')],
    ['- a', { kind: 'and', of: [word('-'), word('a')] }],
  ])('%j', (query, parsed) => {
    expect(parseQuery(query)).toEqual(parsed);
  });

  it('take operators with a word, a phrase or alternatives, in any case', () => {
    expect(parseQuery('FROM:ann')).toEqual({
      kind: 'operator',
      name: 'from',
      values: [{ text: 'ann', phrase: false, position: 5 }],
    });
    expect(parseQuery('from: "Ann Lee"')).toMatchObject({ values: [{ text: 'Ann Lee', phrase: true }] });
    expect(parseQuery('label:(a OR "b c")')).toMatchObject({ values: [{ text: 'a' }, { text: 'b c' }] });
    expect(parseQuery('-has:attachment')).toMatchObject({ kind: 'not', of: { name: 'has' } });
    expect(parseQuery('needs_reply:>=0.5')).toMatchObject({ name: 'needs_reply' });
    expect(parseQuery('after:2026-01-05T09:30:00+02:00')).toMatchObject({ name: 'after' });
  });
});

describe('errors say where, in characters, and what may stand there', () => {
  it.each([
    ['"open', 5, 'closing quote'],
    ['👍 "open', 7, 'closing quote'],
    ['(a', 2, 'closing parenthesis'],
    ['a)', 1, 'end of the query'],
    ['colour:red', 0, 'from:'],
    ['a OR', 4, 'a word'],
    ['OR a', 0, 'a word'],
    ['NOT', 3, 'a word'],
    ['()', 1, 'a word'],
    ['from:', 5, 'a value'],
    ['x from:', 7, 'a value'],
    ['from:(a b)', 8, 'OR or a closing parenthesis'],
    ['has:money', 4, 'attachment, link, code'],
    ['is:lost', 3, 'unread'],
    ['type:exe', 5, 'pdf'],
    ['before:yesterday', 7, 'a date'],
    ['on:2026-02-30', 3, 'a date'],
    ['after:2026-01-05T25:00:00Z', 6, 'a date'],
    ['newer_than:5', 11, 'a number with h'],
    ['larger:big', 7, 'bytes'],
    ['needs_reply:2', 12, 'from 0 to 1'],
    [`${'('.repeat(17)}a${')'.repeat(17)}`, 16, '16 levels'],
    [Array.from({ length: 65 }, () => 'a').join(' '), 128, '64 words'],
  ])('%j', (query, position, expected) => {
    const details = errorOf(query);
    expect(details.position).toBe(position);
    expect(details.expected).toContain(expected);
  });
});

describe('values', () => {
  const now = new Date('2026-03-31T12:00:00Z');
  it.each([
    ['5h', '2026-03-31T07:00:00.000Z'],
    ['2w', '2026-03-17T12:00:00.000Z'],
    ['1m', '2026-02-28T12:00:00.000Z'],
    ['12m', '2025-03-31T12:00:00.000Z'],
    ['1y', '2025-03-31T12:00:00.000Z'],
    ['99999y', '1970-01-01T00:00:00.000Z'],
  ])('%s ago', (age, then) => {
    expect(agoFrom(now, age).toISOString()).toBe(then);
  });

  it('sizes count in 1,024', () => {
    expect([bytesOf('10'), bytesOf('2k'), bytesOf('3M')]).toEqual([10, 2_048, 3_145_728]);
  });

  it('a bare threshold means at least', () => {
    expect(thresholdOf('0.5')).toEqual({ compare: '>=', value: 0.5 });
    expect(thresholdOf('<.2')).toEqual({ compare: '<', value: 0.2 });
  });
});

it('parses or refuses whatever it is given, at once', () => {
  const pieces = [
    '"',
    '(',
    ')',
    '-',
    '*',
    ':',
    ' ',
    'OR ',
    'NOT ',
    'from:',
    'a',
    '日',
    '\u0000',
    'has:',
    '>=',
    '👍',
  ];
  let seed = 7;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31);
  for (let round = 0; round < 20_000; round += 1) {
    const query = Array.from({ length: next() % 24 }, () => pieces[next() % pieces.length]).join('');
    try {
      parseQuery(query);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_query', details: { position: expect.any(Number) } });
    }
  }
});
