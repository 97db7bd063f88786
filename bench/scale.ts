import { type Database, openDatabase, sql } from '#kernel/data/database.ts';
import { startSmtpSink } from '#testing/smtp-sink.ts';
import { timed } from './processes.ts';
import { startProduct } from './product.ts';
import { runBench } from './run.ts';
import { bulk, fillIdentities, fillMail, fillOwn } from './scale-fill.ts';
import { countStatements, grownSince, type Statements, statementsSince } from './scale-statements.ts';
import {
  OWN,
  receive,
  type Sink,
  type Stage,
  stageOf,
  untilIndexed,
  type Work,
  worksOf,
} from './scale-work.ts';

// The cost of work as a deployment's database grows (issue 23, point 2): the same work in the same mailbox of 1,000
// messages, in a deployment of each of BENCH_SIZES messages in up to 100,000 mailboxes. They run side by side and
// take turns, so that a busy machine is as busy for all. Ratios are to the first size.

const SIZES = (process.env.BENCH_SIZES ?? '10000,300000').split(',').map(Number);
const MOST_IDENTITIES = 100_000;
/** The number of rounds, of which the cheapest counts, because others use the machine too. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

/** The names of the work to measure. */
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '');

/** `pages` are those of the database that statements touched, in memory or not. */
type Cost = { ms: number; product: number; postgres: number; pages: number };
type Measured = { cost: Cost; statements: Statements };
type Deployment = { size: number; stage: Stage };

async function main(closers: AsyncDisposableStack): Promise<void> {
  const sink = await startSmtpSink({});
  closers.defer(() => sink.close());
  const deployments: Deployment[] = [];
  for (const size of SIZES) deployments.push({ size, stage: await deploymentOf(closers, sink, size) });
  console.log('| messages | work | ms | product CPU ms | Postgres CPU ms | CPU to the first size | pages |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  const works = deployments.map(({ stage }) => worksOf(stage).filter(({ name }) => ONLY.test(name)));
  for (const index of works[0]!.keys()) {
    const best: (Measured | undefined)[] = [];
    for (let round = 0; round < (works[0]![index]!.isLast ? 1 : ROUNDS); round += 1)
      for (const [at, { stage }] of deployments.entries()) {
        const measured = await measure(stage, works[at]![index]!, `r${round}`);
        if (!best[at] || total(measured.cost) < total(best[at].cost)) best[at] = measured;
      }
    for (const [at, { size }] of deployments.entries()) {
      print(size, works[at]![index]!.name, best[at]!.cost, best[0]!.cost);
      for (const line of grownSince(best[0]!.statements, best[at]!.statements)) console.error(`    ${line}`);
    }
  }
  if (process.env.BENCH_HOLD) {
    for (const { size, stage } of deployments) console.log(`Holding ${size}: ${stage.product.databaseUrl}`);
    await new Promise(() => {});
  }
}

/**
 * A deployment with this many messages in which everything has been done once, because compiling code is not a cost of
 * the work.
 */
async function deploymentOf(closers: AsyncDisposableStack, sink: Sink, size: number): Promise<Stage> {
  const product = await startProduct(closers, {
    env: { PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url },
    postgres: [
      'shared_buffers=512MB',
      'max_wal_size=4GB',
      // Otherwise filling would wait for the disk. CPU and pages are measured, in the same way for all sizes.
      'fsync=off',
      'wal_level=minimal',
      'max_wal_senders=0',
      'maintenance_work_mem=512MB',
      'shared_preload_libraries=pg_stat_statements',
    ],
  });
  const db = openDatabase(product.databaseUrl);
  closers.defer(() => db.close());
  await countStatements(db);
  const stage = await stageOf(product, db, sink);
  const { mailbox } = stage;
  await receive(stage, 'first', 1);
  await fillOwn(db, mailbox, OWN);
  await untilIndexed(db);
  for (const { before, run } of worksOf(stage)) {
    await before?.('warm');
    await run('warm');
  }
  await untilIndexed(db);
  const identities = Math.min(MOST_IDENTITIES, Math.ceil(size / 10));
  const begin = performance.now();
  await bulk(product, async () => {
    await fillIdentities(db, mailbox, 0, identities);
    await fillMail(db, mailbox, size, identities);
  });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
  console.error(
    `${size} messages in ${identities} mailboxes: ${await gigabytes(db)} GB, filled in ${seconds} s`,
  );
  return stage;
}

async function gigabytes(db: Database): Promise<string> {
  const row = await db.first<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  );
  return (row!.bytes / 1e9).toFixed(2);
}

async function measure({ product, db }: Stage, { before, run }: Work, round: string): Promise<Measured> {
  await before?.(round);
  await countStatements(db);
  let pieces = 0;
  const { rate, cpuMs, postgresMs } = await timed(
    product.pid,
    async () => {
      pieces = await run(round);
      return { pieces };
    },
    product.postgresPid,
  );
  const statements = await statementsSince(db, pieces);
  const pages = [...statements.values()].reduce((sum, statement) => sum + statement.pages, 0);
  return {
    cost: { ms: 1_000 / rate, product: cpuMs ?? 0, postgres: postgresMs ?? 0, pages },
    statements,
  };
}

const total = ({ product, postgres }: Cost): number => product + postgres;

function print(size: number, name: string, { ms, product, postgres, pages }: Cost, first: Cost): void {
  const ratio = (product + postgres) / total(first);
  const cells = [ms, product, postgres, ratio].map((value) => value.toFixed(2));
  console.log(`| ${[size, name, ...cells, pages.toFixed(1)].join(' | ')} |`);
}

await runBench(main);
