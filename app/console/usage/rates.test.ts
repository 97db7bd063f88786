import { describe, expect, it } from 'vitest';
import { bottomOf, daysOf, limitOf, rateOf, ratesByDay, topOf } from './rates.ts';

const row = (day: string, handed_over: number, delivered: number, bounced: number, complained: number) => ({
  day,
  handed_over,
  delivered,
  bounced,
  complained,
});
const rows = [row('2026-11-20', 10, 7, 2, 1), row('2026-11-22', 30, 30, 0, 0)];

describe('rates', () => {
  it('weigh days by their mail, and count complaints as delivered', () => {
    expect(rateOf(rows, 'delivered')).toBe(38 / 40);
    expect(rateOf(rows, 'bounced')).toBe(2 / 40);
    expect(rateOf(rows, 'complained')).toBe(1 / 40);
    expect(rateOf([], 'delivered')).toBeNull();
  });

  it('leave out days without mail', () => {
    const days = daysOf('2026-11-20', '2026-11-22');
    expect(days).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(ratesByDay(rows, days, 'bounced')).toEqual([0.2, null, 0]);
  });

  it('keep the limit of the guard inside the chart', () => {
    const limits = { min_sends: 50, bounce_rate: 0.05, complaint_rate: 0.001 };
    expect(limitOf(limits, 'delivered')).toBeNull();
    for (const metric of ['bounced', 'complained'] as const) {
      const limit = limitOf(limits, metric)!;
      expect(topOf([null, 0], limit)).toBeGreaterThan(limit);
    }
    expect(topOf([0.9], 0.05)).toBe(1);
    expect(topOf([null], null)).toBe(1);
    expect([[0.95], [0.85], [null], [0.2]].map((values) => bottomOf(values, null))).toEqual([
      0.9, 0.8, 0.9, 0,
    ]);
  });
});
