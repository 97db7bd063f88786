import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { Client } from 'pg';
import { type Identity, makeIdentities } from './client.ts';
import { type MixedMail, makeMixedMail, withFiles, zone } from './mixed-mail.ts';
import { peakMemory, timed } from './processes.ts';
import { type Baseline, startBaseline, startProduct } from './product.ts';
import { printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// Full processing of accepted mail (parse, authenticate, thread, rate, store, index), compared with a parser and
// mailauth alone on the same messages. The worker is a separate process, stopped while the mail is handed over.
const ROUNDS = roundsOr(3);
const MESSAGES = 400;
const IDENTITIES = 10;
const CONNECTIONS = 4;
const PATIENCE = 120_000;
const MEGABYTE = 1e6;
const LARGEST = 25 * 1024 * 1024 - 64 * 1024;
const MAX_LARGEST_MEMORY = 150;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers, { zone, worker: true });
  const worker = product.workerPid!;
  const database = new Client({ connectionString: product.databaseUrl });
  await database.connect();
  closers.defer(() => database.end());
  const identities = await makeIdentities(product, 'bench', IDENTITIES);
  const drained = () => until(database, INDEXED);
  await handOver(product.smtpPort, await makeSet(identities, 40));
  await drained();
  const directory = join(product.dataDir, 'files');
  await mkdir(directory);
  const bare: Round[] = [];
  const ours: Round[] = [];
  const stored: number[] = [];
  const memory: (number | null)[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const mails = await makeSet(identities, MESSAGES);
    const list = await writeFiles(join(directory, String(round)), mails);
    const baseline = await startBaseline(closers, 'parse-and-authenticate.ts', [product.dnsServer, list]);
    await askBaseline(baseline);
    bare.push(
      await timed(baseline.child.pid!, async () => {
        await askBaseline(baseline);
        return { pieces: MESSAGES };
      }),
    );
    baseline.child.kill();
    process.kill(worker, 'SIGSTOP');
    await handOver(product.smtpPort, mails);
    await resetPeak(worker);
    ours.push(
      await timed(
        worker,
        async () => {
          process.kill(worker, 'SIGCONT');
          const begin = performance.now();
          await until(database, STORED);
          stored.push((MESSAGES * 1000) / (performance.now() - begin));
          await drained();
          return { pieces: MESSAGES };
        },
        product.postgresPid,
      ),
    );
    memory.push(await peakMemory(worker));
  }
  printComparison(
    `Inbound processing of ${MESSAGES} messages (60% 5 KB, 30% 50 KB html, 10% 1 MB)`,
    'messages/s',
    {
      baseline: { name: 'parser + mailauth alone', rounds: bare },
      ours: { name: 'Proofmail, until indexed', rounds: ours },
      goal: 0.5,
    },
  );
  const rates = stored.map((rate) => Math.round(rate)).join(', ');
  console.log(`until stored, messages/s in each round: ${rates}; the index waits for a pause in the mail`);
  console.log(
    `peak memory of the worker in each round, MB: ${memory.map((peak) => peak?.toFixed(0)).join(', ')}`,
  );
  await measureLargest(product.smtpPort, identities[0]!, worker, drained);
}

async function measureLargest(
  port: number,
  { primary_address: to }: Identity,
  worker: number,
  drained: () => Promise<void>,
): Promise<void> {
  await delay(5_000);
  await resetPeak(worker);
  const idle = (await peakMemory(worker)) ?? 0;
  const raw = `From: a@company0.example\r\nTo: ${to}\r\nSubject: large\r\nMIME-Version: 1.0\r\n${withFiles(LARGEST)}`;
  await handOver(port, [{ envelope: { from: 'a@company0.example', to }, raw }]);
  await drained();
  const peak = (await peakMemory(worker)) ?? 0;
  const size = (raw.length / MEGABYTE).toFixed(1);
  console.log(
    `one message of ${size} MB: ${(peak - idle).toFixed(0)} MB over the idle ${idle.toFixed(0)} MB (goal: under ${MAX_LARGEST_MEMORY})`,
  );
}

const makeSet = (identities: readonly Identity[], count: number): Promise<MixedMail[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      makeMixedMail(identities[index % identities.length]!.primary_address, index),
    ),
  );

async function writeFiles(directory: string, mails: readonly MixedMail[]): Promise<string> {
  await mkdir(directory);
  const names = mails.map((_, index) => join(directory, `${index}.eml`));
  for (const [index, { raw }] of mails.entries()) await writeFile(names[index]!, raw);
  await writeFile(join(directory, 'list.json'), JSON.stringify(names));
  return join(directory, 'list.json');
}

async function askBaseline({ port }: Baseline): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/`);
  if (!response.ok) throw new Error(await response.text());
}

async function handOver(port: number, mails: readonly MixedMail[]): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  await Promise.all(mails.map((mail) => transport.sendMail(mail)));
  transport.close();
}

const STORED = 'select not exists (select 1 from inbound_receipts) as done';
/** Also waits until the text of attachments has been read and can be searched. */
const INDEXED = `
  select not exists (select 1 from inbound_receipts) and not exists (select 1 from search_pending)
    and not exists (select 1 from attachments where text_status = 'pending') as done`;

async function until(database: Client, question: string): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const { rows } = await database.query(question);
    if (rows[0].done) return;
    if (performance.now() > end) throw new Error('Not all messages were processed in time.');
    await delay(10);
  }
}

/** Resets the kernel's peak (proc(5), clear_refs). If that is not allowed, peaks are those of the whole run. */
async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
}

await runBench(main);
