import { jobs } from '#api/job-registry.ts';
import { type Engine, startEngine } from '#jobs/index.ts';
import type { Services } from '#kernel/operation/services.ts';
import { startInboundProcessor } from '#mail/inbound/index.ts';
import { startEmbedder, startIndexer, startMirror } from '#search/index.ts';
import { startDeliverer } from '#workspace/webhooks/index.ts';

/**
 * The role `worker`: incoming mail is processed, webhooks are delivered, and jobs are run in this process or handed to
 * Inngest.
 */
export async function startWorker(services: Services): Promise<{ close(): Promise<void> }> {
  const inbound = await startInboundProcessor(services);
  const indexer = startIndexer(services);
  const embedder = startEmbedder(services);
  const mirror = await startMirror(services);
  const engine = await (services.config.jobs === 'inngest' ? forward(services) : startEngine(services, jobs));
  const deliverer = await startDeliverer(services);
  return {
    close: async () => {
      await Promise.all([
        inbound.close(),
        indexer.close(),
        embedder.close(),
        mirror.close(),
        engine.close(),
        deliverer.close(),
      ]);
    },
  };
}

/** Loaded only where it is used. */
async function forward(services: Services): Promise<Engine> {
  const { startInngestWorker } = await import('../../inngest/functions.ts');
  return startInngestWorker(services);
}
