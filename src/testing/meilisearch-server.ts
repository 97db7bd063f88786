import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FilterError, type Matches, parseFilter } from './meilisearch-filter.ts';
import { parseQuery, scoreOf } from './meilisearch-query.ts';

// The part of Meilisearch's HTTP API that the product uses, on loopback, according to its documentation and the tests in its
// repository (crates/meilisearch/tests, 1.50): asynchronous tasks, settings, filters, user-provided vectors, federated
// searches.

const KEY = 'a-meilisearch-key';

// biome-ignore lint/suspicious/noExplicitAny: bodies of requests are whatever the client sends
type Json = any;
type Document = { id: string; seq: number } & Record<string, Json>;
type Index = {
  uid: string;
  createdAt: string;
  primaryKey: string | null;
  settings: Json;
  documents: Map<string, Document>;
};
type Failure = { status: number; code: string; message: string; type: string };

const knownSettings = new Set(
  [
    'searchableAttributes displayedAttributes filterableAttributes sortableAttributes rankingRules typoTolerance',
    'stopWords localizedAttributes pagination facetSearch searchCutoffMs embedders',
  ].flatMap((names) => names.split(' ')),
);

class Refused extends Error {
  readonly failure: Failure;

  constructor(status: number, code: string, message: string, type = 'invalid_request') {
    super(message);
    this.failure = { status, code, message, type };
  }
}

