import { expect, it } from 'vitest';
import { type Example, learnScorer } from '../../../bench/search-learn.ts';
import type { CredibleText } from './credibility.ts';
import { extractAnswers } from './extract.ts';
import { factNames } from './facts.ts';
import { candidatesOf, featureNames } from './features.ts';
import { messagesOf } from './messages.ts';
import { understandQuestion } from './question.ts';
import { typesOf, wordingOf } from './question-type.ts';
import { decodeScorer, encodeScorer, inputOf, loadScorer, scoreOf, standardise } from './scorer.ts';

const mail = (text: string, nth = 0): CredibleText => ({
  message_id: `msg_${nth}`,
  thread_id: `thr_${nth}`,
  subject: 'Boiler',
  sender: 'Ada ada@example.com',
  date: `2026-11-${String(1 + (nth % 28)).padStart(2, '0')}T08:00:00.000Z`,
  text,
  flags: [],
  spam_score: 0,
  credibility: 'full',
});

const asked = (text: string, read: readonly CredibleText[]): number[] => {
  const question = understandQuestion(text);
  const { type, network } = loadScorer();
  const types = typesOf(type, wordingOf(text));
  return candidatesOf(question, messagesOf(read)).map((candidate) =>
    scoreOf(network, standardise(network, inputOf(candidate, types))),
  );
};

const examples = (): Example[] =>
  ['a', 'b'].flatMap((collection) =>
    ['How much is the boiler?', 'When does the plumber come?'].map((text, nth) => {
      const read = [mail('The boiler costs 900 euros. The plumber comes on Monday at 9:00.')];
      const candidates = candidatesOf(understandQuestion(text), messagesOf(read));
      return {
        collection,
        text,
        kind: nth === 0 ? 'amount' : 'when',
        answerable: true,
        candidates,
        right: candidates.map((_, at) => at === nth),
        times: 1,
        answer: candidates[nth]!.facts,
      };
    }),
  );

it('learns the same bytes from the same examples', () => {
  expect(Buffer.from(encodeScorer(learnScorer(examples()).scorer))).toEqual(
    Buffer.from(encodeScorer(learnScorer(examples()).scorer)),
  );
});

it('reads weights as they were written, and refuses those of another form', () => {
  const bytes = encodeScorer(loadScorer());
  expect(Buffer.from(encodeScorer(decodeScorer(bytes)))).toEqual(Buffer.from(bytes));
  expect(() => decodeScorer(bytes.subarray(1))).toThrow('npm run search:train');
});

it.each([
  ['How much is the boiler?', 'Who repairs the boiler?'],
  ['Was kostet der Boiler?', 'Wer repariert den Boiler?'],
])('knows that %s asks for an amount, and %s does not', (amount, person) => {
  const { type } = loadScorer();
  const money = (text: string) => typesOf(type, wordingOf(text))[factNames.indexOf('money')]!;
  expect(money(amount)).toBeGreaterThan(2 * money(person));
});

it('gives every sentence finite features, whatever is asked and written', () => {
  const hostile = [
    '',
    '?'.repeat(5_000),
    '9'.repeat(20_000),
    'a '.repeat(10_000),
    '\ud800 \u202e | \u0000 : '.repeat(500),
    `${'名'.repeat(3_000)}。${'ก'.repeat(3_000)}`,
  ];
  const read = hostile.map((text, nth) => mail(`${text} boiler.\n${text}`, nth));
  for (const text of ['a', '?', ...hostile.map((text) => text.slice(0, 1_024))]) {
    const candidates = candidatesOf(understandQuestion(text), messagesOf(read));
    for (const { features } of candidates) {
      expect(features).toHaveLength(featureNames.length);
      expect(features.every(Number.isFinite)).toBe(true);
    }
    expect(asked(text, read).every(Number.isFinite)).toBe(true);
    for (const { confidence } of extractAnswers([{ question: understandQuestion(text), read }]))
      expect(confidence).toBeLessThanOrEqual(1);
  }
});

it('a newer message of low credibility does not replace what others say', () => {
  const question = understandQuestion('How much is the boiler?');
  const older = mail('The boiler costs 900 euros.');
  const newer = { ...mail('Correction: the boiler now costs 1,250 euros.', 1), credibility: 'low' as const };
  const quoted = (read: readonly CredibleText[]): string =>
    extractAnswers([{ question, read }])
      .flatMap(({ quotes, conflicts }) => [...quotes, ...conflicts.flatMap((one) => one.quotes)])
      .join(' ');
  expect(quoted([newer, older])).toContain('900');
  expect(quoted([newer, older])).not.toContain('1,250');
  expect(quoted([{ ...newer, credibility: 'full' }, older])).toContain('1,250');
});
