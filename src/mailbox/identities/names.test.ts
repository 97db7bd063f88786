import { describe, expect, it } from 'vitest';
import type { AppError } from '#kernel/catalogue/errors.ts';
import { type AddressDomain, localPartFor } from './names.ts';
import { name as nameInput } from './schema.ts';

const shared: AddressDomain = { domain: 'platform', suffix: '.acme' };
const bare: AddressDomain = { domain: 'platform', suffix: '' };
const own: AddressDomain = { domain: 'own' };

/** The result for a caller: the local part, or the code of the error. */
function verdict(name: string, addressDomain: AddressDomain): string {
  if (!nameInput.safeParse(name).success) return 'invalid_request';
  try {
    return localPartFor(name, addressDomain);
  } catch (error) {
    return (error as AppError).code;
  }
}

describe('names that are allowed (spec 2.4)', () => {
  it.each([
    ['billing-bot', shared, 'billing-bot.acme'],
    ['a', shared, 'a.acme'],
    ['0', shared, '0.acme'],
    ['a.b_c-d', shared, 'a.b_c-d.acme'],
    ['x'.repeat(24), shared, `${'x'.repeat(24)}.acme`],
    ['agent-', shared, 'agent-.acme'],
    ['support', shared, 'support.acme'],
    ['sales', shared, 'sales.acme'],
    ['info', shared, 'info.acme'],
    ['webmaster', shared, 'webmaster.acme'],
    ['security', shared, 'security.acme'],
    ['admins', shared, 'admins.acme'],
    ['admin2', shared, 'admin2.acme'],
    ['journalist', shared, 'journalist.acme'],
    ['rooted', shared, 'rooted.acme'],
    ['noah', bare, 'noah'],
    ['supporter', bare, 'supporter'],
    ['info-desk', bare, 'info-desk'],
    ['newsroom', bare, 'newsroom'],
    ['support', own, 'support'],
    ['info', own, 'info'],
    ['admin', own, 'admin'],
    ['noreply', own, 'noreply'],
  ])('%s at %o is %s', (name, addressDomain, expected) => {
    expect(verdict(name, addressDomain)).toBe(expected);
  });
});

describe('reserved everywhere on the platform domain (spec 2.4)', () => {
  const names = [
    'postmaster',
    'abuse',
    'noreply',
    'no-reply',
    'no.reply',
    'no_reply',
    'do-not-reply',
    'mailer-daemon',
    'mailerdaemon',
    'mailer',
    'journal',
    'admin',
    'administrator',
    'root',
    'bounce',
    'bounces',
    'dmarc',
  ];
  it.each(names)('%s', (name) => {
    expect(verdict(name, shared)).toBe('address_reserved');
    expect(verdict(name, bare)).toBe('address_reserved');
  });
});

describe('role names of RFC 2142 only where they stand alone (spec 2.4)', () => {
  const names = [
    'info',
    'marketing',
    'sales',
    'support',
    'noc',
    'security',
    'hostmaster',
    'usenet',
    'news',
    'webmaster',
    'www',
    'uucp',
    'ftp',
    'sa.les',
    'supp0rt',
    '1nfo',
  ];
  it.each(names)('%s', (name) => {
    expect(verdict(name, bare)).toBe('address_reserved');
    expect(verdict(name, shared)).toBe(`${name}.acme`);
  });
});

describe('look-alikes of reserved names', () => {
  it.each([
    'p0stmaster',
    'postrnaster',
    'adm1n',
    'admln',
    'a-d-m-i-n',
    '4buse',
    'n0reply',
    'n0-rep1y',
    'r00t',
    'mai1er-daem0n',
    'b0unce',
    'j0urna1',
  ])('%s', (name) => {
    expect(verdict(name, shared)).toBe('address_reserved');
  });

  it('counts on a tenant’s own domain for postmaster and abuse alone', () => {
    expect(verdict('postmaster', own)).toBe('address_reserved');
    expect(verdict('p0stmaster', own)).toBe('address_reserved');
    expect(verdict('abuse', own)).toBe('address_reserved');
    expect(verdict('adm1n', own)).toBe('adm1n');
  });
});

describe('name and suffix together', () => {
  it.each([
    ['no', '-reply'],
    ['mailer', '-daemon'],
    ['post', '.master'],
    ['ab', '_use'],
    ['sup', '.port'],
  ])('%s with the suffix %s is reserved', (name, suffix) => {
    expect(verdict(name, { domain: 'platform', suffix })).toBe('address_reserved');
  });

  it('is at most 40 characters long', () => {
    const suffix = `.${'s'.repeat(15)}`;
    expect(verdict('x'.repeat(24), { domain: 'platform', suffix })).toBe(`${'x'.repeat(24)}${suffix}`);
    expect(verdict('x'.repeat(24), { domain: 'platform', suffix: `${suffix}s` })).toBe('local_part_too_long');
    expect(verdict('x', { domain: 'platform', suffix: `.${'s'.repeat(39)}` })).toBe('local_part_too_long');
  });

  it.each([
    ['agent.', '.acme'],
    ['agent..x', '.acme'],
    ['agent.', ''],
  ])('%s with the suffix %s is not an RFC 5321 local part', (name, suffix) => {
    expect(verdict(name, { domain: 'platform', suffix })).toBe('address_invalid');
  });
});

describe('confusable, mixed-script and right-to-left names (spec 2.4)', () => {
  it.each([
    ['аdmin', 'Cyrillic a, mixed with Latin'],
    ['bіlling', 'Cyrillic i, mixed with Latin'],
    ['ѕаӏеѕ', 'all Cyrillic, reads as sales'],
    ['раурао', 'all Cyrillic, reads as Latin'],
    ['οονο', 'all Greek, reads as oovo'],
    ['ａｄｍｉｎ', 'full-width letters'],
    ['𝐚𝐠𝐞𝐧𝐭', 'mathematical letters'],
    ['ﬁnance', 'a ligature'],
    ['agentא', 'Hebrew'],
    ['עזרה', 'all Hebrew'],
    ['مساعدة', 'all Arabic'],
    ['agent\u202egpj', 'a right-to-left override'],
    ['ag\u200bent', 'a zero-width space'],
    ['ag\u00adent', 'a soft hyphen'],
    ['agentπ', 'Greek, mixed with Latin'],
    ['bot日本', 'Han, mixed with Latin'],
  ])('%s is reserved: %s', (name) => {
    expect(verdict(name, shared)).toBe('address_reserved');
    expect(verdict(name, own)).toBe('address_reserved');
  });
});

describe('names of the wrong form are a mistake of form', () => {
  it.each([
    '',
    '.a',
    '-a',
    '_a',
    'A',
    'Support',
    'a b',
    'a@b',
    'a+b',
    'a/b',
    'x'.repeat(25),
    'müller',
    'josé',
    'поддержка',
    '日本',
    'a\u0000',
    'a\n',
    '\ud800',
    '🙂',
    '%61dmin',
  ])('%j', (name) => {
    expect(verdict(name, shared)).toBe('invalid_request');
  });
});
