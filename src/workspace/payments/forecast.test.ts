import { describe, expect, it } from 'vitest';
import { type Plan, periodOf, planOrFree } from '#workspace/billing/index.ts';
import { forecastOf } from './forecast.ts';
import { stopsOf } from './stops.ts';

const november = periodOf(new Date('2026-11-10T00:00:00Z'));
const forecast = (used: number, granted: number | null, at: string) =>
  forecastOf(used, granted, november, new Date(at));

describe('the forecast of an allowance', () => {
  it('goes on at the rate of the period so far', () => {
    expect(forecast(1_000, 10_000, '2026-11-11T00:00:00Z')).toEqual({
      at_period_end: 3_000,
      runs_out_at: null,
    });
    expect(forecast(1_000, 2_000, '2026-11-11T00:00:00Z')).toEqual({
      at_period_end: 3_000,
      runs_out_at: '2026-11-21T00:00:00.000Z',
    });
  });

  it('says nothing on the first day, and no day for what is used up, unlimited or not used', () => {
    expect(forecast(500, 1_000, '2026-11-01T23:59:59Z')).toBeNull();
    expect(forecast(2_000, 2_000, '2026-11-11T00:00:00Z')?.runs_out_at).toBeNull();
    expect(forecast(2_000, null, '2026-11-11T00:00:00Z')).toEqual({
      at_period_end: 6_000,
      runs_out_at: null,
    });
    expect(forecast(0, 1_000, '2026-11-11T00:00:00Z')).toEqual({ at_period_end: 0, runs_out_at: null });
  });
});

describe('what a smaller plan stops', () => {
  const stops = (used: Partial<Record<keyof Plan['included'], [number, number]>>, packs = {}) =>
    stopsOf(
      Object.entries(used).map(([feature, [amount, granted]]) => ({
        feature: feature as keyof Plan['included'],
        used: amount,
        granted,
      })),
      planOrFree('team'),
      packs,
    );

  it('is what is used up then, of what becomes less', () => {
    expect(stops({ seats: [10, 50], inboxes: [24, 250], sends: [30_001, 300_000] })).toEqual([
      { feature: 'seats', used: 10, granted: 10 },
      { feature: 'sends', used: 30_001, granted: 30_000 },
    ]);
    // Top-ups count, and a feature that is already used up is not stopped by the change.
    expect(stops({ sends: [30_001, 300_000] }, { sends: 1 })).toEqual([]);
    expect(stops({ seats: [10, 10] })).toEqual([]);
  });
});
