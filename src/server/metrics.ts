import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Services } from '#kernel/operation/services.ts';
import { countByStatus } from '#mail/approvals/index.ts';
import { approvalStatuses } from '#mailbox/messages/index.ts';
import { closeListener, type Listener, listen } from './listener.ts';

/**
 * Serves `GET /metrics` for Prometheus on a separate port, so that no public listener exposes it.
 * @throws StartError when the port is in use
 */
export async function startMetricsListener(
  { supervisor, db }: Pick<Services, 'supervisor'> & Partial<Pick<Services, 'db'>>,
  options: { port: number; host: string },
): Promise<Listener> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(partRestarts(supervisor));
  if (db) registry.registerMetric(approvals(db));
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  const port = await listen(server, { ...options, variable: 'PM_METRICS_PORT' });
  return { port, close: () => closeListener(server) };
}

const partRestarts = (supervisor: Services['supervisor']): Counter =>
  new Counter({
    name: 'proofmail_part_restarts_total',
    help: 'How often a long-running part of this process failed and was started again.',
    labelNames: ['part'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, restarts } of supervisor.states()) this.inc({ part: name }, restarts);
    },
  });

const approvals = (db: Services['db']): Gauge =>
  new Gauge({
    name: 'proofmail_approvals',
    help: 'Sends that waited, or wait, for the approval of a person, by the status of the approval.',
    labelNames: ['status'],
    registers: [],
    async collect() {
      const counts = new Map((await countByStatus(db)).map(({ status, count }) => [status, count]));
      for (const status of approvalStatuses) this.set({ status }, counts.get(status) ?? 0);
    },
  });
