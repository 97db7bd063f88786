import type { MessagePort } from 'node:worker_threads';
import type { ParseJob, ProcessedMessage } from './types.ts';

/** What the pool sends to a thread. `headersOnly` is the second chance of a message that stopped a thread. */
export interface WorkerRequest {
  id: number;
  job: ParseJob;
  headersOnly: boolean;
}

/** What the thread sends back. */
export interface WorkerResponse {
  id: number;
  result: ProcessedMessage;
}

/** What a thread is started with. */
export interface WorkerData {
  dnsServers: string[];
  dnsCacheMs: number;
  /** Two Int32: see `heartbeat` and `currentJob`. */
  state: SharedArrayBuffer;
}

/** Index of the counter that moves as long as the thread's event loop turns; 0 before it first did. */
export const heartbeat = 0;
/** Index of the id of the job that has the thread at the moment; 0 when none has. */
export const currentJob = 1;

const heartbeatMs = 50;

/** Does one job. Everything up to the first `await` counts as this job having the thread. */
export type JobHandler = (request: WorkerRequest) => Promise<ProcessedMessage>;

/**
 * The thread's side of the pool: takes jobs as they come, so that one which waits for DNS holds up
 * no other, and tells through shared memory that the thread lives and which job has it. Shared
 * memory is the only thing that the pool can read of a thread that is stuck.
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
