import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MetricName, metricCatalogue } from '#kernel/catalogue/metrics.ts';
import { type HttpSink, startHttpSink } from '#testing/http-sink.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { eventually } from '#testing/product.ts';
import { startMetricsListener } from './metrics.ts';

let product: MailProduct;
let mailbox: Mailbox;
let sink: HttpSink;
let metrics: Awaited<ReturnType<typeof startMetricsListener>>;

beforeAll(async () => {
  sink = await startHttpSink(({ path }) => ({ status: path === '/broken' ? 500 : 200 }));
  product = await openMailProduct({ PM_INSECURE_TARGETS: 'on' });
  metrics = await startMetricsListener(product.services, { port: 0, host: '127.0.0.1' });
  mailbox = await product.mailbox();
});

afterAll(async () => {
  await metrics.close();
  await product.close();
  await sink.close();
});

async function scrape(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  return response.text();
}

/** The value of one series, or 0 if there is none. */
async function seriesOf(
  name: MetricName | `${MetricName}_count`,
  labels: Record<string, string>,
): Promise<number> {
  const inside = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = `${name}{${inside.join(',')}} `;
  const found = (await scrape()).split('\n').find((each) => each.startsWith(line));
  return found ? Number(found.slice(line.length)) : 0;
}

/** Waits until a series has increased by this value. */
async function grows(
  name: MetricName | `${MetricName}_count`,
  labels: Record<string, string>,
  cause: () => Promise<unknown>,
  by = 1,
): Promise<void> {
  const before = await seriesOf(name, labels);
  await cause();
  await eventually(
    () => seriesOf(name, labels),
    (value) => value === before + by,
  );
}

it('has every metric of the catalogue, with its type, and those of Node', async () => {
  const text = await scrape();
  for (const [name, { type }] of Object.entries(metricCatalogue))
    expect(text).toContain(`# TYPE ${name} ${type}\n`);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404);
});

