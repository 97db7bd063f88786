import { gzipSync } from 'node:zlib';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { Client } from 'pg';
import { insertThreads } from '../e2e/many-threads.ts';
import { call, type Identity, makeIdentities } from './client.ts';
import { type Product, startProduct } from './product.ts';
import { roundsOr } from './report.ts';
import { runBench } from './run.ts';

// How long a person waits in the console, in a mailbox of 10,000 threads: the server's time, the JavaScript that is
// shipped, and what the browser measures on a slow processor.
const THREADS = 10_000;
const ROUNDS = roundsOr(3);
const REQUESTS = 40;
/** The CPU slowdown compared with this machine, as for Lighthouse's phone. */
const SLOWER = 4;
const KB = 1000;
const JAVASCRIPT_GOAL = 250;
/** The networks of the visits; null has no limit. 3G is what Chromium's tools call "Fast 3G". */
const NETWORKS = {
  'no limit': null,
  '3G': { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
} as const;
type NetworkName = keyof typeof NETWORKS;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const [identity] = await makeIdentities(product, 'console', 1);
  const cookie = await signIn(product, identity!.tenant_id);
  const db = new Client({ connectionString: product.databaseUrl });
  await db.connect();
  closers.defer(() => db.end());
  await insertThreads(db, { tenantId: identity!.tenant_id, identityId: identity!.id, many: THREADS });
  const { rows } = await db.query<{ id: string }>('select id from threads where identity_id = $1 limit 1', [
    identity!.id,
  ]);
  const stage = {
    product,
    cookie,
    inbox: `/console/mail/${identity!.id}`,
    identity: identity!,
    thread: rows[0]!.id,
  };
  await measureServer(stage);
  await measureBrowser(stage);
}

type Stage = { product: Product; cookie: string; inbox: string; identity: Identity; thread: string };

