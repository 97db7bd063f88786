import { z } from 'zod';
import { defineJob, enqueueMany, type MaintenanceTask } from '#jobs/index.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { blobSweep } from './blob-sweep.ts';
import { maintenanceTasks } from './maintenance-registry.ts';
import {
  beginMaintenance,
  endMaintenance,
  findUnfinished,
  insertMaintenance,
  type MaintenanceRow,
  setProgress,
} from './repository.ts';
import { retention } from './retention.ts';
import { watch } from './watch/index.ts';

const allTasks = (): MaintenanceTask[] => [retention, blobSweep, ...maintenanceTasks];

const noRoom = (name: string): string => `This deployment cannot run ${name}.`;

/** Runs a maintenance task and reports its progress. The tasks decide where a second run continues. */
export const maintain = defineJob({
  name: 'platform_ops.maintain',
  payload: z.object({ job_id: z.string() }),
  tries: 5,
  async run({ services, signal }, { job_id }) {
    const { db, clock } = services;
    const name = await beginMaintenance(db, job_id, clock.now());
    if (name === null) return undefined;
    const task = allTasks().find((candidate) => candidate.name === name);
    if (task) {
      const progress = async (done: number, total: number) => {
        await setProgress(db, job_id, done, total);
      };
      await task.run({ services, signal, progress });
      // The process is stopping and the task is not finished, so the next process continues.
      if (signal.aborted) return clock.now();
    }
    await endMaintenance(db, job_id, task ? null : noRoom(name), clock.now());
    return undefined;
  },
  onDead: async (tx, { job_id }, error, now) => {
    await endMaintenance(tx, job_id, error, now);
  },
});

/** Starts a maintenance job in the caller's transaction. */
export async function startMaintenance(tx: Transaction, name: string, at: Date): Promise<MaintenanceRow> {
  const row = await insertMaintenance(tx, { id: newId('job'), name, at });
  await enqueueMany(tx, maintain, [{ job_id: row!.id }]);
  return row!;
}

/** Starts the daily tasks, except those that are still waiting or running. */
export const startDaily = defineJob({
  name: 'platform_ops.start_daily',
  payload: z.object({}),
  tries: 5,
  schedule: '17 3 * * *',
  async run({ services }) {
    const daily = allTasks().flatMap(({ name, daily: isDaily }) => (isDaily ? [name] : []));
    await services.db.transaction(async (tx) => {
      const unfinished = new Set<string>(await findUnfinished(tx, daily));
      const due = daily.filter((name) => !unfinished.has(name));
      await Promise.all(due.map((name) => startMaintenance(tx, name, services.clock.now())));
    });
    return undefined;
  },
});

/** Notifies people of lasting or approaching conditions. A second run sends only the notices that are missing. */
const watchConditions = defineJob({
  name: 'platform_ops.watch',
  payload: z.object({}),
  tries: 3,
  schedule: '*/15 * * * *',
  async run({ services, signal }) {
    return (await watch(services, signal)) ? undefined : services.clock.now();
  },
});

export const jobs = [maintain, startDaily, watchConditions] as const;