it('counts requests and their duration by operation and status, and nothing that a stranger chooses', async () => {
  const operation = 'identities.read';
  const read = () => product.call('GET', `/v1/identities/${mailbox.id}`);
  await grows('proofmail_http_requests_total', { operation, status: '200' }, read);
  await grows('proofmail_http_duration_seconds_count', { operation }, read);
  const missing = () => product.call('GET', '/v1/identities/idn_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await grows('proofmail_http_requests_total', { operation, status: '404' }, missing);
  const unknown = () => product.call('GET', '/v1/made-up-by-a-stranger');
  await grows('proofmail_http_requests_total', { operation: 'none', status: '404' }, unknown);
  expect(await scrape()).not.toContain('made-up');
});

it('counts mail that comes in by what became of it', async () => {
  const name = 'proofmail_mail_received_total';
  const raw = mailTo(mailbox.address, 'Counted once');
  await grows(name, { outcome: 'received' }, () => product.handOver(mailbox.address, raw));
  await grows(name, { outcome: 'repeated' }, () => product.handOver(mailbox.address, raw));
  const nobody = `nobody@${product.services.config.mailDomain}`;
  await grows(name, { outcome: 'refused' }, () => product.handOver(nobody, raw).catch(() => {}));
  const strict = await product.mailbox({ tenant: { policy: { quarantine: { on_auth_fail: true } } } });
  await grows(name, { outcome: 'quarantined' }, () =>
    product.handOver(strict.address, mailTo(strict.address, 'Kept back')),
  );
});

it('counts mail that goes out, by transport and recipient', async () => {
  const to = ['ada@elsewhere.example', 'bob@elsewhere.example'];
  const send = () => product.send(mailbox, { to, subject: 'Out', text: 'x' });
  await grows('proofmail_mail_sent_total', { transport: 'basic', outcome: 'accepted' }, send, 2);
  expect(await seriesOf('proofmail_mail_submit_seconds_count', { transport: 'basic' })).toBeGreaterThan(0);
  const other = await product.mailbox();
  const inside = () => product.send(mailbox, { to: [other.address], subject: 'In', text: 'x' });
  await grows('proofmail_mail_sent_total', { transport: 'inside', outcome: 'accepted' }, inside);
});

it('counts runs of jobs and times them', async () => {
  const job = 'sending.submit';
  const send = () => product.send(mailbox, { to: ['ada@elsewhere.example'], subject: 'Job', text: 'x' });
  await grows('proofmail_job_runs_total', { job, outcome: 'done' }, send);
  await grows('proofmail_job_duration_seconds_count', { job }, send);
});

it('shows SMTP sessions while they are open', async () => {
  const state = { state: 'open' };
  await eventually(
    () => seriesOf('proofmail_smtp_sessions', state),
    (open) => open === 0,
  );
  const socket = connect(product.smtpPort, '127.0.0.1');
  await eventually(
    () => seriesOf('proofmail_smtp_sessions', state),
    (open) => open === 1,
  );
  socket.destroy();
  await eventually(
    () => seriesOf('proofmail_smtp_sessions', state),
    (open) => open === 0,
  );
  const secure = createTransport({
    host: '127.0.0.1',
    port: product.smtpPort,
    pool: true,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  });
  const envelope = { from: 'grace@sender.example', to: mailbox.address };
  await secure.sendMail({ envelope, raw: mailTo(mailbox.address, 'Under TLS') });
  expect(await seriesOf('proofmail_smtp_sessions', { state: 'tls' })).toBe(1);
  secure.close();
});

it('counts deliveries to webhooks by outcome', async () => {
  const endpoint = (path: string) =>
    product.call('POST', `/v1/tenants/${mailbox.tenantId}/webhooks`, {
      body: { url: `${sink.url}${path}`, events: ['message.received'] },
    });
  expect((await endpoint('/fine')).status).toBe(201);
  expect((await endpoint('/broken')).status).toBe(201);
  const receive = (subject: string) => () =>
    product.handOver(mailbox.address, mailTo(mailbox.address, subject));
  await grows('proofmail_webhook_attempts_total', { outcome: 'succeeded' }, receive('Hook 1'));
  await eventually(
    () => seriesOf('proofmail_webhook_attempts_total', { outcome: 'failed' }),
    (failed) => failed >= 1,
  );
});

it('times searches by mode', async () => {
  const search = () =>
    product.call('POST', `/v1/identities/${mailbox.id}/search`, { body: { q: 'order', mode: 'keyword' } });
  await grows('proofmail_search_duration_seconds_count', { mode: 'keyword' }, search);
});

it('shows what waits in a queue and for how long, and dead letters', async () => {
  const { db } = product.services;
  // A job that no worker here runs, due ten minutes ago.
  await db.run({
    name: 'test.add_job',
    text: `select graphile_worker.add_job('test.nobody', '{}'::json, run_at => now() - interval '10 minutes')`,
    values: [],
  });
  await eventually(
    () => seriesOf('proofmail_queue_length', { queue: 'test.nobody' }),
    (waiting) => waiting === 1,
  );
  expect(await seriesOf('proofmail_queue_oldest_seconds', { queue: 'test.nobody' })).toBeGreaterThanOrEqual(
    600,
  );
  expect(await scrape()).toMatch(/^proofmail_queue_length\{queue="incoming_mail"\} 0$/m);
  await db.run({
    name: 'test.add_dead_letter',
    text: `insert into dead_letters (id, ref, queue, job, payload, tries, error, attempts, status, first_failed_at, last_failed_at)
           values ('dlq_metrics', 'ref', 'test', 'test.dead', '{}', 1, 'x', 1, 'open', now(), now())`,
    values: [],
  });
  await eventually(
    () => seriesOf('proofmail_dead_letters', { job: 'test.dead' }),
    (dead) => dead === 1,
  );
});

it('times statements by the room that they belong to', async () => {
  const read = () => product.call('GET', `/v1/identities/${mailbox.id}`);
  const name = 'proofmail_db_statement_seconds_count';
  const [jobs, unnamed] = [await seriesOf(name, { room: 'jobs' }), await seriesOf(name, { room: 'unnamed' })];
  await read();
  await product.send(mailbox, { to: ['ada@elsewhere.example'], subject: 'Timed', text: 'x' });
  expect(await seriesOf(name, { room: 'jobs' })).toBeGreaterThan(jobs);
  expect(await seriesOf(name, { room: 'unnamed' })).toBeGreaterThan(unnamed);
  const rooms = [...(await scrape()).matchAll(/^proofmail_db_statement_seconds_count\{room="([^"]*)"\}/gm)];
  for (const [, room] of rooms) expect(room).toMatch(/^[a-z_]{2,24}$/);
});

it('shows the connections of the pool', async () => {
  const held = await product.services.db.pool.connect();
  try {
    expect(await seriesOf('proofmail_db_pool', { state: 'busy' })).toBeGreaterThanOrEqual(1);
    expect(await seriesOf('proofmail_db_pool', { state: 'waiting' })).toBe(0);
  } finally {
    held.release();
  }
});

it('counts approvals by status', async () => {
  expect(await scrape()).toMatch(/^proofmail_approvals\{status="pending"\} 0$/m);
});

it('counts restarts of parts', async () => {
  let opened = 0;
  const part = product.services.supervisor.keep('test_part', ({ failed }) => {
    opened += 1;
    if (opened < 3) failed(new Error('broken'));
    return { close: () => {} };
  });
  await eventually(
    () => seriesOf('proofmail_part_restarts_total', { part: 'test_part' }),
    (restarts) => restarts === 2,
  );
  await part.close();
});

it('serves what it has when a reader fails, and leaves that metric out', async () => {
  const { metrics: own } = product.services;
  const forget = own.read('proofmail_smtp_sessions', () => Promise.reject(new Error('gone')));
  const text = await scrape();
  expect(text).toMatch(/^proofmail_http_requests_total\{/m);
  expect(text).not.toMatch(/^proofmail_smtp_sessions\{/m);
  forget();
});

it('names the variable of a port that is taken', async () => {
  await expect(
    startMetricsListener(product.services, { port: metrics.port, host: '127.0.0.1' }),
  ).rejects.toThrow(/Set PM_METRICS_PORT to a free port/);
});
