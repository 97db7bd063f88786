import { describe, expect, it } from 'vitest';
import { looksLike } from './look-alike-domains.ts';
import { showsOtherAddress } from './names.ts';
import { type SpamEvidence, spamRules, spamScore } from './spam-rules.ts';

describe('looksLike', () => {
  it.each([
    ['examp1e.com', 'example.com'],
    ['exarnple.com', 'example.com'],
    ['ехample.com', 'example.com'],
    ['xn--xample-2of.com', 'example.com'],
    ['éxample.com', 'example.com'],
    ['exmaple.com', 'example.com'],
    ['exampel.com', 'example.com'],
    ['examplee.com', 'example.com'],
    ['exmple.com', 'example.com'],
    ['ex-ample.com', 'example.com'],
    ['mail.examp1e.com', 'example.com'],
    ['example.com.evil.net', 'example.com'],
    ['example-billing.com', 'example.com'],
    ['secure-example.net', 'example.com'],
    ['example.co', 'example.com'],
    ['rnicrosoft.com', 'microsoft.com'],
    ['paypaI.com'.toLowerCase(), 'paypal.com'],
    ['grnail.com', 'gmail.com'],
    ['goog1e.co.uk', 'google.co.uk'],
    ['internationalbsuinesz.com', 'internationalbusiness.com'],
  ])('%s for %s', (candidate, meant) => {
    expect(looksLike(candidate, meant, { own: false })).toBe(true);
  });

  it.each([
    ['example.com', 'example.com'],
    ['mail.example.com', 'example.com'],
    ['EXAMPLE.com', 'mail.example.com'],
    ['other.com', 'example.com'],
    ['abc.com', 'abd.com'],
    ['shop1.com', 'shop2.com'],
    ['example.de', 'example.com'],
    ['sample-company.com', 'example.com'],
    ['localhost', 'example.com'],
    ['192.0.2.1', 'example.com'],
    ['', 'example.com'],
    ['x'.repeat(300), 'example.com'],
    ['alice.github.io', 'bob.github.io'],
  ])('not %s for %s', (candidate, meant) => {
    expect(looksLike(candidate, meant, { own: false })).toBe(false);
  });

  it('one’s own name under another suffix', () => {
    expect(looksLike('example.de', 'example.com', { own: true })).toBe(true);
    expect(looksLike('examp1e.de', 'example.com', { own: true })).toBe(true);
    expect(looksLike('proofmai1.test', 'proofmail.localhost', { own: true })).toBe(true);
  });
});

describe('showsOtherAddress', () => {
  it.each([
    ['ceo@bank.example', 'x@evil.example', true],
    ['"CEO" <ceo@bank.example>', 'x@evil.example', true],
    ['ceo＠bank.example', 'x@evil.example', true],
    ['ceo\u200b@bank.example', 'x@evil.example', true],
    ['alice@gmail.com', 'mallory@gmail.com', true],
    ['support@bank.example', 'noreply@mail.bank.example', false],
    ['x@evil.example', 'X@evil.example', false],
    ['x@evil.example', 'x+tag@evil.example', false],
    ['Ada @ Bank', 'x@evil.example', false],
    ['', 'x@evil.example', false],
  ])('%s of %s', (name, address, shows) => {
    expect(showsOtherAddress({ name, address })).toBe(shows);
  });
});

const clean: SpamEvidence = {
  parsed: {
    signals: [],
    date: '2026-01-01T00:00:00.000Z',
    messageId: '<a@b>',
    to: [{ address: 'x@y.example', name: '' }],
    cc: [],
    from: { address: 'a@b.example', name: '' },
  },
  authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass', verdict: 'pass' },
  flags: [],
  knownSender: false,
  spamProbability: 0,
};

describe('spamScore', () => {
  it('stays between 0 and 1, and is 0 for a clean message', () => {
    expect(spamScore(clean)).toBe(0);
    expect(spamScore({ ...clean, knownSender: true })).toBe(0);
    const everything = {
      ...clean,
      flags: ['display_name_spoof', 'lookalike_domain', 'hidden_text', 'reply_to_mismatch'],
    };
    expect(spamScore({ ...everything, parsed: { ...clean.parsed, signals: ['gtube', 'ip_link'] } })).toBe(1);
  });

  it('adds the weights of the rules that hold', () => {
    const parsed = {
      ...clean.parsed,
      signals: ['image_only' as const, 'link_mismatch' as const],
      date: null,
    };
    expect(spamScore({ ...clean, parsed })).toBe(0.5);
  });

  it('is the learned probability, which structure may only raise', () => {
    expect(spamScore({ ...clean, spamProbability: 0.42 })).toBe(0.42);
    expect(spamScore({ ...clean, spamProbability: 0.42, knownSender: true })).toBe(0.42);
    const parsed = { ...clean.parsed, signals: ['ip_link' as const] };
    expect(spamScore({ ...clean, parsed, spamProbability: 0.42 })).toBe(0.42);
    expect(spamScore({ ...clean, parsed, spamProbability: 0.1 })).toBe(0.2);
    expect(spamScore({ ...clean, spamProbability: null })).toBe(0);
  });

  it('lets no single rule but the test message reach the default threshold', () => {
    const names = spamRules.filter(({ weight }) => weight >= 0.8).map(({ name }) => name);
    expect(names).toEqual(['gtube']);
    expect(new Set(spamRules.map(({ name }) => name)).size).toBe(spamRules.length);
  });
});
