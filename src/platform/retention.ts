import { deleteOldFailures, type MaintenanceTask, type RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { forgetRingKeys } from '#kernel/keys/key-ring.ts';
import { forgetAnswers } from '#kernel/operation/idempotency.ts';
import { retentionSteps } from './maintenance-registry.ts';
import { deleteOldMaintenance } from './repository.ts';

/** How long operators can look up past maintenance. */
const KEPT_DAYS = 90;

/** Retention of tables without another owner. Each step is one statement, so a second run finds only what is left. */
const ownSteps: readonly RetentionStep[] = [
  {
    // Spec 4.1, rule 3: they are invalid from that time on, whether deleted or not.
    name: 'idempotency_records',
    run: ({ services }) => forgetAnswers(services.db, services.clock.now()),
  },
  {
    name: 'dead_letters',
    run: ({ services }) => deleteOldFailures(services.db, after(services.clock.now(), -KEPT_DAYS * DAY)),
  },
  {
    name: 'maintenance_jobs',
    run: ({ services }) => deleteOldMaintenance(services.db, after(services.clock.now(), -KEPT_DAYS * DAY)),
  },
  {
    name: 'ring_keys',
    run: ({ services }) => forgetRingKeys(services.db, services.clock.now()),
  },
];

/** Deletes expired data in all rooms (spec 2.3, 4.1, 6). */
export const retention: MaintenanceTask = {
  name: 'retention',
  daily: true,
  async run({ services, signal, progress }) {
    const steps = [...ownSteps, ...retentionSteps];
    for (const [index, step] of steps.entries()) {
      if (signal.aborted) return;
      await progress(index, steps.length);
      const forgotten = await step.run({ services, signal });
      if (forgotten > 0) services.log.info({ step: step.name, forgotten }, 'deleted data past its retention');
    }
    await progress(steps.length, steps.length);
  },
};
