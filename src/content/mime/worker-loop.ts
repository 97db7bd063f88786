import type { MessagePort } from 'node:worker_threads';
import type { ParseJob, ProcessedMessage } from './types.ts';

/** The message of the pool to a thread. `headersOnly` is the second attempt for a message that stopped a thread. */
export interface WorkerRequest {
  id: number;
  job: ParseJob;
  headersOnly: boolean;
}

/** The message of the thread to the pool. */
export interface WorkerResponse {
  id: number;
  result: ProcessedMessage;
}

/** The start data of a thread. */
export interface WorkerData {
  dnsServers: string[];
  dnsCacheMs: number;
  /** Two Int32: see `heartbeat` and `currentJob`. */
  state: SharedArrayBuffer;
}

/** The index of the counter that increases while the event loop of the thread turns; 0 before its first turn. */
export const heartbeat = 0;
/** Index of the id of the job that has the thread at the moment; 0 when none has. */
export const currentJob = 1;

const heartbeatMs = 50;

/** Does one job. Everything up to the first `await` counts as this job having the thread. */
export type JobHandler = (request: WorkerRequest) => Promise<ProcessedMessage>;

/**
 * The thread's side of the pool. It accepts jobs as they come, so that a job that waits for DNS does not delay
 * others. Through shared memory it reports that it lives and which job it runs, because shared memory is the only
 * thing that the pool can read of a stuck thread.
 */
export function serveJobs(port: MessagePort, data: WorkerData, handle: JobHandler): void {
  const state = new Int32Array(data.state);
  const beat = (): void => {
    Atomics.add(state, heartbeat, 1);
  };
  beat();
  setInterval(beat, heartbeatMs).unref();
  port.on('message', (request: WorkerRequest) => {
    Atomics.store(state, currentJob, request.id);
    const handling = handle(request);
    Atomics.store(state, currentJob, 0);
    handling.then((result) => answer(port, request.id, result), rethrow);
  });
}

function answer(port: MessagePort, id: number, result: ProcessedMessage): void {
  const buffers = new Set(result.parsed.attachments.map((attachment) => attachment.content.buffer));
  const response: WorkerResponse = { id, result };
  port.postMessage(response, [...buffers]);
}

/** A handler never rejects; if one does, the thread must die of it so that the pool takes over. */
function rethrow(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
