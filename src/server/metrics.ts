import { createServer } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { closeListener, type Listener, listen } from './listener.ts';

/**
 * Serves `GET /metrics` for Prometheus on a port of its own, so that no public listener carries it.
 *
 * @throws StartError when the port is taken
 */
export async function startMetricsListener(options: { port: number; host: string }): Promise<Listener> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
