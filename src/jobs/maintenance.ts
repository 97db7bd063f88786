import type { Services } from '#kernel/operation/services.ts';

/**
 * The maintenance jobs that operators can start (decisions.md section 3). The room that does the work exports a task for it.
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
  /** Aborted when this process stops. The task should then return; it will be run again. */
  signal: AbortSignal;
  /** Reports the progress. It is stored each time, so call it once per batch. */
  progress(done: number, total: number): Promise<void>;
};

/** Work on the whole deployment (`src/platform/maintenance-registry.ts`). It may run twice and be killed at any point. */
export type MaintenanceTask = Readonly<{
  name: MaintenanceName;
  /** Whether the engine also runs it every night. */
  daily: boolean;
  run(context: MaintenanceContext): Promise<void>;
}>;

/** The step of `retention` for one room: deletes expired data. @returns the number of deleted items */
export type RetentionStep = Readonly<{
  name: string;
  run(context: Pick<MaintenanceContext, 'services' | 'signal'>): Promise<number>;
}>;