export async function startMeilisearchServer(): Promise<{
  url: string;
  key: string;
  close(): Promise<void>;
}> {
  const tasks: { uid: number; status: string; error: Json; run(): unknown }[] = [];
  const indexes = new Map<string, Index>();

  const server = createServer(async (request, response) => {
    const answer = await route(request).catch((error) => {
      const { status, ...failure } =
        error instanceof Refused ? error.failure : { status: 500, message: String(error), code: 'internal' };
      return { status, body: { ...failure, link: `https://docs.meilisearch.com/errors#${failure.code}` } };
    });
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });

  async function route(request: IncomingMessage): Promise<{ status: number; body: Json }> {
    if (request.headers.authorization !== `Bearer ${KEY}`)
      throw new Refused(403, 'invalid_api_key', 'The provided API key is invalid.', 'auth');
    const sent = await text(request);
    const lines = request.headers['content-type'] === 'application/x-ndjson';
    const body = lines ? sent.split('\n').map((line) => JSON.parse(line)) : JSON.parse(sent || 'null');
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const [, root, uid = '', part = '', action = ''] = pathname.split('/');
    switch (`${request.method} ${root}${uid && '/*'}${part && `/${part}`}${action && `/${action}`}`) {
      case 'POST multi-search':
        return { status: 200, body: multiSearch(body) };
      case 'GET tasks/*':
        return { status: 200, body: taskOf(Number(uid)) };
      case 'POST indexes':
        return enqueue(() => create(body.uid, body.primaryKey ?? null));
      case 'GET indexes/*':
        return { status: 200, body: shown(indexOf(uid)) };
      case 'DELETE indexes/*':
        return enqueue(() => {
          indexOf(uid);
          indexes.delete(uid);
        });
      case 'GET indexes/*/settings':
        return { status: 200, body: { embedders: {}, ...indexOf(uid).settings } };
      case 'PATCH indexes/*/settings': {
        const unknown = Object.keys(body).find((name) => !knownSettings.has(name));
        if (unknown) throw new Refused(400, 'bad_request', `Unknown field \`${unknown}\``);
        return enqueue(() => Object.assign((indexes.get(uid) ?? create(uid, null)).settings, body));
      }
      case 'GET indexes/*/documents':
        return { status: 200, body: { results: [...indexOf(uid).documents.values()] } };
      case 'POST indexes/*/documents':
        return enqueue(() => {
          // A missing index is created with default settings, and stays even if the documents are refused.
          const index = indexes.get(uid) ?? create(uid, null);
          index.primaryKey ??= searchParams.get('primaryKey') ?? guessedKey(body);
          add(index, body);
        });
      case 'POST indexes/*/documents/delete-batch':
        return enqueue(() => {
          for (const id of body) indexOf(uid).documents.delete(id);
        });
      case 'POST indexes/*/documents/delete':
        return enqueue(() => {
          const index = indexOf(uid);
          const matches = filterIn(index, body.filter);
          for (const [id, document] of index.documents) if (matches(document)) index.documents.delete(id);
        });
      default:
        throw new Refused(404, 'not_found', `${request.method} ${pathname}`);
    }
  }

  function enqueue(run: () => unknown): { status: number; body: Json } {
    const uid = tasks.length;
    tasks.push({ uid, status: 'enqueued', error: null, run });
    return { status: 202, body: { taskUid: uid, status: 'enqueued', enqueuedAt: new Date().toISOString() } };
  }

  /** Runs tasks in order, up to the requested one. */
  function taskOf(uid: number): Json {
    const wanted = tasks[uid];
    if (!wanted) throw new Refused(404, 'task_not_found', `Task \`${uid}\` not found.`);
    for (const task of tasks.slice(0, uid + 1)) {
      if (task.status !== 'enqueued') continue;
      try {
        task.run();
        task.status = 'succeeded';
      } catch (error) {
        task.status = 'failed';
        task.error = error instanceof Refused ? error.failure : { message: String(error), code: 'internal' };
      }
    }
    return { uid, status: wanted.status, error: wanted.error };
  }

  function indexOf(uid: string): Index {
    const index = indexes.get(uid);
    if (!index) throw new Refused(404, 'index_not_found', `Index \`${uid}\` not found.`);
    return index;
  }

  function create(uid: string, primaryKey: string | null): Index {
    if (indexes.has(uid)) throw new Refused(409, 'index_already_exists', `Index \`${uid}\` already exists.`);
    const createdAt = `${new Date().toISOString()}-${tasks.length}`;
    const index: Index = { uid, createdAt, primaryKey, settings: {}, documents: new Map() };
    indexes.set(uid, index);
    return index;
  }

  function multiSearch({ federation, queries }: Json): Json {
    if (new Set(queries.map(({ q = '', vector }: Json) => q.trim() === '' && !vector)).size > 1)
      throw new Refused(
        400,
        'invalid_multi_search_query_ranking_rules',
        'The results of queries are incompatible',
      );
    const best = new Map<string, Json>();
    for (const [position, query] of queries.entries()) {
      for (const { document, score } of searched(indexOf(query.indexUid), query)) {
        const known = best.get(document.id);
        if (known && known.score >= score) continue;
        best.set(document.id, { document, score, position, indexUid: query.indexUid });
      }
    }
    const { offset = 0, limit = 20 } = federation;
    const hits = [...best.values()].sort((a, b) => b.score - a.score || b.document.seq - a.document.seq);
    return {
      hits: hits.slice(offset, offset + limit).map(({ document, score, position, indexUid }) => ({
        ...displayed(indexOf(indexUid), document),
        _federation: { indexUid, queriesPosition: position, weightedRankingScore: score },
      })),
      limit,
      offset,
      estimatedTotalHits: hits.length,
      processingTimeMs: 0,
    };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: KEY,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const shown = ({ uid, createdAt, primaryKey }: Index) => ({
  uid,
  primaryKey,
  createdAt,
  updatedAt: createdAt,
});

/** The only field whose name ends in `id`, if there is exactly one. */
function guessedKey([document]: Document[]): string {
  const [key, another] = Object.keys(document ?? {}).filter((name) => name.toLowerCase().endsWith('id'));
  if (key === undefined)
    throw new Refused(400, 'index_primary_key_no_candidate_found', 'No field ends in `id`.');
  if (another !== undefined)
    throw new Refused(
      400,
      'index_primary_key_multiple_candidates_found',
      `Both \`${key}\` and \`${another}\`.`,
    );
  return key;
}

const displayed = ({ settings }: Index, document: Document): Json =>
  Object.fromEntries(
    Object.entries(document).filter(([name]) => settings.displayedAttributes?.includes(name) ?? true),
  );

const embeddersOf = ({ settings }: Index): [string, { dimensions: number }][] =>
  Object.entries(settings.embedders ?? {});

function add(index: Index, documents: Document[]): void {
  for (const document of documents) {
    for (const [name, { dimensions }] of embeddersOf(index)) {
      const vectors = document._vectors?.[name];
      if (vectors === undefined)
        throw new Refused(400, 'vector_embedding_error', `no vectors provided for document ${document.id}`);
      if (vectors !== null && vectors.embeddings.length !== dimensions)
        throw new Refused(400, 'invalid_vector_dimensions', `${vectors.embeddings.length}`);
    }
  }
  for (const document of documents) index.documents.set(document.id, document);
}

function filterIn(index: Index, filter: string | string[] | undefined): Matches {
  const features = new Map<string, { comparison: boolean }>();
  for (const { attributePatterns, features: given } of index.settings.filterableAttributes ?? []) {
    for (const name of attributePatterns) features.set(name, given.filter);
  }
  try {
    const parts = [filter ?? []].flat().map((part) => parseFilter(part, features));
    return (document) => parts.every((part) => part(document));
  } catch (error) {
    if (error instanceof FilterError) throw new Refused(400, 'invalid_search_filter', error.message);
    throw error;
  }
}

function searched(index: Index, query: Json): { document: Document; score: number }[] {
  const matches = filterIn(index, query.filter);
  const documents = [...index.documents.values()].filter(matches);
  if (query.vector) return nearest(index, documents, query);
  const attributes: string[] = query.attributesToSearchOn ?? index.settings.searchableAttributes;
  const parsed = parseQuery(query.q ?? '');
  return documents.flatMap((document) => {
    const score = scoreOf(
      parsed,
      attributes.map((name) => document[name] ?? ''),
    );
    return score === null ? [] : [{ document, score }];
  });
}

function nearest(index: Index, documents: Document[], { vector, hybrid }: Json) {
  const embedder = new Map(embeddersOf(index)).get(hybrid?.embedder);
  if (!embedder) throw new Refused(400, 'invalid_search_embedder', `Cannot find embedder.`);
  if (embedder.dimensions !== vector.length)
    throw new Refused(400, 'invalid_vector_dimensions', `${vector.length}`);
  return documents.flatMap((document) => {
    const own: number[] | undefined = document._vectors[hybrid.embedder]?.embeddings;
    // Documents without a vector come last.
    if (!own) return [{ document, score: 0 }];
    const product = own.reduce((sum, value, place) => sum + value * vector[place], 0);
    const score = (1 + product / (Math.hypot(...own) * Math.hypot(...vector))) / 2;
    return [{ document, score }];
  });
}
