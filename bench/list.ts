import autocannon from 'autocannon';
import { call, makeIdentities, makeKeys } from './client.ts';
import { timed } from './processes.ts';
import { startBaseline, startProduct } from './product.ts';
import { printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// A page of 25 summaries (`view=summary`) of a mailbox with mail of 15 KB, beside bare node:http with pg that reads the same
// columns; then the full page of the same mail, beside its own summary.
const ROUNDS = roundsOr(5);
const SECONDS = 4;
const CONNECTIONS = 20;
const KEYS = 150;
const MESSAGES = 60;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const [identity] = await makeIdentities(product, 'bench', 1);
  const text = 'A sentence of a letter that somebody wrote, with "quotes" and a line break.\n'.repeat(200);
  for (let n = 0; n < MESSAGES; n += 1) {
    await call(
      product,
      'POST',
      `/v1/identities/${identity!.id}/messages`,
      { to: ['someone@outside.example'], subject: `Letter ${n} about the last order`, text },
      { 'idempotency-key': `bench-${n}` },
    );
  }
  const keys = await makeKeys(product, identity!.tenant_id, ['messages:read'], KEYS);
  const baseline = await startBaseline(closers, 'http-list.ts', [product.databaseUrl]);
  const path = `/v1/identities/${identity!.id}/messages`;
  const bare: Round[] = [];
  const summaries: Round[] = [];
  const full: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measure(`http://127.0.0.1:${baseline.port}${path}`, baseline.child.pid!, keys));
    summaries.push(await measure(`${product.url}${path}?view=summary`, product.pid, keys));
  }
  // By themselves: what they leave to the garbage collector would burden the others.
  for (let round = 0; round < ROUNDS; round += 1)
    full.push(await measure(`${product.url}${path}`, product.pid, keys));
  printComparison('25 summaries', 'requests/s', {
    baseline: { name: 'bare node:http + pg', rounds: bare },
    ours: { name: 'Proofmail', rounds: summaries },
    goal: 0.4,
  });
  printComparison('25 messages in full', 'requests/s', {
    baseline: { name: 'their summaries', rounds: summaries },
    ours: { name: 'in full', rounds: full },
    goal: 0.1,
  });
}

function measure(url: string, pid: number, keys: string[]): Promise<Round> {
  return timed(pid, async () => {
    const result = await autocannon({
      url,
      connections: CONNECTIONS,
      duration: SECONDS,
      requests: keys.map((key) => ({ headers: { authorization: `Bearer ${key}` } })),
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx} answers were not 200, ${result.errors} failed.`);
    return { pieces: result.requests.total };
  });
}

await runBench(main);
