import { describe, expect, it } from 'vitest';
import { fairOrderOf, networkOf } from '#mail/spool/index.ts';
import { Lane, Refusals, SenderRecord } from './lanes.ts';

const at = new Date('2027-03-01T12:00:00Z');
const order = () => fairOrderOf({ wakeUps: {} as never });

describe('the order of the queue', () => {
  it('lets a neighbour overtake whoever sends much', () => {
    const fair = order();
    const flood = Array.from({ length: 300 }, () => fair.next({ tenant: 'a', network: '1', bytes: 0 }, at));
    const neighbour = fair.next({ tenant: 'b', network: '2', bytes: 0 }, at);
    expect(flood.filter((place) => place <= neighbour)).toHaveLength(1);
  });

  it('lets another sender to the same tenant overtake too', () => {
    const fair = order();
    const flood = Array.from({ length: 300 }, () => fair.next({ tenant: 'a', network: '1', bytes: 0 }, at));
    const other = fair.next({ tenant: 'a', network: '2', bytes: 0 }, at);
    expect(flood.filter((place) => place <= other).length).toBeLessThan(5);
  });

  it.each<[string, (index: number) => { tenant: string; network: string }]>([
    ['many networks that write to one tenant', (index) => ({ tenant: 'a', network: `n${index}` })],
    ['one network that writes to many tenants', (index) => ({ tenant: `t${index}`, network: '1' })],
  ])('gives %s one share', (_, flow) => {
    const fair = order();
    const flood = Array.from({ length: 300 }, (_each, index) => fair.next({ ...flow(index), bytes: 0 }, at));
    const neighbour = fair.next({ tenant: 'b', network: '2', bytes: 0 }, at);
    expect(flood.filter((place) => place <= neighbour)).toHaveLength(1);
  });

  it('counts large messages for more', () => {
    const fair = order();
    for (let count = 0; count < 12; count += 1)
      fair.next({ tenant: 'a', network: '1', bytes: 1_250_000 }, at);
    const last = fair.next({ tenant: 'a', network: '1', bytes: 0 }, at);
    expect(last.getTime() - at.getTime()).toBeGreaterThan(2_000);
  });

  it('forgets who has nothing waiting', () => {
    const fair = order();
    for (let count = 0; count < 300; count += 1) fair.next({ tenant: 'a', network: '1', bytes: 0 }, at);
    const later = new Date(at.getTime() + 3_600_000);
    expect(fair.next({ tenant: 'a', network: '1', bytes: 0 }, later)).toEqual(later);
  });

  it.each([
    ['192.0.2.77', '192.0.2'],
    ['::ffff:192.0.2.77', '192.0.2'],
    ['2001:db8:0:1::1', '2001:db8:0'],
    ['2001:db8::1', '2001:db8:0'],
    ['::1', '0:0:0'],
    ['2001:0DB8:00ab:1:2:3:4:5', '2001:db8:ab'],
  ])('knows the network of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('a lane', () => {
  it('serves flows in turn, and has room for no more than its share of one', async () => {
    const lane = new Lane({ atOnce: 1, waiting: 5, perFlow: 3 });
    const done: string[] = [];
    const gate = Promise.withResolvers<void>();
    const run = (flow: string, name: string) =>
      lane.run(flow, async () => {
        await gate.promise;
        done.push(name);
      });
    const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3')];
    expect([lane.hasRoom('a'), lane.hasRoom('b')]).toEqual([false, true]);
    all.push(run('b', 'b1'), run('c', 'c1'), run('b', 'b2'));
    expect(lane.hasRoom('d')).toBe(false);
    gate.resolve();
    await Promise.all(all);
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(lane.hasRoom('a')).toBe(true);
  });

  it('goes on after work that failed', async () => {
    const lane = new Lane({ atOnce: 1, waiting: 1, perFlow: 2 });
    const failed = lane.run('a', () => Promise.reject(new Error('no')));
    const next = lane.run('a', async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});

it('remembers slow domains for a while, and networks whose mail is expensive on average', () => {
  let now = 0;
  const record = new SenderRecord(() => now);
  record.lookedUp('hang.example', true);
  expect([record.isSlow('hang.example'), record.isSlow('other.example')]).toEqual([true, false]);
  now = 31_000;
  expect(record.isSlow('hang.example')).toBe(false);
  for (const ms of [150, 20, 20]) record.read('198.51.100', ms);
  expect(record.isExpensive('198.51.100')).toBe(false);
  for (const ms of [5, 5, 900]) record.read('192.0.2', ms);
  expect(record.isExpensive('192.0.2')).toBe(true);
  for (let count = 0; count < 12; count += 1) record.read('192.0.2', 3);
  expect(record.isExpensive('192.0.2')).toBe(false);
});

it('turns many away for longer than few, and forgets it', () => {
  let now = 0;
  const refusals = new Refusals(() => now);
  expect(refusals.waitFor(1)).toBeCloseTo(1, 1);
  for (let count = 0; count < 4; count += 1) refusals.waitFor(64);
  expect(refusals.waitFor(1)).toBeGreaterThan(4);
  expect(refusals.waitFor(100_000)).toBe(10);
  now = 20_000;
  expect(refusals.waitFor(1)).toBeCloseTo(1, 1);
});
