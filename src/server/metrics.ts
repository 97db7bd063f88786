import { createServer } from 'node:http';
import { countDeadLetters, measureByName } from '#jobs/index.ts';
import type { Backlog } from '#kernel/base/backlog.ts';
import type { Reading } from '#kernel/base/metrics.ts';
import type { Services } from '#kernel/operation/services.ts';
import { countByStatus } from '#mail/approvals/index.ts';
import { measureReceipts } from '#mail/spool/index.ts';
import { approvalStatuses } from '#mailbox/messages/index.ts';
import { measureMirror, measurePending } from '#search/index.ts';
import { measureDeliveries } from '#workspace/webhooks/index.ts';
import { closeListener, type Listener, listen } from './listener.ts';

/** How long, in milliseconds, figures from the database are reused, so that several scrapers cost no more than one. */
const FRESH = 2_000;
/** The time limit for the database, in milliseconds, because metrics must be served even when it does not respond. */
const PATIENCE = 4_000;

/** The state of the process, for its probes. */
export type Probes = { isReady: boolean };

/**
 * Serves `GET /metrics` for Prometheus on a separate port, so that no public listener exposes it. The port also serves
 *  `/health` and `/ready`, for processes without the role `web`. Each process serves its own counters; the state of
 *  queues, dead letters and approvals is read from the database and is the same in all processes.
 * @throws StartError when the port is in use
 */
export async function startMetricsListener(
  services: Services,
  { probes = { isReady: true }, ...options }: { port: number; host: string; probes?: Probes },
): Promise<Listener> {
  const { metrics, log } = services;
  readState(services);
  const server = createServer(async (request, response) => {
    const path = request.method === 'GET' ? request.url : null;
    if (path === '/health') return void response.writeHead(200).end('ok\n');
    if (path === '/ready') {
      const works = probes.isReady && (await services.db.check()).state === 'ok';
      return void response.writeHead(works ? 200 : 503).end(works ? 'ready\n' : 'not ready\n');
    }
    if (path !== '/metrics') return void response.writeHead(404).end();
    const text = await metrics.text((metric, error) =>
      log.warn({ err: error, metric }, 'could not read a metric from the database; it is left out'),
    );
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  });
  const port = await listen(server, { ...options, variable: 'PM_METRICS_PORT' });
  return { port, close: () => closeListener(server) };
}

/** Figures that are not counted where they happen, but read when they are requested. */
function readState(services: Services): void {
  const { metrics, supervisor, db } = services;
  metrics.read('proofmail_part_restarts_total', () =>
    supervisor.states().map(({ name, restarts }) => ({ labels: { part: name }, value: restarts })),
  );
  metrics.read('proofmail_db_pool', (): Reading<'proofmail_db_pool'>[] => {
    const { totalCount, idleCount, waitingCount } = db.pool;
    return [
      { labels: { state: 'busy' }, value: totalCount - idleCount },
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'waiting' }, value: waitingCount },
    ];
  });
  const queues = shared(() => lookAtQueues(services));
  metrics.read('proofmail_queue_length', async () => (await queues()).map(lengthOf));
  metrics.read('proofmail_queue_oldest_seconds', async () => {
    const now = services.clock.now();
    return (await queues()).map((queue) => ageOf(queue, now));
  });
  metrics.read(
    'proofmail_dead_letters',
    shared(async () =>
      (await countDeadLetters(db)).map(({ job, count }) => ({ labels: { job }, value: count })),
    ),
  );
  metrics.read(
    'proofmail_approvals',
    shared(async () => {
      const counts = new Map((await countByStatus(db)).map(({ status, count }) => [status, count]));
      return approvalStatuses.map((status) => ({ labels: { status }, value: counts.get(status) ?? 0 }));
    }),
  );
}

type Queue = Backlog & { name: string };

async function lookAtQueues(services: Services): Promise<Queue[]> {
  const { db, clock, searchIndex } = services;
  const [receipts, deliveries, pending, mirror, jobs] = await Promise.all([
    measureReceipts(db),
    measureDeliveries(db, clock.now()),
    measurePending(db),
    searchIndex && measureMirror(db),
    measureByName(db),
  ]);
  return [
    { name: 'incoming_mail', ...receipts },
    { name: 'webhooks', ...deliveries },
    { name: 'search_index', ...pending },
    ...(mirror ? [{ name: 'search_mirror', ...mirror }] : []),
    ...jobs,
  ];
}

const lengthOf = ({ name, waiting }: Queue): Reading<'proofmail_queue_length'> => ({
  labels: { queue: name },
  value: waiting,
});

const ageOf = ({ name, oldest_at }: Queue, now: Date): Reading<'proofmail_queue_oldest_seconds'> => ({
  labels: { queue: name },
  value: oldest_at === null ? 0 : Math.max(0, now.getTime() - new Date(oldest_at).getTime()) / 1_000,
});

/** Reads again only if the last reading is old, and limits how long it waits. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; reading: Promise<T> } | null = null;
  return async () => {
    const now = performance.now();
    if (!latest || now - latest.at > FRESH) latest = { at: now, reading: read() };
    latest.reading.catch(() => {});
    return within(latest.reading);
  };
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const error = new Error(`The database did not answer within ${PATIENCE / 1_000} s.`);
  const timer = setTimeout(late.reject, PATIENCE, error);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
