import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createTransport } from 'nodemailer';
import { call, type Identity, makeIdentities, makeKeys } from './client.ts';
import { makeMail } from './mail.ts';
import { peakMemory } from './processes.ts';
import { type Product, startBaseline, startProduct } from './product.ts';
import { runBench } from './run.ts';

// 10,000 concurrent long polls on separate sockets: their cost while nothing happens, and how fast one of them wakes
// among the others and all of them wake, compared with node:http and an emitter.
const WAITS = Number(process.env.BENCH_WAITS ?? 10_000);
const IDENTITIES = 100;
const KEYS = 40;
const PROBES = 30;
const OPEN_AT_ONCE = 100;
const BYTES = 2_000;

type Timed = { at: number; status: number };

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: false });

/** One request; `at` is the time when its response was read. */
const ask = (method: string, url: string, key: string): Promise<Timed> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { authorization: `Bearer ${key}` } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ at: performance.now(), status: answer.statusCode! }));
    });
    sent.once('error', reject);
    sent.end();
  });

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const baseline = await startBaseline(closers, 'emitter.ts', []);
  const identities = await makeIdentities(product, 'waiting', IDENTITIES);
  const keys = await makeKeys(product, identities[0]!.tenant_id, ['search:read'], KEYS);
  const probe = await quarantined(product);
  const [idleCpu, idleMemory] = [await cpuSeconds(product.pid), await memory(product.pid)];
  const begun = performance.now();
  const waits = await openWaits(product, identities, keys);
  say(
    `${WAITS} waits opened in ${seconds(performance.now() - begun)}, CPU ${await cpuSince(product, idleCpu)}`,
  );
  say(`memory ${idleMemory} MB before, ${await memory(product.pid)} MB with all of them waiting`);
  const quiet = await cpuSeconds(product.pid);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  say(`3 s in which nothing happens: CPU ${await cpuSince(product, quiet)}`);
  await compareWakes(product, probe, `http://127.0.0.1:${baseline.port}/probe`);
  await wakeAll(product, identities, waits);
  say(`peak memory ${Math.round((await peakMemory(product.pid)) ?? 0)} MB`);
}

const say = (line: string): void => console.log(line);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Opens waits, spread over the identities. Returns when the product has received all of them. */
async function openWaits(
  product: Product,
  identities: Identity[],
  keys: string[],
): Promise<Promise<Timed>[]> {
  const waits: Promise<Timed>[] = [];
  for (let from = 0; from < WAITS; from += OPEN_AT_ONCE) {
    for (let index = from; index < Math.min(from + OPEN_AT_ONCE, WAITS); index += 1) {
      const { id } = identities[index % identities.length]!;
      const wait = ask(
        'GET',
        `${product.url}/v1/identities/${id}/wait?timeout=60`,
        keys[index % keys.length]!,
      );
      waits.push(wait);
    }
    // Connections are accepted in order, so all earlier ones have been accepted.
    await ask('GET', `${product.url}/v1/me`, product.platformKey);
  }
  return waits;
}

type Probe = Identity & { messageIds: string[] };

/** A mailbox with quarantined mail, whose release wakes a wait at a time that the client knows. */
async function quarantined(product: Product): Promise<Probe> {
  const policy = { quarantine: { key_release: true } };
  const tenant = await call<{ id: string }>(product, 'POST', '/v1/tenants', {
    slug: 'probe',
    name: 'probe',
    mode: 'live',
    policy,
  });
  const path = `/v1/tenants/${tenant.id}/identities`;
  const owner = { name: 'Bench', email: 'bench@example.com' };
  const identity = await call<Identity>(product, 'POST', path, { username: 'probe', owner });
  await handOver(
    product,
    Array.from({ length: PROBES }, () => identity),
  );
  for (;;) {
    const list = `/v1/identities/${identity.id}/quarantine?limit=100`;
    const { data } = await call<{ data: { id: string }[] }>(product, 'GET', list);
    if (data.length === PROBES) return { ...identity, messageIds: data.map(({ id }) => id) };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function handOver(product: Product, to: readonly Identity[]): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: product.smtpPort,
    pool: true,
    ignoreTLS: true,
  });
  await Promise.all(
    to.map(({ primary_address }, index) => transport.sendMail(makeMail(primary_address, index, BYTES))),
  );
  transport.close();
}

/** Compares how long after the response to the waking request a single wait is answered, on both sides. */
async function compareWakes(product: Product, { id, messageIds }: Probe, bare: string): Promise<void> {
  const [theirs, ours]: [number[], number[]] = [[], []];
  for (const messageId of messageIds) {
    theirs.push(await wakeOne(bare, bare, ''));
    const path = `${product.url}/v1/identities/${id}`;
    ours.push(await wakeOne(`${path}/wait`, `${path}/messages/${messageId}/release`, product.platformKey));
  }
  say(`one wait wakes, after the answer to the request that wakes it (${PROBES} times):`);
  say(`  node:http with an emitter  ${spread(theirs)}`);
  say(`  Proofmail                  ${spread(ours)}`);
}

/** Time for a wait to reach the server and be admitted. */
const SETTLE = 150;

async function wakeOne(waitUrl: string, wakeUrl: string, key: string): Promise<number> {
  const wait = ask('GET', waitUrl, key);
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  const wake = await ask('POST', wakeUrl, key);
  return (await wait).at - wake.at;
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => `${sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p90 ${at(0.9)}, longest ${at(1)}`;
}

async function wakeAll(product: Product, identities: Identity[], waits: Promise<Timed>[]): Promise<void> {
  const before = await cpuSeconds(product.pid);
  const begun = performance.now();
  await handOver(product, identities);
  const taken = performance.now();
  const answers = await Promise.all(waits);
  const last = Math.max(...answers.map(({ at }) => at));
  const refused = answers.filter(({ status, at }) => status !== 200 || at < begun).length;
  say(
    `${IDENTITIES} messages by SMTP wake all: taken after ${seconds(taken - begun)}, the last wait answered after ` +
      `${seconds(last - begun)}, CPU ${await cpuSince(product, before)}; ${refused} waits ended before or otherwise`,
  );
}

const TICKS_PER_SECOND = 100;

async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const cpuSince = async ({ pid }: Product, before: number): Promise<string> =>
  `${((await cpuSeconds(pid)) - before).toFixed(1)} s`;

async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round((Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024) / 1e6);
}

await runBench(main);
