import { jobs } from '#api/job-registry.ts';
import { startEngine } from '#jobs/index.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { KeptPart, OpenPart } from '#kernel/threads/supervise.ts';
import { startInboundProcessor } from '#mail/inbound/index.ts';
import { startEmbedder, startIndexer, startMirror } from '#search/index.ts';
import { startDeliverer } from '#workspace/webhooks/index.ts';

/** The parts of a worker other than the job engine, by their names in `/health` and the metrics. */
const parts: Record<string, (services: Services, ...monitor: Parameters<OpenPart>) => ReturnType<OpenPart>> =
  {
    incoming_mail: startInboundProcessor,
    search_index: startIndexer,
    embeddings: startEmbedder,
    search_mirror: startMirror,
    webhooks: startDeliverer,
  };

/**
 * The role `worker`: incoming mail is processed, webhooks are delivered, and jobs are run in this process or handed to
 * Inngest. The supervisor restarts each part that fails.
 */
export async function startWorker(services: Services): Promise<{ close(): Promise<void> }> {
  const { supervisor, config } = services;
  const running = await Promise.all([
    config.jobs === 'inngest' ? forward(services) : startEngine(services, jobs),
    ...Object.entries(parts).map(([name, start]) =>
      supervisor.start(name, (monitor) => start(services, monitor)),
    ),
  ]);
  return {
    close: async () => {
      await Promise.all(running.map((part) => part.close()));
    },
  };
}

/** Loaded only if it is used. */
async function forward(services: Services): Promise<KeptPart> {
  const { startInngestWorker } = await import('../../inngest/functions.ts');
  return startInngestWorker(services);
}
