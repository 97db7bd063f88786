import { startInboundProcessor } from '#inbound/index.ts';
import { jobs } from '#job-registry.ts';
import { startEngine } from '#jobs/index.ts';
import type { Services } from '#kernel/services.ts';
import { startIndexer } from '#search/index.ts';
import { startDeliverer } from '#webhooks/index.ts';

/** The role `worker`: incoming mail is processed, jobs are run and webhooks delivered in this process. */
export async function startWorker(services: Services): Promise<{ close(): Promise<void> }> {
  const inbound = await startInboundProcessor(services);
  const indexer = startIndexer(services);
  const engine = await startEngine(services, jobs);
  const deliverer = await startDeliverer(services);
  return {
    close: async () => {
      await Promise.all([inbound.close(), indexer.close(), engine.close(), deliverer.close()]);
    },
  };
}
