export { type AnyJob, defineJob, type Job, type JobContext } from './define-job.ts';
export { startEngine } from './engine.ts';
export { enqueue, enqueueCall, type EnqueueOptions } from './enqueue.ts';
