export {
  countDeadLetters,
  type DeadLetterFilters,
  type DeadLetterRow,
  deadLetterStatuses,
  deleteOldFailures,
  discardDeadLetter,
  findDeadLetter,
  findNewestDead,
  listDeadLetters,
} from './dead-letter-repository.ts';
export {
  type AnyJob,
  declareJob,
  defineJob,
  type Job,
  type JobContext,
  type JobDeclaration,
  jobTenant,
} from './define-job.ts';
export { type Engine, startEngine } from './engine.ts';
export { type EnqueueOptions, enqueue, enqueueMany } from './enqueue.ts';
export { eraser } from './erasure.ts';
export { messageOf, recordFailures } from './failure.ts';
export { type HandoversState, measureHandovers } from './handover-repository.ts';
export {
  type MaintenanceContext,
  type MaintenanceName,
  type MaintenanceTask,
  maintenanceNames,
  type RetentionStep,
} from './maintenance.ts';
export { paceOf } from './pace.ts';
export { redrive } from './redrive.ts';
export { countWaiting, type JobsState, measureByName, measureJobs } from './repository.ts';
