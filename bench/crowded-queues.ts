import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase, sql } from '#kernel/data/database.ts';
import { startSmtpSink } from '#testing/smtp-sink.ts';
import { call, type Identity, makeIdentities, makeKeys } from './client.ts';
import { crowdOfExports, crowdOfSends, crowdOfWebhooks } from './crowds.ts';
import { startProduct } from './product.ts';
import { runBench } from './run.ts';

// What one tenant's long queue costs another: from the request of a send until a loopback sink has it, alone and while a
// neighbour's queue is worked off. The goal is 20 percent at p99. BENCH_CROWD sets the length of the queue.

const CROWD = Number(process.env.BENCH_CROWD ?? 50_000);
const SENDS = Number(process.env.BENCH_SENDS ?? 300);
const APART = 60;
/** Each may send 120 times a minute. */
const IDENTITIES = 20;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const sink = await startSmtpSink({});
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

  /** Milliseconds from each request until the sink has its message. */
  const measure = async (many: number): Promise<number[]> => {
    const begun = new Map<string, number>();
    for (let n = 0; n < many; n += 1) {
      sent += 1;
      const subject = `Neighbour ${sent}`;
      begun.set(subject, Date.now());
      await call(
        product,
        'POST',
        `/v1/identities/${ours[sent % IDENTITIES]!.id}/messages`,
        { to: ['friend@outside.example'], subject, text: 'It is on its way. '.repeat(50) },
        { authorization: `Bearer ${keys[sent % keys.length]}`, 'idempotency-key': subject },
      );
      await delay(APART);
    }
    const arrived = new Map<string, number>();
    while (arrived.size < many) {
      for (const { raw, receivedAt } of sink.messages) {
        const subject = /^Subject: (.*)\r$/m.exec(raw.subarray(0, 4_000).toString('latin1'))?.[1] ?? '';
        const start = begun.get(subject);
        if (start !== undefined) arrived.set(subject, receivedAt.getTime() - start);
      }
      await delay(100);
    }
    return [...arrived.values()].sort((a, b) => a - b);
  };

  const newCrowd = async (name: string): Promise<Identity> => {
    const [identity] = await makeIdentities(product, `crowd-${name}`, 1);
    await call(product, 'POST', `/v1/tenants/${identity!.tenant_id}/webhooks`, {
      url: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`,
      events: ['message.canceled'],
    });
    return identity!;
  };

  await measure(100);
  console.log(
    `| ${CROWD} waiting | p50 ms | p99 ms | p99 to alone | left at the end |\n| --- | --- | --- | --- | --- |`,
  );
  for (const [name, crowdOf, left] of [
    ['sends', crowdOfSends, leftOfJobs],
    ['exports', crowdOfExports, leftOfJobs],
    ['webhooks', crowdOfWebhooks, leftOfDeliveries],
  ] as const) {
    sink.messages.length = 0;
    const alone = await measure(SENDS);
    print('none', alone, alone, 0);
    const crowd = await newCrowd(name);
    await crowdOf(product, db, crowd, CROWD);
    sink.messages.length = 0;
    const crowded = await measure(SENDS);
    print(name, crowded, alone, await left(db, crowd));
    await drop(db);
  }
}

const at = (times: readonly number[], share: number): number => times[Math.ceil(times.length * share) - 1]!;

function print(name: string, times: readonly number[], alone: readonly number[], left: number): void {
  const ratio = (at(times, 0.99) / at(alone, 0.99)).toFixed(2);
  console.log(`| ${name} | ${at(times, 0.5)} | ${at(times, 0.99)} | ${ratio} | ${left} |`);
}

const leftOfJobs = async (db: Database, { tenant_id }: Identity): Promise<number> =>
  (await db.first<{ n: number }>(sql`
    select count(*)::int as n from graphile_worker._private_jobs where payload ->> 'tenant_id' = ${tenant_id}`))!
    .n;

const leftOfDeliveries = async (db: Database): Promise<number> =>
  (await db.first<{ n: number }>(
    sql`select count(*)::int as n from webhook_deliveries where queue is not null`,
  ))!.n;

/** What is left of a crowd must not meet the next one. */
async function drop(db: Database): Promise<void> {
  await db.run(sql`delete from graphile_worker._private_jobs where is_available`);
  await db.run(sql`delete from webhook_deliveries where queue is not null`);
  await delay(5_000);
}

await runBench(main);