/** Creates a member who signs in by mail, because the link of the first start is not available here. */
async function signIn(product: Product, tenantId: string): Promise<string> {
  const email = 'ada@outside.example';
  await call(product, 'POST', `/v1/tenants/${tenantId}/invitations`, { email, role: 'admin' });
  const token = await eventually(async () => {
    type Outbox = { data: { id: string; envelope_to: string[] }[] };
    const { data } = await call<Outbox>(product, 'GET', '/v1/platform/outbox');
    const mail = data.find(({ envelope_to }) => envelope_to.includes(email));
    if (!mail) return null;
    const { text } = await call<{ text: string }>(product, 'GET', `/v1/platform/outbox/${mail.id}`);
    return /token=([\w.-]+)/.exec(text)?.[1] ?? null;
  });
  const response = await fetch(`${product.url}/api/auth/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  if (!cookie) throw new Error(`The invitation was refused: ${await response.text()}`);
  return cookie;
}

async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not happen.');
}

/** One after the other, so that each has the server to itself. */
async function measureServer({ product, cookie, inbox, identity, thread }: Stage): Promise<void> {
  const list = { identity_id: identity.id, limit: 50, archived: false, direction: 'inbound' };
  const head = { identity_id: identity.id, thread_id: thread, messages_limit: 1 };
  const messages = { identity_id: identity.id, thread_id: thread, limit: 50 };
  const query = (inputs: object[]) => `batch=1&input=${encodeURIComponent(JSON.stringify({ ...inputs }))}`;
  const paths: Record<string, string> = {
    'inbox, the page': inbox,
    'inbox, its 50 threads': `/api/trpc/threads.list?${query([list])}`,
    'inbox, unread only': `/api/trpc/threads.list?${query([{ ...list, is_unread: true }])}`,
    'inbox, a label': `/api/trpc/threads.list?${query([{ ...list, label: 'batch' }])}`,
    'thread, the page': `${inbox}/${thread}`,
    'thread, its messages': `/api/trpc/threads.get,messages.list?${query([head, messages])}`,
  };
  const table: Record<string, object> = {};
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = [];
    // The first requests compile code and plan statements.
    for (let turn = 0; turn < REQUESTS + 5; turn += 1) {
      const taken = await timeOf(product.url + path, cookie);
      if (turn >= 5) times.push(taken);
    }
    table[name] = { 'p50 ms': at(times, 0.5), 'p95 ms': at(times, 0.95) };
  }
  console.log(`\nServer time, ${THREADS} threads, ${REQUESTS} requests each`);
  console.table(table);
}

/** Milliseconds of one request. Waits if the requests a minute of a person are used up. */
async function timeOf(url: string, cookie: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url, { headers: { cookie } });
  const body = await response.arrayBuffer();
  const taken = performance.now() - begun;
  if (response.ok) return taken;
  if (response.status !== 429)
    throw new Error(`${url}: ${response.status} ${Buffer.from(body).toString().slice(0, 300)}`);
  await new Promise((resolve) =>
    setTimeout(resolve, 1_000 * Number(response.headers.get('retry-after') ?? 1)),
  );
  return timeOf(url, cookie);
}

const at = (values: number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]! * 10) / 10;

type Vitals = { lcp: number; cls: number; inp: number; blocked: number };
type Visit = Vitals & { javascript: number; files: number; requests: number; bytes: number; script: number };

async function measureBrowser(stage: Stage): Promise<void> {
  const executablePath = process.env.PM_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const network of Object.keys(NETWORKS) as NetworkName[]) {
      const visits: Visit[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
        visits.push(await visit(context, stage, network));
        await context.close();
      }
      printVisits(visits, network);
    }
  } finally {
    await browser.close();
  }
}

/** On a busy machine, only the numbers of bytes and requests and the script time are reliable. */
function printVisits(visits: readonly Visit[], network: NetworkName): void {
  const median = (field: keyof Visit) =>
    at(
      visits.map((each) => each[field]),
      0.5,
    );
  console.log(
    `\nThe inbox in Chromium, 390 x 844, processor ${SLOWER} times slower, network ${network}, cold cache, median of ${visits.length}`,
  );
  console.table({
    'JavaScript, KB compressed': { measured: median('javascript'), goal: JAVASCRIPT_GOAL },
    'JavaScript, files': { measured: median('files') },
    'Requests until it is at rest': { measured: median('requests') },
    'Received, KB': { measured: median('bytes') },
    'Scripts ran, ms': { measured: median('script') },
    'Longest task, ms': { measured: median('blocked') },
    'LCP, ms': { measured: median('lcp'), ...(network === 'no limit' && { goal: 1_500 }) },
    CLS: { measured: Math.round(median('cls') * 1000) / 1000, goal: 0 },
    'INP, ms': { measured: median('inp'), goal: 150 },
  });
}

/** A cold visit of the inbox: loads it, opens a conversation, moves through the list, opens a menu. */
async function visit(
  context: BrowserContext,
  { product, cookie, inbox }: Stage,
  network: NetworkName,
): Promise<Visit> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const scripts = collectScripts(session);
  const traffic = countTraffic(session);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  if (NETWORKS[network]) await session.send('Network.emulateNetworkConditions', NETWORKS[network]);
  await page.addInitScript(observeVitals);
  await page.goto(product.url + inbox);
  await page.getByText('Matter 1', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const loaded = { ...(await scripts()), ...traffic(), script: await scriptTime(session) };
  await interact(page);
  return { ...(await page.evaluate(readVitals)), ...loaded };
}

/** The number of requests, and the KB that were transferred for them. */
function countTraffic(session: CDPSession): () => { requests: number; bytes: number } {
  let [requests, received] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1;
    received += encodedDataLength;
  });
  return () => ({ requests, bytes: Math.round(received / KB) });
}

/** The time that scripts have run, in milliseconds. */
async function scriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
}

/** The scripts of the page with their compressed size, which is computed if the server sent them uncompressed. */
function collectScripts(session: CDPSession): () => Promise<{ javascript: number; files: number }> {
  const ids = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script') ids.set(response.url, requestId);
  });
  const enabled = session.send('Network.enable');
  return async () => {
    await enabled;
    const sizes = await Promise.all(
      [...ids.values()].map(async (requestId) => {
        const { body } = await session.send('Network.getResponseBody', { requestId });
        return gzipSync(body).length;
      }),
    );
    return { javascript: Math.round(sizes.reduce((sum, size) => sum + size, 0) / KB), files: sizes.length };
  };
}

async function interact(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.getByRole('article').first().waitFor();
  await page.keyboard.press('j');
  // Waits for the next thread before pressing another key, so that a slow CPU never handles two at once.
  await page.getByRole('heading', { level: 1, name: 'Matter 7', exact: true }).waitFor();
  await page.keyboard.press('u');
  await page.getByTestId('thread-list').getByText('Matter 7', { exact: true }).waitFor();
  // Event timing is reported after the next paint.
  await page.waitForTimeout(500);
}

type Observed = { lcp: number; cls: number; longest: number; blocked: number };

function observeVitals(): void {
  const seen: Observed = { lcp: 0, cls: 0, longest: 0, blocked: 0 };
  Reflect.set(window, '__vitals', seen);
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) seen.cls += shift.value;
  });
  observe('longtask', ({ duration }) => {
    seen.blocked = Math.max(seen.blocked, duration);
  });
  observe(
    'event',
    (entry) => {
      const event = entry as PerformanceEntry & { interactionId?: number };
      if (event.interactionId) seen.longest = Math.max(seen.longest, event.duration);
    },
    { durationThreshold: 16 },
  );
}

const readVitals = (): Vitals => {
  const { lcp, cls, longest, blocked } = Reflect.get(window, '__vitals') as Observed;
  return { lcp, cls, inp: longest, blocked };
};

await runBench(main);
