import autocannon from 'autocannon';
import { call, makeIdentities, makeKeys } from './client.ts';
import { timed } from './processes.ts';
import { startProduct } from './product.ts';
import { printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// The cost of the protocol: mail_list_threads over MCP compared with the same list over REST, on the same product.
const ROUNDS = roundsOr(5);
const SECONDS = 4;
const CONNECTIONS = 20;
// Enough keys that none reaches its limit of calls a minute.
const KEYS = 400;
const THREADS = 20;

type Call = { method: 'GET' | 'POST'; path: string; body?: string; headers?: Record<string, string> };

/** In revision 2026-07-28, each request has the data that earlier revisions exchange at the beginning. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function toolCall(revision: string, identity: string): Call {
  const params = {
    name: 'mail_list_threads',
    arguments: { identity, limit: THREADS },
    ...(revision === '2026-07-28' && { _meta: envelope }),
  };
  return {
    method: 'POST',
    path: '/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(revision === '2026-07-28' && { 'mcp-method': 'tools/call', 'mcp-name': params.name }),
    },
  };
}

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const [identity] = await makeIdentities(product, 'bench', 1);
  const base = `/v1/identities/${identity!.id}`;
  for (let n = 0; n < THREADS; n += 1) {
    const mail = { to: ['someone@outside.example'], subject: `Bench ${n}`, text: 'x'.repeat(2_000) };
    await call(product, 'POST', `${base}/messages`, mail, { 'idempotency-key': `bench ${n}` });
  }
  const keys = await makeKeys(product, identity!.tenant_id, ['messages:read'], KEYS);
  const list: Call = { method: 'GET', path: `${base}/threads?limit=${THREADS}` };
  for (const revision of ['2026-07-28', '2025-11-25']) {
    const asked = toolCall(revision, identity!.id);
    const rest: Round[] = [];
    const mcp: Round[] = [];
    // Warms up, because code that ran only a few times is not optimised as in production.
    for (const each of [list, asked]) await measure(product, keys, each);
    for (let round = 0; round < ROUNDS; round += 1) {
      rest.push(await measure(product, keys, list));
      mcp.push(await measure(product, keys, asked));
    }
    printComparison(`mail_list_threads of ${THREADS} threads, revision ${revision}`, 'calls/s', {
      baseline: { name: 'GET .../threads', rounds: rest },
      ours: { name: 'tools/call', rounds: mcp },
      goal: 0.5,
    });
  }
}

function measure(product: { url: string; pid: number }, keys: string[], asked: Call): Promise<Round> {
  return timed(product.pid, async () => {
    const result = await autocannon({
      url: product.url,
      connections: CONNECTIONS,
      duration: SECONDS,
      requests: keys.map((key) => ({
        ...asked,
        headers: { ...asked.headers, authorization: `Bearer ${key}` },
      })),
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx} answers were not 200, ${result.errors} failed.`);
    return { pieces: result.requests.total };
  });
}

await runBench(main);
