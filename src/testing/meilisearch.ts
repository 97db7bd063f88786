import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startMeilisearchServer } from './meilisearch-server.ts';

// A Meilisearch that tests can inspect and disturb: a real server if MEILISEARCH_TEST_URL and MEILISEARCH_TEST_KEY
// name one (docs/operations.md), otherwise the stand-in. The tests of search apply to both.

// biome-ignore lint/suspicious/noExplicitAny: bodies of requests are whatever the client sends
type Json = any;
export type IndexedDocument = { id: string } & Record<string, Json>;

export type TestMeilisearch = {
  url: string;
  key: string;
  /** While true, documents are neither written nor deleted, and requests for them wait. */
  down: boolean;
  /** Milliseconds before each response. */
  delay: number;
  /** While true, it refuses every search as invalid. */
  refusing: boolean;
  /** While true, documents are neither written nor deleted, and requests for this wait. */
  busy: boolean;
  /** Methods and paths of all requests in order. */
  requests: string[];
  /** The queries of all searches. */
  searches: Json[];
  /** The refused requests with their reasons. */
  refused: string[];
  /** The names of the existing indexes. */
  indexes(): Promise<string[]>;
  /** The documents of its index, by id. */
  documents(): Promise<Map<string, IndexedDocument>>;
  settings(): Promise<Json>;
  madeAt(): Promise<string>;
  /** Writes a document without the product's knowledge. */
  put(document: IndexedDocument): Promise<void>;
  /** Deletes the index without the product's knowledge. */
  lose(): Promise<void>;
  close(): Promise<void>;
};

type Upstream = { url: string; key: string; close(): Promise<void> };

const upstream = async (): Promise<Upstream> => {
  const { MEILISEARCH_TEST_URL: url, MEILISEARCH_TEST_KEY: key = '' } = process.env;
  return url ? { url, key, close: async () => {} } : startMeilisearchServer();
};

const WRITES = /^\/indexes\/[^/]+\/documents/;

export async function openMeilisearch(): Promise<TestMeilisearch> {
  const real = await upstream();
  const made = new Set<string>();
  const ask = async (method: string, path: string, body?: Json): Promise<{ status: number; body: Json }> => {
    const headers = { authorization: `Bearer ${real.key}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(new URL(path, real.url), { method, headers, ...sent });
    return { status: answer.status, body: await answer.json() };
  };
  const done = async (method: string, path: string, body?: Json): Promise<void> => {
    const { body: asked } = await ask(method, path, body);
    for (;;) {
      const { body: task } = await ask('GET', `/tasks/${asked.taskUid}`);
      if (task.status === 'succeeded') return;
      if (task.status === 'failed') throw new Error(task.error.message);
      await delay(20);
    }
  };
  const uid = (): string => [...made].at(-1)!;

  async function pass(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const { method = 'GET', url = '/' } = request;
    state.requests.push(`${method} ${url}`);
    const sent = await text(request);
    const made_ = /^\/indexes\/(proofmail-[^/?]+)/.exec(url)?.[1];
    if (made_) made.add(made_);
    if (url === '/multi-search' && state.refusing)
      return { status: 400, body: '{"message":"No","code":"no"}' };
    if (url === '/multi-search') state.searches.push(...JSON.parse(sent).queries);
    while (state.busy && method !== 'GET' && WRITES.test(url)) await delay(20);
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const headers = { authorization, 'content-type': type };
    const answer = await fetch(new URL(url, real.url), { method, headers, ...(sent && { body: sent }) });
    const body = await answer.text();
    if (!answer.ok) state.refused.push(body);
    return { status: answer.status, body };
  }

  const server = createServer(async (request, response) => {
    if (state.down) return request.socket.destroy();
    if (state.delay > 0) await delay(state.delay);
    const { status, body } = await pass(request).catch((error) => ({ status: 502, body: String(error) }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });

  const state: TestMeilisearch = {
    url: '',
    key: real.key,
    down: false,
    delay: 0,
    refusing: false,
    busy: false,
    requests: [],
    searches: [],
    refused: [],
    indexes: async () => {
      const looks = [...made].map(async (one) =>
        (await ask('GET', `/indexes/${one}`)).status === 200 ? [one] : [],
      );
      return (await Promise.all(looks)).flat();
    },
    documents: async () => {
      const { body } = await ask('GET', `/indexes/${uid()}/documents?limit=10000`);
      return new Map((body.results ?? []).map((document: IndexedDocument) => [document.id, document]));
    },
    settings: async () => (await ask('GET', `/indexes/${uid()}/settings`)).body,
    madeAt: async () => (await ask('GET', `/indexes/${uid()}`)).body.createdAt,
    put: (document) => done('POST', `/indexes/${uid()}/documents`, [document]),
    lose: () => done('DELETE', `/indexes/${uid()}`),
    close: async () => {
      for (const one of await state.indexes()) await done('DELETE', `/indexes/${one}`);
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await real.close();
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}
