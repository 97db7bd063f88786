import { describe, expect, it } from 'vitest';
import { decideVerdict, type Findings, isAligned } from './verdict.ts';

const nothing: Findings = {
  authorProblem: null,
  dmarc: 'none',
  aligned: false,
  lookupFailed: false,
  ownSigned: false,
};

describe('decideVerdict', () => {
  it.each<[Partial<Findings>, string]>([
    [{ dmarc: 'pass' }, 'pass'],
    [{ dmarc: 'pass', lookupFailed: true }, 'pass'],
    [{ dmarc: 'pass', authorProblem: 'two' }, 'unverified'],
    [{ dmarc: 'none', aligned: true }, 'pass'],
    [{ dmarc: 'none', aligned: true, authorProblem: 'two' }, 'unverified'],
    [{ dmarc: 'none' }, 'unverified'],
    [{ dmarc: 'fail' }, 'fail'],
    [{ dmarc: 'fail', aligned: true }, 'fail'],
    [{ dmarc: 'fail', lookupFailed: true }, 'unverified'],
    [{ dmarc: 'fail', authorProblem: 'two' }, 'fail'],
    [{ dmarc: 'temperror', ownSigned: true }, 'pass'],
    [{ dmarc: 'pass', ownSigned: true, authorProblem: 'two' }, 'unverified'],
    [{ dmarc: 'temperror', aligned: true }, 'unverified'],
    [{ dmarc: 'permerror', aligned: true }, 'unverified'],
  ])('%j reads %s', (findings, verdict) => {
    const decided = decideVerdict({ ...nothing, ...findings });
    expect(decided.verdict).toBe(verdict);
    expect(decided.reason === null).toBe(verdict === 'pass');
  });
});

describe('isAligned', () => {
  it.each<[string, string, boolean]>([
    ['a.example', 'A.example.', true],
    ['mail.a.example', 'bounce.a.example', true],
    ['a.example', 'b.example', false],
    ['a.co.uk', 'b.co.uk', false],
    ['x.a.co.uk', 'a.co.uk', true],
    ['alice.github.io', 'mallory.github.io', false],
    ['co.uk', 'a.co.uk', false],
    ['localhost', 'localhost', true],
    ['', '', false],
  ])('%s and %s: %s', (author, other, aligned) => {
    expect(isAligned(author, other)).toBe(aligned);
  });
});
