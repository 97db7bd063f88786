import { describe, expect, it } from 'vitest';
import type { Authentication } from '#content/mime/index.ts';
import { judgeClaim, signingKeyNames } from './own-mail.ts';

const passed: Authentication = {
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
  arc: 'none',
  verdict: 'pass',
  domain: 'mail.ours.example',
  ownSigned: false,
  reason: null,
};

describe('mail from outside that claims a domain of ours (decisions.md, Message trust verdict)', () => {
  it.each<[Partial<Authentication>, Authentication['verdict']]>([
    [{}, 'fail'],
    [{ verdict: 'unverified' }, 'fail'],
    [{ domain: 'sub.mail.ours.example' }, 'fail'],
    [{ ownSigned: true }, 'pass'],
    [{ domain: 'ours.example' }, 'pass'],
    [{ domain: 'notmail.ours.example' }, 'pass'],
    [{ domain: null, verdict: 'unverified' }, 'unverified'],
  ])('%j reads %s', (changes, verdict) => {
    expect(judgeClaim({ ...passed, ...changes }, ['mail.ours.example']).verdict).toBe(verdict);
  });
});

describe('signingKeyNames', () => {
  const names = (header: string) =>
    signingKeyNames(Buffer.from(`${header}\r\nFrom: a@b.example\r\n\r\nDKIM-Signature: s=x; d=y`));
  it.each<[string, string[]]>([
    ['DKIM-Signature: v=1; d=Ours.example; s=one', ['one._domainkey.ours.example']],
    ['dkim-signature : s=one;\r\n d=ours\r\n\t.example', ['one._domainkey.ours.example']],
    [
      'DKIM-Signature: s=one; d=a.example\r\nDKIM-Signature: s=one; d=a.example',
      ['one._domainkey.a.example'],
    ],
    ['DKIM-Signature: s=one', []],
    ['DKIM-Signature: ;;;=;', []],
    ['X: DKIM-Signature: s=one; d=a.example', []],
    [
      Array.from({ length: 50 }, (_, i) => `DKIM-Signature: s=s${i}; d=a.example`).join('\r\n'),
      Array.from({ length: 10 }, (_, i) => `s${i}._domainkey.a.example`),
    ],
  ])('%#', (header, expected) => {
    expect(names(header)).toEqual(expected);
  });
});
