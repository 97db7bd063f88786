import { describe, expect, it } from 'vitest';
import { extractReply } from './quoted-reply.ts';

describe('extractReply', () => {
  it.each([
    ['nothing quoted', 'Hello\n\nworld', 'Hello\n\nworld'],
    ['answer above', 'Yes.\n\nOn Mon, Jul 1, 2025, A <a@b.example> wrote:\n> Really?', 'Yes.'],
    ['answer below', '> Really?\n\nYes.', 'Yes.'],
    ['French', 'Oui.\n\nLe lun. 30 juin 2025 à 09:00, A <a@b.example> a écrit :\n> Vraiment ?', 'Oui.'],
    [
      'a header broken over two lines',
      'Yes.\n\nOn Mon, Jul 1, 2025 at 9:00 AM A\n<a@b.example> wrote:\n> Q',
      'Yes.',
    ],
    ['RFC 3676 signature', 'Yes.\n-- \nAda', 'Yes.'],
    ['phone signature', 'Yes.\n\nSent from my iPhone', 'Yes.'],
    ['a greeting is no signature', 'Yes.\n\nBest regards,\nAda', 'Yes.\n\nBest regards,\nAda'],
    ['rules are no signature', 'One\n---\nTwo\n____\nThree', 'One\n---\nTwo\n____\nThree'],
    ['a rule in a reply', 'One\n---\nTwo\n\nOn Mon, A <a@b.example> wrote:\n> Q', 'One\n---\nTwo'],
    ['nothing but a quote', '> only this', '> only this'],
    ['the word wrote', 'She wrote: come at once.\n\nSo I came.', 'She wrote: come at once.\n\nSo I came.'],
    ['a long signature mark is text', `-- \n${'line\n'.repeat(30)}`, `-- \n${'line\n'.repeat(30)}`.trim()],
  ])('%s', (_name, text, expected) => {
    expect(extractReply(text)).toBe(expected);
  });

  it('keeps every answer between quotes, in order', () => {
    const answers = Array.from({ length: 20 }, (_, i) => `Answer ${i}.`);
    const text = answers.map((answer, i) => `> Question ${i}\n> in two lines?\n\n${answer}\n`).join('\n');
    expect(extractReply(text).match(/Answer \d+\./g)).toEqual(answers);
    expect(extractReply(text)).not.toContain('Question');
  });

  it('takes out marked lines of a text that is too long for the parser', () => {
    const text = `Top\n${'> quoted\n'.repeat(20_000)}Bottom`;
    expect(extractReply(text)).toBe('Top\nBottom');
  });
});
