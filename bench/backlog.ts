import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { type Identity, makeIdentities, makeKeys } from './client.ts';
import { type Product, startProduct } from './product.ts';
import { runBench } from './run.ts';

// Accepted sends (202) while very many jobs wait: how long each takes, and the memory of the program (issue 6).
const WAITING = Number(process.env.BENCH_JOBS ?? 100_000);
const SENDS = 500;
const CONNECTIONS = 10;
// One identity may send 120 times a minute and one key may call 600 times, so the load is spread.
const IDENTITIES = 40;
const KEYS = 10;

type Measured = { waiting: number; p50: number; p95: number; max: number; memory: number };

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const identities = await makeIdentities(product, 'backlog', IDENTITIES);
  const keys = await makeKeys(product, identities[0]!.tenant_id, ['messages:send'], KEYS);
  const database = new Client({ connectionString: product.databaseUrl });
  await database.connect();
  closers.defer(() => database.end());
  const measure = () => measureSends(product, database, identities, keys);

  await measure();
  const rows: Record<string, Measured> = { 'nothing waits': await measure() };
  await enqueue(database, "interval '1 day'");
  rows[`${WAITING} wait for their time`] = await measure();
  await database.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
  const begun = performance.now();
  rows[`${WAITING} are due and worked on`] = await measure();
  await untilDrained(database);
  const seconds = (performance.now() - begun) / 1_000;
  rows['all are done'] = await measure();
  console.table(rows);
  console.log(`${Math.round(WAITING / seconds)} jobs/s while sends were accepted`);
}

/** Jobs that find nothing to do, because their message does not exist. */
const enqueue = (database: Client, wait: string) =>
  database.query(
    `select count(*) from graphile_worker.add_jobs(array(
       select row('sending.submit', json_build_object('message_id', 'msg_' || n), null, now() + ${wait}, 25::smallint,
                  null, null, null)::graphile_worker.job_spec
       from generate_series(1, $1::int) n))`,
    [WAITING],
  );

let sent = 0;

async function measureSends(
  product: Product,
  database: Client,
  identities: readonly Identity[],
  keys: readonly string[],
): Promise<Measured> {
  const waiting = await countJobs(database);
  const times: number[] = [];
  const worker = async () => {
    while (times.length < SENDS) {
      sent += 1;
      const begun = performance.now();
      const response = await fetch(
        `${product.url}/v1/identities/${identities[sent % IDENTITIES]!.id}/messages`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${keys[sent % KEYS]}`,
            'idempotency-key': `send ${sent}`,
          },
          body: JSON.stringify({
            to: [`someone${sent}@outside.example`],
            subject: 'Your order',
            text: 'On its way.',
          }),
        },
      );
      if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)]!);
  return { waiting, p50: at(0.5), p95: at(0.95), max: at(1), memory: await residentMegabytes(product.pid) };
}

async function countJobs(database: Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    'select count(*)::int as n from graphile_worker._private_jobs',
  );
  return rows[0]!.n;
}

async function untilDrained(database: Client): Promise<void> {
  while ((await countJobs(database)) > 0) await new Promise((resolve) => setTimeout(resolve, 500));
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

await runBench(main);
