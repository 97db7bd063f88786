import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/base/clock.ts';
import type { DomainStatus } from './schema.ts';
import { dueReminder, type Evidence, findingOf, nextCheck, nextStatus } from './state.ts';

// The life cycle of a domain (spec 3.3; decisions.md section 3, Domain): a status, the evidence, and the next status.

const NOW = new Date('2026-11-10T10:00:00Z');
const all: Evidence = {
  ownership: 'present',
  critical: 'present',
  optional: 'present',
  nameservers: 'same',
  registration: 'same',
};
const nothing: Evidence = { ...all, ownership: 'missing', critical: 'missing', optional: 'missing' };
const silence: Evidence = {
  ownership: 'unknown',
  critical: 'unknown',
  optional: 'unknown',
  nameservers: 'unknown',
  registration: 'unknown',
};

const nextOf = (status: DomainStatus, evidence: Evidence, days = 0) =>
  nextStatus({ status, status_since: new Date(NOW.getTime() - days * DAY).toISOString() }, evidence, NOW);

const statuses: DomainStatus[] = ['pending', 'verifying', 'healthy', 'degraded', 'failing', 'suspended'];

describe('nextStatus', () => {
  it.each<[string, Evidence, Record<DomainStatus, string>]>([
    ['everything is there', all, s('healthy', 'healthy', 'healthy', 'healthy', 'healthy')],
    ['nothing is there', nothing, s('pending', 'pending', lost, lost, lost)],
    ['nobody answers', silence, s('pending', 'verifying', 'healthy', 'degraded', 'failing')],
    [
      'only ownership',
      { ...nothing, ownership: 'present' },
      s('verifying', 'verifying', 'failing', 'failing', 'failing'),
    ],
    [
      'a record that is not critical is missing',
      { ...all, optional: 'missing' },
      s('degraded', 'degraded', 'degraded', 'degraded', 'degraded'),
    ],
    [
      'a critical record is missing',
      { ...all, critical: 'missing' },
      s('verifying', 'verifying', 'failing', 'failing', 'failing'),
    ],
    [
      'nobody answers for critical records',
      { ...all, critical: 'unknown' },
      s('verifying', 'verifying', 'healthy', 'degraded', 'failing'),
    ],
    [
      'nobody answers for the others',
      { ...all, optional: 'unknown' },
      s('verifying', 'verifying', 'healthy', 'degraded', 'degraded'),
    ],
    [
      'ownership is not answered for',
      { ...all, ownership: 'unknown' },
      s('pending', 'verifying', 'healthy', 'healthy', 'healthy'),
    ],
    [
      'the ownership record vanished',
      { ...all, ownership: 'missing' },
      s('pending', 'pending', lost, lost, lost),
    ],
    [
      'the name servers changed',
      { ...all, nameservers: 'changed' },
      s('healthy', 'healthy', moved, moved, moved),
    ],
    [
      'the domain is registered no more',
      { ...nothing, registration: 'changed' },
      s('pending', 'pending', ...three('suspended: registration_changed')),
    ],
  ])('%s', (_, evidence, expected) => {
    const found = Object.fromEntries(
      statuses.map((status) => {
        const { status: next, suspension } = nextOf(status, evidence);
        return [status, suspension ? `${next}: ${suspension}` : next];
      }),
    );
    expect(found).toEqual(expected);
  });

  it('failing for 14 days suspends, and not before; an unanswered check does not', () => {
    const failing = { ...all, critical: 'missing' } as const;
    expect(nextOf('failing', failing, 13.9)).toEqual({ status: 'failing', suspension: null });
    expect(nextOf('failing', failing, 14)).toEqual({ status: 'suspended', suspension: 'failing_14_days' });
    expect(nextOf('failing', silence, 20)).toEqual({ status: 'failing', suspension: null });
    expect(nextOf('failing', all, 20)).toEqual({ status: 'healthy', suspension: null });
    expect(nextOf('healthy', failing, 20)).toEqual({ status: 'failing', suspension: null });
  });
});

const lost = 'suspended: ownership_record_missing';
const moved = 'suspended: nameservers_changed';
function three(status: string): [string, string, string] {
  return [status, status, status];
}
/** The next status for each status. A suspended domain stays suspended whatever is found. */
function s(pending: string, verifying: string, healthy: string, degraded: string, failing: string) {
  return { pending, verifying, healthy, degraded, failing, suspended: 'suspended' };
}

it('a group of records: one that is missing decides, then one that is unknown', () => {
  const there = { isPresent: true, isUnknown: false };
  const missing = { isPresent: false, isUnknown: false };
  const unknown = { isPresent: false, isUnknown: true };
  expect(findingOf([there, there])).toBe('present');
  expect(findingOf([there, unknown])).toBe('unknown');
  expect(findingOf([unknown, missing, there])).toBe('missing');
  expect(findingOf([])).toBe('present');
});

it('checks come 1, 5 and 15 minutes after the start, then hourly, then daily; a suspended domain has none', () => {
  const minutes = (status: DomainStatus, checks: number) => {
    const due = nextCheck(status, checks, NOW);
    return due && (due.getTime() - NOW.getTime()) / MINUTE;
  };
  const waits = [0, 1, 2].map((checks) => minutes('pending', checks)!);
  expect(waits.map((_, at) => waits.slice(0, at + 1).reduce((a, b) => a + b))).toEqual([1, 5, 15]);
  expect([minutes('pending', 3), minutes('verifying', 90)]).toEqual([60, 60]);
  expect([minutes('healthy', 1), minutes('degraded', 9), minutes('failing', 9)]).toEqual([1440, 1440, 1440]);
  expect(minutes('suspended', 9)).toBeNull();
});

it('reminders are due at 24 h, 72 h and 7 days, and at 21 days for pending name servers, each once', () => {
  const due = (
    hours: number,
    reminded_hours = 0,
    { status = 'pending' as DomainStatus, method = 'records' as 'records' | 'nameservers' } = {},
  ) => {
    const status_since = new Date(NOW.getTime() - hours * HOUR).toISOString();
    return dueReminder({ status, status_since, method, reminded_hours }, NOW);
  };
  expect([due(23.9), due(24), due(24, 24), due(71, 24), due(72, 24)]).toEqual([null, 24, null, null, 72]);
  expect([due(168, 72), due(600, 168), due(100)]).toEqual([168, null, 72]);
  expect(due(504, 168, { method: 'nameservers' })).toBe(504);
  expect(due(504, 168, { method: 'nameservers', status: 'verifying' })).toBeNull();
  expect(due(24, 0, { status: 'verifying' })).toBe(24);
  expect(due(24, 0, { status: 'healthy' })).toBeNull();
});
