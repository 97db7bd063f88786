import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '#kernel/base/config.ts';
import { startSmtpListener } from '#mail/inbound/index.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { migrate } from '#server/postgres/migrate.ts';
import { createServices, type OpenServices } from '#server/services.ts';
import { startWorker } from '#server/worker.ts';
import { startDnsServer } from '#testing/dns-server.ts';
import { createWorld } from '#testing/world.ts';
import { hostileMail, zone } from './hostile-mail.ts';
import { startChild } from './product.ts';
import { runBench } from './run.ts';

// The cost of each hostile message, from SMTP until it is stored and indexed: CPU outside the main thread, CPU of the
// main thread, and how long its event loop was blocked. Listener and worker run in this process, so that it can be
// observed; sender and Postgres do not. `BENCH_ONLY=text` runs the cases whose name contains the text. Linux only.

const MAX_CPU = 2;
const MAX_STALL = 50;
const PATIENCE = 60_000;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'proofmail-hostile-'));
  await chmod(dataDir, 0o711);
  closers.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { services, port } = await startReceiving(closers, dataDir);
  const { owners } = await createWorld(services.db);
  const recipient = owners.own.ids.address!;
  const file = join(dataDir, 'message.eml');
  await writeFile(file, 'From: a@sender.example\r\nSubject: warm-up\r\n\r\nHello.\r\n');
  for (let round = 0; round < 3; round += 1) await measure(closers, services, { port, recipient, file });
  const only = process.env.BENCH_ONLY ?? '';
  const over: string[] = [];
  let longest = { turn: 0, name: 'none' };
  console.log('  CPU s  main s  longest turn ms  loop delay ms  RSS MB  message');
  for (const [name, make] of hostileMail.filter(([name]) => name.includes(only))) {
    await writeFile(file, await make(), 'latin1');
    const { cpu, mainCpu, turn, loop, answer } = await measure(closers, services, { port, recipient, file });
    if (turn > longest.turn) longest = { turn, name };
    const memory = process.memoryUsage.rss() / 1e6;
    const columns = [
      cpu.toFixed(2).padStart(7),
      mainCpu.toFixed(2).padStart(7),
      turn.toFixed(0).padStart(16),
    ];
    columns.push(loop.toFixed(0).padStart(14), memory.toFixed(0).padStart(7));
    console.log(`${columns.join(' ')}  ${name}${answer.startsWith('250') ? '' : `: ${answer}`}`);
    if (cpu > MAX_CPU || turn > MAX_STALL) over.push(name);
  }
  console.log(`\nlongest turn of the main thread: ${longest.turn.toFixed(1)} ms of CPU (${longest.name})`);
  console.log(
    `over ${MAX_CPU} s of CPU or ${MAX_STALL} ms in one turn: ${over.length === 0 ? 'none' : over.join('; ')}`,
  );
}

async function startReceiving(
  closers: AsyncDisposableStack,
  dataDir: string,
): Promise<{ services: OpenServices; port: number }> {
  const log = { debug: () => {}, warn: () => {}, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log, throwaway: true });
  closers.defer(postgres.stop);
  await migrate(postgres.url);
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

type Cost = { cpu: number; mainCpu: number; turn: number; loop: number; answer: string };

async function measure(
  closers: AsyncDisposableStack,
  services: OpenServices,
  { port, recipient, file }: { port: number; recipient: string; file: string },
): Promise<Cost> {
  const before = await cpuSeconds();
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const turns = watchTurns();
  const answer = await send(closers, [String(port), recipient, file]);
  const end = performance.now() + PATIENCE;
  while (await isBusy(services)) {
    if (performance.now() > end) throw new Error('The message was not stored in time.');
    await delay(20);
  }
  const turn = turns.stop();
  loop.disable();
  const after = await cpuSeconds();
  return {
    cpu: after.others - before.others,
    mainCpu: after.main - before.main,
    turn,
    loop: loop.max / 1e6,
    answer,
  };
}

async function send(closers: AsyncDisposableStack, args: string[]): Promise<string> {
  const child = startChild(closers, [join(import.meta.dirname, 'baselines', 'send-raw.ts'), ...args]);
  const answer = once(child, 'message').then(([text]) => String(text));
  const ended = once(child, 'exit').then(([code]) => `sender ended with ${code}`);
  const told = await Promise.race([answer, ended]);
  await ended;
  return told;
}

/** Whether receipts wait, messages are not indexed yet, or jobs are due, such as the one that reads attachments. */
async function isBusy({ db }: OpenServices): Promise<boolean> {
  const row = await db.first<{ busy: boolean }>({
    name: 'bench.busy',
    text: `select exists (select 1 from inbound_receipts) or exists (select 1 from search_pending)
             or exists (select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts) as busy`,
    values: [],
  });
  return row!.busy;
}

/**
 * The most CPU that the main thread spent between two turns of its loop, in milliseconds. Unlike the loop's delay it
 * does not count the time that other programs use.
 */
function watchTurns(): { stop(): number } {
  let longest = 0;
  let last = process.threadCpuUsage();
  let timer: NodeJS.Immediate;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    timer = setImmediate(look);
  };
  timer = setImmediate(look);
  return {
    stop() {
      clearImmediate(timer);
      return longest;
    },
  };
}

const TICKS_PER_SECOND = 100;

/** The CPU time of this process's main thread, and of all its other threads together. */
async function cpuSeconds(): Promise<{ main: number; others: number }> {
  const { user, system } = process.cpuUsage();
  const stat = await readFile(`/proc/self/task/${process.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const main = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  return { main, others: (user + system) / 1e6 - main };
}

await runBench(main);
