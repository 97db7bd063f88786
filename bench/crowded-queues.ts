import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase, sql } from '#kernel/data/database.ts';
import { startSmtpSink } from '#testing/smtp-sink.ts';
import { call, type Identity, makeIdentities, makeKeys } from './client.ts';
import { crowdOfExports, crowdOfSends, crowdOfWebhooks } from './crowds.ts';
import { startProduct } from './product.ts';
import { runBench } from './run.ts';
import { newText } from './texts.ts';

// The delay that one tenant's long queue causes another: from the request of a send, and from its 202, until a loopback
// sink has it, alone and while a neighbour's queue is worked off. The goal is 20 percent at p99. BENCH_CROWD sets the
// length of the queue, BENCH_SINK_MS how long the sink takes for a message, BENCH_APART_MS the time between two sends
// of the neighbour, and BENCH_KINDS the crowds. Both are measured in turn, BENCH_ROUNDS times, so that a busy machine
// is as busy for both.

const CROWD = Number(process.env.BENCH_CROWD ?? 50_000);
const SENDS = Number(process.env.BENCH_SENDS ?? 300);
const APART = Number(process.env.BENCH_APART_MS ?? 60);
const SINK_MS = Number(process.env.BENCH_SINK_MS ?? 0);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1);
const KINDS = (process.env.BENCH_KINDS ?? 'sends,exports,webhooks').split(',');
const WARM_UP = 100;
/** Each may send 120 times a minute. */
const IDENTITIES = 20;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const sink = await startSmtpSink({
    onMailFrom: (_address, _session, done) => void setTimeout(done, SINK_MS),
  });
  closers.defer(() => sink.close());
  const hooks = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve));
  closers.defer(() => void hooks.closeAllConnections());
  const product = await startProduct(closers, {
    worker: true,
    env: { PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url, PM_INSECURE_TARGETS: 'on' },
  });
  const db = openDatabase(product.databaseUrl);
  closers.defer(() => db.close());
  const ours = await makeIdentities(product, 'neighbour', IDENTITIES);
  const keys = await makeKeys(product, ours[0]!.tenant_id, ['messages:send'], 10);
  let sent = 0;

  /** Milliseconds until the sink has each message. */
  const measure = async (many: number, apart = APART): Promise<Times> => {
    const begun = new Map<string, { at: number; acceptedAt: number }>();
    for (let n = 0; n < many; n += 1) {
      sent += 1;
      const subject = `Neighbour ${sent}`;
      const at = Date.now();
      await call(
        product,
        'POST',
        `/v1/identities/${ours[sent % IDENTITIES]!.id}/messages`,
        { to: ['friend@outside.example'], subject, text: newText() },
        { authorization: `Bearer ${keys[sent % keys.length]}`, 'idempotency-key': subject },
      );
      begun.set(subject, { at, acceptedAt: Date.now() });
      await delay(apart);
    }
    const arrived = new Map<string, number>();
    while (arrived.size < many) {
      await delay(200);
      for (const { raw, receivedAt } of sink.messages) {
        const subject = /^Subject: (.*)\r$/m.exec(raw.subarray(0, 4_000).toString('latin1'))?.[1] ?? '';
        if (begun.has(subject)) arrived.set(subject, receivedAt.getTime());
      }
    }
    const times = [...begun].map(([subject, { at, acceptedAt }]) => {
      const then = arrived.get(subject)!;
      return { whole: then - at, handOver: Math.max(0, then - acceptedAt) };
    });
    return { whole: times.map(({ whole }) => whole), handOver: times.map(({ handOver }) => handOver) };
  };

  const newCrowd = async (name: string): Promise<Identity> => {
    const [identity] = await makeIdentities(product, `crowd-${name}`, 1);
    await call(product, 'POST', `/v1/tenants/${identity!.tenant_id}/webhooks`, {
      url: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`,
      events: ['message.canceled'],
    });
    return identity!;
  };

  await measure(WARM_UP, Math.min(APART, 60));
  console.log(
    `${CROWD} waiting; the sink takes ${SINK_MS} ms; a send every ${APART} ms; from the request, and from its 202`,
  );
  console.log(
    '| beside | p50 ms | p99 ms | p99 to alone | p50 ms | p99 ms | p99 to alone | worked off a second |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  let crowds = 0;
  for (const [name, crowdOf, leftOf] of [
    ['sends', crowdOfSends, leftOfJobs],
    ['exports', crowdOfExports, leftOfJobs],
    ['webhooks', crowdOfWebhooks, leftOfDeliveries],
  ] as const) {
    if (!KINDS.includes(name)) continue;
    const alone: Times = { whole: [], handOver: [] };
    const crowded: Times = { whole: [], handOver: [] };
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      sink.messages.length = 0;
      add(alone, await measure(SENDS));
      crowds += 1;
      const crowd = await newCrowd(`${name}-${round}`);
      await crowdOf(product, db, crowd, { many: CROWD, mark: crowds.toString(36).toUpperCase() });
      sink.messages.length = 0;
      const [before, begun] = [await leftOf(db, crowd), performance.now()];
      add(crowded, await measure(SENDS));
      rates.push(((before - (await leftOf(db, crowd))) * 1_000) / (performance.now() - begun));
      await drop(db);
    }
    print('none', alone, alone, '');
    print(name, crowded, alone, rates.map((rate) => rate.toFixed(0)).join(', '));
  }
}

type Times = { whole: number[]; handOver: number[] };

function add(to: Times, more: Times): void {
  to.whole.push(...more.whole);
  to.handOver.push(...more.handOver);
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1]!;
}

function print(name: string, times: Times, alone: Times, rate: string): void {
  const cells = (['whole', 'handOver'] as const).flatMap((kind) => [
    at(times[kind], 0.5),
    at(times[kind], 0.99),
    (at(times[kind], 0.99) / at(alone[kind], 0.99)).toFixed(2),
  ]);
  console.log(`| ${[name, ...cells, rate].join(' | ')} |`);
}

const leftOfJobs = async (db: Database, { tenant_id }: Identity): Promise<number> =>
  (await db.first<{ n: number }>(sql`
    select count(*)::int as n from graphile_worker._private_jobs where payload ->> 'tenant_id' = ${tenant_id}`))!
    .n;

const leftOfDeliveries = async (db: Database): Promise<number> =>
  (await db.first<{ n: number }>(
    sql`select count(*)::int as n from webhook_deliveries where queue is not null`,
  ))!.n;

/** Removes the rest of a crowd before the next one. */
async function drop(db: Database): Promise<void> {
  await db.run(sql`delete from graphile_worker._private_jobs where is_available`);
  await db.run(sql`delete from webhook_deliveries where queue is not null`);
  await delay(5_000);
}

await runBench(main);
