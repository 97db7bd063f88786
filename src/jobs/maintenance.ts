import type { Services } from '#kernel/operation/services.ts';

/**
 * The maintenance jobs that operators can start (decisions.md section 3). A room that does one of them exports a task
 * for it.
 */
export const maintenanceNames = [
  'retention',
  'usage_rollup',
  'billing_reconcile',
  'domain_checks',
  'digest',
  'search_reindex',
  'blob_sweep',
] as const;
export type MaintenanceName = (typeof maintenanceNames)[number];

export type MaintenanceContext = {
  services: Services;
  /** Aborted when this process stops: come to an end, the task is run again. */
  signal: AbortSignal;
  /** Reports the progress, which is stored, so once per batch is often enough. */
  progress(done: number, total: number): Promise<void>;
};

/** Work on all of the deployment, listed in `src/platform/maintenance-registry.ts`. It may be run twice and killed anywhere. */
export type MaintenanceTask = Readonly<{
  name: MaintenanceName;
  /** Whether the engine runs it each night as well. */
  daily: boolean;
  run(context: MaintenanceContext): Promise<void>;
}>;

/** The step of `retention` for one room: deletes expired data. @returns the number of deleted items */
export type RetentionStep = Readonly<{
  name: string;
  run(context: Pick<MaintenanceContext, 'services' | 'signal'>): Promise<number>;
}>;
