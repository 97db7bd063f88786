import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { loadConfig } from '#kernel/base/config.ts';
import { startSmtpListener } from '#mail/inbound/index.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { migrate } from '#server/postgres/migrate.ts';
import { createServices, type OpenServices } from '#server/services.ts';
import { startWorker } from '#server/worker.ts';
import { type DnsZone, startDnsServer } from '#testing/dns-server.ts';
import { createWorld } from '#testing/world.ts';
import { runBench } from './run.ts';

// How long a tenant's mail takes from `250` until it can be read during attacks on another one: mail from domains whose
// DNS hangs, and mail whose body is expensive to read. The goal is a p99 under 2 s.

const HANGING = 300;
const EXPENSIVE = 12;
const NEIGHBOURS = 100;
const EXPENSIVE_BYTES = 1_250_000;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'proofmail-neighbours-'));
  await chmod(dataDir, 0o711);
  closers.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { services, port } = await startReceiving(closers, dataDir);
  const { owners } = await createWorld(services.db);
  const client = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: 20,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  closers.defer(() => client.close());
  const [victim, neighbour] = [owners.own.ids.address!, owners.foreign.ids.address!];
  const send = (to: string, from: string, subject: string, rest: string) =>
    client.sendMail({
      envelope: { from, to },
      raw: `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\n${rest}`,
    });
  /** Milliseconds from `250` until the message is stored. */
  const timed = async (subject: string): Promise<number> => {
    await send(neighbour, 'friend@neighbour.example', subject, '\r\nHello.\r\n');
    const begun = performance.now();
    while (!(await isStored(services, subject))) await delay(10);
    return performance.now() - begun;
  };
  const attacks: [string, () => Promise<unknown>][] = [
    ['no attack', async () => undefined],
    [
      `${HANGING} mails from domains whose DNS hangs`,
      () =>
        Promise.all(
          Array.from({ length: HANGING }, (_, index) =>
            send(victim, `x@hang${index}.example`, `hang ${index}`, '\r\nHello.\r\n'),
          ),
        ),
    ],
    [
      `${EXPENSIVE} mails of 1.25 MB with a body that is expensive to read`,
      () =>
        Promise.all(
          Array.from({ length: EXPENSIVE }, (_, index) =>
            send(
              victim,
              'x@expensive.example',
              `expensive ${index}`,
              `Content-Type: text/html\r\n\r\n${'<p>a'.repeat(EXPENSIVE_BYTES / 4)}${index}\r\n`,
            ),
          ),
        ),
    ],
  ];
  for (let round = 0; round < 5; round += 1) await timed(`warm-up ${round}`);
  console.log('  p50 ms  p99 ms  max ms  attack');
  for (const [name, attack] of attacks) {
    await attack();
    const times: number[] = [];
    for (let count = 0; count < NEIGHBOURS; count += 1) {
      times.push(await timed(`${name} ${count}`));
      await delay(20);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.ceil(times.length * share) - 1]!.toFixed(0).padStart(7);
    console.log(`${at(0.5)} ${at(0.99)} ${at(1)}  ${name}`);
  }
}

async function startReceiving(
  closers: AsyncDisposableStack,
  dataDir: string,
): Promise<{ services: OpenServices; port: number }> {
  const log = { debug: () => {}, warn: () => {}, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log, throwaway: true });
  closers.defer(postgres.stop);
  await migrate(postgres.url);
  const zone: DnsZone = {};
  for (let index = 0; index < HANGING; index += 1) {
    zone[`hang${index}.example`] = 'silent';
    zone[`_dmarc.hang${index}.example`] = 'silent';
  }
  const dns = await startDnsServer(zone);
  closers.defer(dns.close);
  const config = loadConfig({
    PM_DATA_DIR: join(dataDir, 'product'),
    PM_SMTP_PORT: '0',
    PM_DNS_SERVERS: dns.address,
    PM_LOG_LEVEL: 'error',
  });
  const services = await createServices(config, { databaseUrl: postgres.url });
  closers.defer(services.close);
  const smtp = await startSmtpListener(services);
  closers.defer(() => smtp.close());
  const worker = await startWorker(services);
  closers.defer(() => worker.close());
  return { services, port: smtp.port };
}

async function isStored({ db }: OpenServices, subject: string): Promise<boolean> {
  const row = await db.first<{ stored: boolean }>({
    name: 'bench.stored',
    text: 'select exists (select 1 from messages where subject = $1) as stored',
    values: [subject],
  });
  return row!.stored;
}

await runBench(main);
