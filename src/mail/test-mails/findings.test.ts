import { expect, it } from 'vitest';
import { findingsOf } from './findings.ts';
import type { FindingCheck, Seen } from './schema.ts';

// The finding and the fix for each result of a receiver.

type Changes = Partial<Omit<Seen, 'authentication'>> & { authentication?: Partial<Seen['authentication']> };

const perfect: Seen = {
  envelope_from: 'test-mail+0@pm-bounces.acme.example',
  helo: 'out.smarthost.example',
  remote_address: '192.0.2.7',
  encrypted: true,
  from: 'postmaster@acme.example',
  authentication: {
    spf: { result: 'pass', domain: 'pm-bounces.acme.example', aligned: true },
    signatures: [{ result: 'pass', domain: 'acme.example', selector: 'pm1', aligned: true }],
    dmarc: { result: 'pass', policy: 'reject', policyDomain: 'acme.example' },
  },
  header: '',
};

const findings = (changes: Changes = {}, transport: 'basic' | 'ses' | 'relay' = 'basic') =>
  findingsOf(
    { ...perfect, ...changes, authentication: { ...perfect.authentication, ...changes.authentication } },
    { domain: 'acme.example', transport },
  );
const signed = (changes: Partial<Seen['authentication']['signatures'][number]>) => ({
  authentication: { signatures: [{ ...perfect.authentication.signatures[0]!, ...changes }] },
});
const spf = (changes: Partial<Seen['authentication']['spf']>) => ({
  authentication: { spf: { ...perfect.authentication.spf, ...changes } },
});

it('finds nothing wrong with a mail that is right, and names the key, the domain and the policy', () => {
  const found = findings();
  expect(found.map(({ state, fix }) => [state, fix])).toEqual(found.map(() => ['good', null]));
  const text = found.map((finding) => finding.found).join('\n');
  for (const part of [
    'policy reject of _dmarc.acme.example',
    'pm1._domainkey.acme.example',
    '192.0.2.7 for pm-bounces.acme.example',
    'test-mail+0@pm-bounces.acme.example',
  ])
    expect(text).toContain(part);
});

it.each<[FindingCheck, 'warn' | 'bad', Changes, RegExp, ('basic' | 'ses' | 'relay')?]>([
  [
    'dmarc',
    'warn',
    { authentication: { dmarc: { result: 'none', policy: null, policyDomain: null } } },
    /Publish the DMARC/,
  ],
  [
    'dmarc',
    'bad',
    { authentication: { dmarc: { ...perfect.authentication.dmarc, result: 'fail' } } },
    /One of them is enough/,
  ],
  [
    'dmarc',
    'warn',
    { authentication: { dmarc: { result: 'temperror', policy: null, policyDomain: null } } },
    /another test/,
  ],
  [
    'dmarc',
    'bad',
    { authentication: { dmarc: { result: 'permerror', policy: null, policyDomain: null } } },
    /not readable/,
  ],
  ['spf', 'warn', spf({ domain: 'smarthost.example', aligned: false }), /return path record/],
  ['spf', 'warn', spf({ domain: 'smarthost.example', aligned: false }), /Keep the DKIM record/, 'relay'],
  ['spf', 'warn', spf({ result: 'temperror' }), /another test/],
  ['spf', 'bad', spf({ result: 'none' }), /Publish the SPF/],
  ['spf', 'bad', spf({ result: 'permerror' }), /at most 10/],
  ['spf', 'bad', spf({ result: 'softfail' }), /does not contain the server/],
  ['spf', 'bad', spf({ result: 'fail' }), /address of your server/, 'relay'],
  ['spf', 'warn', { ...spf({ result: 'fail' }), remote_address: '10.0.0.7' }, /public address/],
  ['dkim', 'bad', { authentication: { signatures: [] } }, /removes the signature/],
  ['dkim', 'bad', { authentication: { signatures: [] } }, /Amazon SES/, 'ses'],
  ['dkim', 'bad', signed({ domain: 'amazonses.com', aligned: false }), /removes the signature/],
  ['dkim', 'bad', signed({ result: 'fail' }), /was changed after it was signed/],
  ['dkim', 'bad', signed({ result: 'permerror' }), /cut off its value/],
  ['dkim', 'warn', signed({ result: 'temperror' }), /another test/],
  ['return_path', 'warn', { envelope_from: 'x@bounces.relay.example' }, /keep the envelope sender/, 'relay'],
  [
    'return_path',
    'warn',
    { envelope_from: 'x@other.example', ...spf({ domain: 'other.example', aligned: false }) },
    /return path record/,
  ],
  ['from', 'bad', { from: 'me@relay.example' }, /changed the sender/],
  ['from', 'bad', { from: null }, /changed the sender/],
  ['tls', 'warn', { encrypted: false }, /STARTTLS/],
  ['server', 'warn', { helo: '[192.0.2.7]' }, /full host name/],
])('%s is %s: %j', (check, state, changes, fix, transport) => {
  const found = findings(changes, transport).find((finding) => finding.check === check)!;
  expect(found).toMatchObject({ state, fix: expect.stringMatching(fix) });
});
