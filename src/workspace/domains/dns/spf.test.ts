import { describe, expect, it } from 'vitest';
import type { DnsLookup, DomainLookups, MxLookup } from '#kernel/ports/domain-dns.ts';
import { countSpf, exceedsSpf, mergeSpf } from './spf.ts';

// SPF as RFC 7208 counts it: at most 10 lookups, at most 2 that find nothing.

const texts: Record<string, string> = {
  'one.example': 'v=spf1 include:two.example a -all',
  'two.example': 'v=spf1 ip4:192.0.2.0/24 -all',
  'loop.example': 'v=spf1 include:loop.example -all',
};
const answer = (values: string[], outcome: DnsLookup['outcome'] = 'found'): MxLookup => ({
  outcome: values.length === 0 && outcome === 'found' ? 'absent' : outcome,
  values,
  hosts: [],
  server: null,
});
const lookups = {
  elsewhere: {
    txt: async (name: string) =>
      name === 'silent.example' ? answer([], 'unknown') : answer(texts[name] ? [texts[name]] : []),
    mx: async (name: string) => answer(name === 'void.example' ? [] : ['10 mx.example']),
    addresses: async (name: string) => answer(name === 'void.example' ? [] : ['192.0.2.1']),
  },
} as unknown as DomainLookups;

const count = (record: string, mechanism = 'include:ours.example') =>
  countSpf(lookups, 'acme.example', record, mechanism);

describe('counting', () => {
  it.each([
    ['v=spf1 ip4:192.0.2.1 ip6:2001:db8::/32 -all', 0, 0],
    ['v=spf1 a mx ptr exists:x.example -all', 4, 0],
    ['v=spf1 a:mail.acme.example/24 ~mx ?a -all', 3, 0],
    ['v=spf1 include:one.example -all', 3, 0],
    ['v=spf1 redirect=one.example', 3, 0],
    ['v=spf1 include:nowhere.example a:void.example mx:void.example -all', 3, 3],
    ['v=spf1 exists:%{i}.acme.example -all', 1, 0],
    ['v=spf1 include:loop.example -all', 2, 0],
  ])('%s needs %i lookups, %i of them void', async (record, many, voids) => {
    expect(await count(record)).toMatchObject({ lookups: many, void: voids });
  });

  it('allows ten lookups and two void ones, and no more', async () => {
    const many = (n: number, term: string) => count(`v=spf1 ${`${term} `.repeat(n)}-all`);
    expect([exceedsSpf(await many(10, 'a')), exceedsSpf(await many(11, 'a'))]).toEqual([false, true]);
    const void2 = await many(2, 'a:void.example');
    const void3 = await many(3, 'a:void.example');
    expect([exceedsSpf(void2), exceedsSpf(void3)]).toEqual([false, true]);
    expect((await many(500, 'a')).lookups).toBeLessThanOrEqual(30);
  });

  it('finds our mechanism in included records too, and says when it could not look', async () => {
    texts['holds.example'] = 'v=spf1 include:ours.example -all';
    expect(await count('v=spf1 include:holds.example -all')).toMatchObject({ hasMechanism: true });
    expect(await count('v=spf1 +include:OURS.example -all')).toMatchObject({ hasMechanism: true });
    const silent = await count('v=spf1 include:silent.example -all');
    expect(silent).toMatchObject({ hasMechanism: false, isUnknown: true, void: 0 });
  });
});

it('merging keeps what is there, and adds ours once', () => {
  const ours = 'include:ours.example';
  expect(mergeSpf(null, ours)).toBe('v=spf1 include:ours.example ~all');
  expect(mergeSpf('v=spf1 ip4:192.0.2.1 -all', ours)).toBe('v=spf1 include:ours.example ip4:192.0.2.1 -all');
  expect(mergeSpf('v=spf1   a include:ours.example  -all', ours)).toBe('v=spf1 a include:ours.example -all');
});
