import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { startSmtpSink } from '#testing/smtp-sink.ts';
import { startBareSends } from './bare-sends.ts';
import { type Identity, makeIdentities, makeKeys } from './client.ts';
import { timed } from './processes.ts';
import { type Product, startBaseline, startProduct } from './product.ts';
import { printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// From the request until a loopback SMTP sink has the message, beside nodemailer's pooled transport alone to the same
// sink; with one identity, and with fifty.
const ROUNDS = roundsOr(3);
const CONNECTIONS = 20;
const PATIENCE = 120_000;
const OTHERS_REST = 6_000;
/** Not counted, because compiling code in the first runs is not a cost of messages. */
const WARM_UP = { name: 'warm', identities: 50, sends: 500, rounds: 1 };
/** One identity may send 120 times a minute, so it has one short round. */
const CASES = [
  { name: 'one', identities: 1, sends: 100, rounds: 1 },
  { name: 'fifty', identities: 50, sends: 1_000, rounds: ROUNDS },
];

async function main(closers: AsyncDisposableStack): Promise<void> {
  const sink = await startSmtpSink({});
  closers.defer(() => sink.close());
  const product = await startProduct(closers, {
    env: { PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url },
  });
  const baseline = await startBaseline(closers, 'nodemailer-pool.ts', [String(sink.port)]);
  const [sender] = await makeIdentities(product, 'bare', 1);
  const transaction = await startBareSends(closers, product, sender!);

  const measure = async ({ name, identities: count, sends, rounds }: typeof WARM_UP): Promise<Measured> => {
    const identities = await makeIdentities(product, name, count);
    const keys = await makeKeys(product, identities[0]!.tenant_id, ['messages:send'], 25);
    // What the tenant of the case before did is others' work for five seconds (src/jobs/pace.ts), and this one is to be
    // alone.
    await delay(OTHERS_REST);
    const measured: Measured = { bare: [], ours: [], took: [] };
    for (let round = 0; round < rounds; round += 1) {
      measured.bare.push(
        await timed(baseline.child.pid!, async () => {
          baseline.child.send({ count: sends });
          const [seconds] = await once(baseline.child, 'message');
          return { pieces: sends, seconds: seconds as number };
        }),
      );
      measured.took.push(...(await transaction.send(sends, CONNECTIONS)).took);
      sink.messages.length = 0;
      const load = { name, identities, keys, sends, round };
      measured.ours.push(await timed(product.pid, () => sendOurs(product, load, sink), product.postgresPid));
      sink.messages.length = 0;
    }
    return measured;
  };

  await measure(WARM_UP);
  for (const each of CASES) {
    const { bare, ours, took } = await measure(each);
    console.log(
      `a bare transaction: p50 ${at(took, 0.5)} ms, p99 ${at(took, 0.99)} ms (goal for accepting: under 10 times that)`,
    );
    const title = `From request to sink, ${each.identities} identities, ${CONNECTIONS} at a time`;
    printComparison(title, 'messages/s', {
      baseline: { name: 'nodemailer pool', rounds: bare },
      ours: { name: 'Proofmail', rounds: ours },
      goal: 0.4,
    });
  }
}

/** Rounds of both sides, and the milliseconds of the bare transactions. */
type Measured = { bare: Round[]; ours: Round[]; took: number[] };

type Load = {
  name: string;
  identities: readonly Identity[];
  keys: readonly string[];
  sends: number;
  round: number;
};

/** Sends, and waits for the sink. Prints how long accepting took, and how long until a message was there. */
async function sendOurs(
  product: Product,
  { name, identities, keys, sends, round }: Load,
  sink: Awaited<ReturnType<typeof startSmtpSink>>,
): Promise<{ pieces: number; seconds: number }> {
  const begun = new Map<string, number>();
  const accepting: number[] = [];
  let next = 0;
  const begin = performance.now();
  const work = async (): Promise<void> => {
    while (next < sends) {
      const index = next;
      next += 1;
      const subject = `Deliver ${name} ${round} ${index}`;
      const started = performance.now();
      begun.set(subject, Date.now());
      const path = `/v1/identities/${identities[index % identities.length]!.id}/messages`;
      // The HTTP client that uses the least CPU, because all share the machine.
      const { statusCode, body } = await request(product.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${keys[index % keys.length]}`,
          'idempotency-key': subject,
        },
        body: JSON.stringify({
          to: [`someone${index}@outside.example`],
          subject,
          text: 'It is on its way. '.repeat(50),
        }),
      });
      const answer = await body.text();
      if (statusCode !== 202) throw new Error(`${statusCode} ${answer}`);
      accepting.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const accepted = (performance.now() - begin) / 1000;
  const messages = await sink.waitFor(sends, PATIENCE);
  const seconds = (performance.now() - begin) / 1000;
  const handing = messages.map(
    ({ raw, receivedAt }) =>
      receivedAt.getTime() - begun.get(/^Subject: (.*)\r$/m.exec(raw.toString('latin1'))![1]!)!,
  );
  console.log(
    `accepted ${Math.round(sends / accepted)} /s (p50 ${at(accepting, 0.5)} ms, p99 ${at(accepting, 0.99)} ms);`,
    `at the sink p50 ${at(handing, 0.5)} ms, p99 ${at(handing, 0.99)} ms`,
  );
  return { pieces: sends, seconds };
}

const at = (values: number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!);

await runBench(main);
