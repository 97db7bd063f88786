import { setTimeout as delay } from 'node:timers/promises';
import autocannon, { type Request } from 'autocannon';
import { Client } from 'pg';
import { startBareSends } from './bare-sends.ts';
import { type Identity, makeIdentities, makeKeys } from './client.ts';
import { timed } from './processes.ts';
import { type Product, startProduct } from './product.ts';
import { printComparison, printShare, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// Accepted sends (202) per second, beside a bare pg transaction that inserts the same rows, and beside the same sends of a
// tenant whose policy switches the guard off.
const ROUNDS = roundsOr(5);
const SENDS = 1_500;
const CONNECTIONS = 20;
// One identity may send 120 times a minute and one key may call 600 times, so the load is spread. In five rounds each
// identity writes three times to ten people: more new people in minutes are a burst for the guard, and more mail to one
// may be a loop.
const IDENTITIES = 250;
const PEOPLE = 10;
const KEYS = 25;
const DRAIN_PATIENCE = 60_000;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const identities = await makeIdentities(product, 'bench', IDENTITIES);
  const keys = await makeKeys(product, identities[0]!.tenant_id, ['messages:send'], KEYS);
  const nextSend = sendsOf(identities, keys);
  const unguarded = await makeIdentities(product, 'unguarded', IDENTITIES, { sending: { guard: 'off' } });
  const theirKeys = await makeKeys(product, unguarded[0]!.tenant_id, ['messages:send'], KEYS);
  const nextUnguarded = sendsOf(unguarded, theirKeys);
  const baseline = await startBareSends(closers, product, identities[0]!);
  const bare: Round[] = [];
  const ours: Round[] = [];
  const without: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(baseline.pid, () => baseline.send(SENDS, CONNECTIONS), product.postgresPid));
    const both = [
      { rounds: ours, next: nextSend },
      { rounds: without, next: nextUnguarded },
    ];
    // The second one would profit from warmer code, so they alternate.
    for (const { rounds, next } of round % 2 === 0 ? both : both.toReversed()) {
      rounds.push(await timed(product.pid, () => sendOurs(product, next), product.postgresPid));
      await untilHandedOver(product);
    }
  }
  printComparison(`Send accepted (202), ${CONNECTIONS} at a time`, 'sends/s', {
    baseline: { name: 'bare pg transaction', rounds: bare },
    ours: { name: 'Proofmail', rounds: ours },
    goal: 0.4,
  });
  printShare('The guard', { without, with: ours });
}

const bodyOf = (index: number) => ({
  to: [`someone${Math.floor(index / IDENTITIES) % PEOPLE}.of${index % IDENTITIES}@outside.example`],
  subject: `Your order ${index}`,
  text: 'It is on its way. '.repeat(50),
});

/** Creates the requests, each with the next identity and key and a new Idempotency-Key. */
function sendsOf(identities: readonly Identity[], keys: readonly string[]): (request: Request) => Request {
  let index = 0;
  return (request) => {
    index += 1;
    return {
      ...request,
      path: `/v1/identities/${identities[index % identities.length]!.id}/messages`,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${keys[index % keys.length]}`,
        'idempotency-key': `send ${index}`,
      },
      body: JSON.stringify(bodyOf(index)),
    };
  };
}

async function sendOurs(
  product: Product,
  nextSend: (request: Request) => Request,
): Promise<{ pieces: number; seconds: number }> {
  const requests = [{ method: 'POST' as const, setupRequest: nextSend }];
  const begin = performance.now();
  let last = begin;
  let accepted = 0;
  await new Promise<void>((resolve, reject) => {
    const options = { url: product.url, connections: CONNECTIONS, amount: SENDS, requests };
    const load = autocannon(options, (error) => (error ? reject(error) : resolve()));
    // The tool's own clock counts only whole seconds.
    load.on('response', (_client, statusCode) => {
      last = performance.now();
      if (statusCode === 202) accepted += 1;
    });
  });
  if (accepted !== SENDS) throw new Error(`Only ${accepted} of ${SENDS} were accepted.`);
  return { pieces: SENDS, seconds: (last - begin) / 1000 };
}

/** The jobs of a round must not take the next one's time. */
async function untilHandedOver({ databaseUrl }: Product): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const end = performance.now() + DRAIN_PATIENCE;
  const isWaiting = async () =>
    (await client.query(`select 1 from messages where status = 'queued' limit 1`)).rows.length > 0;
  while (await isWaiting()) {
    if (performance.now() > end) throw new Error('The accepted messages were not handed over.');
    await delay(100);
  }
  await client.end();
}

await runBench(main);
