import { expect, it } from 'vitest';
import { adviceOn, policyIn } from './advice.ts';

// When a DMARC policy may become stricter, and which mail that would stop (issue 19, point 4).

const record = (
  found: string[],
  status: 'present' | 'missing' | 'conflict' = 'present',
  found_at: string | null = null,
) => [
  {
    purpose: 'dmarc' as const,
    type: 'TXT' as const,
    name: '_dmarc.acme.example',
    value: 'v=DMARC1; p=none',
    priority: null,
    is_critical: false,
    status,
    found,
    found_at,
    server: null,
  },
];
const days = (many: number, unaligned = 0) =>
  Array.from({ length: many }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`).flatMap((day) => [
    { day, result: 'dkim_spf', messages: 100 - unaligned },
    ...(unaligned > 0 ? [{ day, result: 'none', messages: unaligned }] : []),
  ]);
const advise = (text: string, reported: ReturnType<typeof days>) =>
  adviceOn(policyIn(record([text])), reported);

it.each([
  ['v=DMARC1; p=none; rua=mailto:d@a.example', 'none', 'v=DMARC1; p=quarantine; rua=mailto:d@a.example'],
  ['v=DMARC1;p=quarantine;pct=100', 'quarantine', 'v=DMARC1;p=reject;pct=100'],
  ['v=DMARC1; sp=none; P = None', 'none', 'v=DMARC1; sp=none; P = quarantine'],
])('goes one step from %s', (text, policy, next) => {
  expect(advise(text, days(14, 1))).toMatchObject({ policy, reason: 'ready', record: next, would_break: 14 });
});

it.each([
  ['v=DMARC1; p=reject; t=y', 'quarantine', 'v=DMARC1; p=reject'],
  [
    'v=DMARC1; p=quarantine; t=y; rua=mailto:d@a.example',
    'none',
    'v=DMARC1; p=quarantine; rua=mailto:d@a.example',
  ],
  ['v=DMARC1; p=none; t=y', 'none', 'v=DMARC1; p=quarantine'],
  ['v=DMARC1; p=quarantine; t=n', 'quarantine', 'v=DMARC1; p=reject; t=n'],
])('counts %s, which is only tested, one level less', (text, policy, next) => {
  expect(advise(text, days(14))).toMatchObject({ policy, record: next });
});

it.each([
  ['v=DMARC1; p=reject; sp=none', 'none', 'v=DMARC1; p=quarantine'],
  ['v=DMARC1; p=none; sp=quarantine', 'quarantine', 'v=DMARC1; p=reject'],
  ['v=DMARC1; p=quarantine', 'quarantine', 'v=DMARC1; p=reject'],
  ['v=DMARC1; p=reject; sp=quarantine; t=y', 'none', 'v=DMARC1; p=quarantine'],
  ['v=DMARC1; p=none; sp=reject', 'reject', null],
])('takes the policy for subdomains of a parent with %s', (text, policy, next) => {
  const found = policyIn(record([text], 'present', '_dmarc.parent.example'));
  expect(adviceOn(found, days(14))).toMatchObject({
    policy,
    inherited_from: '_dmarc.parent.example',
    record: next,
    record_name: next && '_dmarc.acme.example',
  });
});

it('stays where it is with few reports, with mail that would break, and at the strictest', () => {
  expect(advise('v=DMARC1; p=none', days(13))).toMatchObject({ next: null, reason: 'too_few_reports' });
  expect(advise('v=DMARC1; p=none', days(20, 2))).toMatchObject({
    next: null,
    record: null,
    reason: 'unaligned_mail',
    messages: 2_000,
    would_break: 40,
  });
  expect(advise('v=DMARC1; p=reject', days(20))).toMatchObject({ next: null, reason: 'strictest' });
});

it('names a missing policy, and one that cannot be read', () => {
  for (const records of [
    record([], 'missing'),
    record(['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'conflict'),
    record(['v=DMARC1; p=maybe']),
    [],
  ])
    expect(adviceOn(policyIn(records), days(20))).toMatchObject({ policy: null, reason: 'no_policy' });
});
