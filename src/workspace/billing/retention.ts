import type { RetentionStep } from '#jobs/index.ts';
import { periodBefore } from './period.ts';
import { deletePeriodsBefore } from './repository.ts';

/** Periods before the last one. One statement: a second run finds none. */
export const periodRetention: RetentionStep = {
  name: 'billing_periods',
  run: ({ services }) => deletePeriodsBefore(services.db, periodBefore(services.clock.now()).from),
};
