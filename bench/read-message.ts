import autocannon from 'autocannon';
import { call, makeIdentities, makeKeys } from './client.ts';
import { timed } from './processes.ts';
import { startBaseline, startProduct } from './product.ts';
import { printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// `GET` of one message with a key, compared with bare node:http with pg doing one equal indexed read. `PM_RLS=on` is
// passed on, to see what row-level security costs.
const ROUNDS = roundsOr(5);
const SECONDS = 4;
const CONNECTIONS = 20;
const KEYS = 400;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers, { env: { PM_RLS: process.env.PM_RLS ?? 'off' } });
  const [identity] = await makeIdentities(product, 'bench', 1);
  const sent = await call<{ id: string }>(
    product,
    'POST',
    `/v1/identities/${identity!.id}/messages`,
    { to: ['someone@outside.example'], subject: 'Bench', text: 'x'.repeat(2_000) },
    { 'idempotency-key': 'bench' },
  );
  const keys = await makeKeys(product, identity!.tenant_id, ['messages:read'], KEYS);
  const baseline = await startBaseline(closers, 'http-read.ts', [product.databaseUrl]);
  const path = `/v1/identities/${identity!.id}/messages/${sent.id}`;
  const bare: Round[] = [];
  const ours: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measure(`http://127.0.0.1:${baseline.port}${path}`, baseline.child.pid!, keys));
    ours.push(await measure(`${product.url}${path}`, product.pid, keys));
  }
  printComparison('GET one message', 'requests/s', {
    baseline: { name: 'bare node:http + pg', rounds: bare },
    ours: { name: 'Proofmail', rounds: ours },
    goal: 0.5,
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
