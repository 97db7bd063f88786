import autocannon from 'autocannon';
import { call, makeIdentities, makeKeys } from './client.ts';
import { timed } from './processes.ts';
import { startBaseline, startProduct } from './product.ts';
import { printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// A page of 25 summaries (`view=summary`) of mailboxes with mail of 15 KB, beside bare node:http with pg that reads the
// same columns; then the full page of the same mail, beside its own summary. The mailboxes are many, because a page
// that several ask for at once is read once.
const ROUNDS = roundsOr(5);
const SECONDS = 4;
const CONNECTIONS = 20;
/** A key may call 600 times a minute: enough for 8,000 pages a second, half of the time. */
const KEYS = 400;
const MAILBOXES = 20;
const MESSAGES = 30;
const SENDERS = 8;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const mailboxes = await makeIdentities(product, 'bench', MAILBOXES);
  const tenantId = mailboxes[0]!.tenant_id;
  const senders = await makeKeys(product, tenantId, ['messages:send'], SENDERS);
  const text = 'A sentence of a letter that somebody wrote, with "quotes" and a line break.\n'.repeat(200);
  for (let n = 0; n < MESSAGES * MAILBOXES; n += 1) {
    await call(
      product,
      'POST',
      `/v1/identities/${mailboxes[n % MAILBOXES]!.id}/messages`,
      { to: ['someone@outside.example'], subject: `Letter ${n} about the last order`, text },
      { 'idempotency-key': `bench-${n}`, authorization: `Bearer ${senders[n % SENDERS]}` },
    );
  }
  const keys = await makeKeys(product, tenantId, ['messages:read'], KEYS);
  const baseline = await startBaseline(closers, 'http-list.ts', [product.databaseUrl]);
  const requests = (query = '') =>
    keys.map((key, index) => ({
      path: `/v1/identities/${mailboxes[index % MAILBOXES]!.id}/messages${query}`,
      headers: { authorization: `Bearer ${key}` },
    }));
  const bare: Round[] = [];
  const summaries: Round[] = [];
  const full: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measure(`http://127.0.0.1:${baseline.port}`, baseline.child.pid!, requests()));
    summaries.push(await measure(product.url, product.pid, requests('?view=summary')));
  }
  // These run separately, because their garbage collection would slow down the others.
  for (let round = 0; round < ROUNDS; round += 1)
    full.push(await measure(product.url, product.pid, requests()));
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

type Asked = { path: string; headers: Record<string, string> };

function measure(url: string, pid: number, requests: Asked[]): Promise<Round> {
  return timed(pid, async () => {
    const result = await autocannon({
      url,
      connections: CONNECTIONS,
      duration: SECONDS,
      requests,
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx} answers were not 200, ${result.errors} failed.`);
    return { pieces: result.requests.total };
  });
}

await runBench(main);
