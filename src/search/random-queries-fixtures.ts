// Random query strings that no person would write but some client will send; the same seed gives the same strings.

/** mulberry32, so that failures can be reproduced. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pieces = [
  ...[
    'from:',
    'to:',
    'subject:',
    'is:',
    'has:',
    'type:',
    'before:',
    'on:',
    'newer_than:',
    'larger:',
    'needs_reply:',
  ],
  ...[
    'unread',
    'attachment',
    '2026-02-29',
    '9999-12-31',
    '0001-01-01',
    '99999y',
    '7d',
    '999999999m',
    '>=0.5',
    '-1',
  ],
  ...[
    '"',
    '(',
    ')',
    '-',
    '*',
    'OR',
    'AND',
    'NOT',
    ' ',
    '  ',
    ':',
    '\\',
    "'",
    '&',
    '|',
    '!',
    '<->',
    ':*A',
    '%',
    '_',
    ';',
  ],
  ...[
    'alpha',
    'Größe',
    '会議',
    'ชื่อ',
    '😀',
    '\u0301',
    '\u200b',
    '\u00a0',
    '\ufeff',
    '\u202e',
    'x'.repeat(300),
    '0x',
    '{}',
    '$1',
  ],
];

export function randomQuery(random: () => number): string {
  const length = Math.floor(random() * 14);
  const piece = () =>
    random() < 0.2
      ? String.fromCodePoint(0x20 + Math.floor(random() * 0x2fff))
      : pieces[Math.floor(random() * pieces.length)]!;
  return Array.from({ length }, piece).join(random() < 0.5 ? '' : ' ');
}
