import { describe, expect, it } from 'vitest';
import { findVerification } from '../find.ts';
import { decodeScorers, encodeScorers } from '../scorer.ts';
import type { Example } from './examples.ts';
import { learn } from './learn.ts';

const said = { otp: 0.9, spam: 0.01, phishing: 0.01, isVerification: true };
const other = { ...said, otp: 0.01, isVerification: false };

const messageOf = (writer: string, number: number): Example[] => [
  {
    writer,
    input: { subject: 'Sign in', text: `Your login code is ${123_400 + number}.`, html: null },
    ...{ said, codes: [String(123_400 + number)], links: [] },
  },
  {
    writer,
    input: { subject: 'Shipped', text: `Your order number is ${993_400 + number}.`, html: null },
    ...{ said: other, codes: [], links: [] },
  },
  {
    writer,
    input: { subject: 'Confirm', text: `Confirm here: https://a.example/c/x${number}Qz`, html: null },
    ...{ said, codes: [], links: [`https://a.example/c/x${number}Qz`] },
  },
  {
    writer,
    input: { subject: 'News', text: `Read on: https://a.example/news/y${number}Kw`, html: null },
    ...{ said: other, codes: [], links: [] },
  },
];

const examples = ['one', 'two', 'three'].flatMap((writer) =>
  [1, 2, 3, 4].flatMap((number) => messageOf(writer, number)),
);

describe('learning to find codes and links', () => {
  it('gives the same bytes for the same messages', () => {
    expect(encodeScorers(learn(examples).scorers)).toEqual(encodeScorers(learn(examples).scorers));
  });

  it('learns which number is the code, and which link confirms', () => {
    const scorers = decodeScorers(Uint8Array.from(encodeScorers(learn(examples).scorers)));
    const find = (text: string, verdict = said) =>
      findVerification({ subject: 'Sign in', text, html: null }, verdict, scorers);
    expect(find('Your order number is 551177.\nYour login code is 884422.')?.code).toBe('884422');
    expect(find('Read on: https://a.example/news/y9Kw\nConfirm here: https://a.example/c/x9Qz')?.link).toBe(
      'https://a.example/c/x9Qz',
    );
    expect(find('Your order number is 551177.', other)).toBeNull();
  });
});
