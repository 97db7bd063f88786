import { describe, expect, it } from 'vitest';
import {
  evaluate,
  findIn,
  labelledMessages,
  precision,
  recall,
} from '#content/reading/verification/labelled/evaluate.ts';

// Codes and links in mail (spec 3.2, 4.7, 6.4), tested on labelled messages.

describe('labelled messages', () => {
  const tuning = labelledMessages('tuning');
  const heldOut = labelledMessages('held-out');

  it('are at least 150 in at least 12 languages, each once', () => {
    const all = [...tuning, ...heldOut];
    expect(all.length).toBeGreaterThanOrEqual(150);
    expect(new Set(all.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(all.map(({ subject, text }) => subject + text)).size).toBe(all.length);
  });

  it.each(['code', 'link'] as const)('%ss are found, and no others', (kind) => {
    const known = evaluate(tuning, kind);
    expect(precision(known)).toBeGreaterThanOrEqual(0.94);
    expect(recall(known)).toBeGreaterThanOrEqual(0.96);
    const score = evaluate(heldOut, kind);
    expect(precision(score)).toBeGreaterThanOrEqual(0.94);
    expect(recall(score)).toBeGreaterThanOrEqual(0.9);
  });
});

describe('what a stranger writes', () => {
  const found = (text: string, html: string | null = null) => findIn({ subject: 'Code', text, html });

  it.each([
    ['one run of letters', 'a'.repeat(1_000_000)],
    ['one run of digits', '1'.repeat(1_000_000)],
    ['spaced digits', '1 '.repeat(500_000)],
    ['half a word, again and again', 'verification cod '.repeat(60_000)],
    ['a word, again and again', 'your verification code '.repeat(50_000)],
    ['many numbers', 'code 123456 '.repeat(90_000)],
    ['capitals with hyphens', 'AB1-'.repeat(250_000)],
    ['marks', 'e\u0301'.repeat(500_000)],
    ['lines', '\ncode'.repeat(200_000)],
    ['digits on lines of their own', '1\n'.repeat(400_000)],
    ['blanks', ' '.repeat(1_000_000)],
  ])('may be %s', (_, text) => {
    expect(() => found(text, `<a href="https://x.example/${text}">`.repeat(3))).not.toThrow();
    expect(() => found('See below.', `<td>${text}</td>`)).not.toThrow();
  });

  it('never makes a link of another scheme, or one without a secret', () => {
    const link = (href: string) =>
      found('Please verify', `<a href="${href}">Verify your email</a>`)?.link ?? null;
    expect(link('javascript:verify(0123456789abcdef01)')).toBeNull();
    expect(link('ftp://x.example/verify?token=0123456789abcdef01')).toBeNull();
    expect(link('https://x.example/verify')).toBeNull();
    expect(link('https://x.example/verify?token=0123456789abcdef01&amp;a=b')).toBe(
      'https://x.example/verify?token=0123456789abcdef01&a=b',
    );
  });

  it('tells its code in html alone, where the text only points to it', () => {
    const code = (html: string, text = 'See the html.') => found(text, html)?.code ?? null;
    const cells = [...'883012'].map((digit) => `<td>${digit}</td>`).join('');
    expect(code(`<p>Your security code</p><table><tr>${cells}</tr></table>`)).toBe('883012');
    expect(code('<p>Your security code</p><b>664-091</b><p>94103 Town</p>')).toBe('664091');
    expect(
      code('<p>Your security code</p><b>664-091</b>', 'A letter of some length. '.repeat(20)),
    ).toBeNull();
  });

  it('is read at its beginning only', () => {
    expect(found(`${'word '.repeat(4_000)}\nYour verification code is 123456`)).toBeNull();
  });
});
