import { setTimeout as delay } from 'node:timers/promises';
import {
  type EnqueuedTaskPromise,
  type FederatedMultiSearchParams,
  type Hits,
  Meilisearch,
  MeilisearchApiError,
  type Settings,
} from 'meilisearch';
import {
  type Filter,
  type IndexDocument,
  OtherDimensions,
  type Question,
  QuestionRefused,
  type SearchIndex,
} from '#kernel/ports/search-index.ts';
import { filterOf, queryOf } from './meilisearch-query.ts';

/** Milliseconds, after which the database answers the search if it can. */
const SEARCH_TIMEOUT = 600;
const REQUEST_TIMEOUT = 10_000;
/** Milliseconds between two checks whether a task is done. */
const TASK_INTERVAL = 50;
/** The maximum size of documents in one request, in characters; Meilisearch accepts 100 MB. */
const MOST_SENT = 8_000_000;
/** The maximum number of hits that can be paged through. */
const MOST_HITS = 20_000;
const EMBEDDER = 'mail';

const comparable = { facetSearch: false, filter: { equality: true, comparison: true } };
const equal = { facetSearch: false, filter: { equality: true, comparison: false } };

/**
 * The settings of the index; setting them again changes nothing. Words arrive as stems, so typo tolerance, language
 * detection and stop words are off. Among equally good documents, the newest come first.
 */
const settings: Settings = {
  searchableAttributes: ['subject', 'people', 'files', 'body', 'words'],
  displayedAttributes: ['id', 'seq'],
  filterableAttributes: [
    { attributePatterns: ['id', 'tenant_id', 'identity_id', 'thread_id', 'keys', 'model'], features: equal },
    { attributePatterns: ['seq', 'date', 'size', 'needs_reply', 'generation'], features: comparable },
  ],
  sortableAttributes: [],
  rankingRules: ['words', 'attribute', 'proximity', 'exactness', 'seq:desc'],
  typoTolerance: { enabled: false },
  stopWords: [],
  localizedAttributes: [{ attributePatterns: ['*'], locales: ['eng'] }],
  pagination: { maxTotalHits: MOST_HITS },
  // After that time the caller has given up anyway.
  searchCutoffMs: SEARCH_TIMEOUT,
  facetSearch: false,
};

/** The search index in Meilisearch 1.14 or later. */
export function createMeilisearchIndex({ url, key }: { url: string; key: string | null }): SearchIndex {
  const account = { host: url, ...(key === null ? {} : { apiKey: key }) };
  const searches = new Meilisearch({ ...account, timeout: SEARCH_TIMEOUT });
  const client = new Meilisearch({ ...account, timeout: REQUEST_TIMEOUT });
  /** The dimensions of the vectors of each index, read once. */
  const known = new Map<string, number>();

  /**
   * The length of the vectors in the index. If it has none yet, it is set up for this length.
   * @throws OtherDimensions if the index was set up for a length other than `dimensions`
   */
  async function lengthOf(
    uid: string,
    documents: readonly IndexDocument[],
    dimensions: number | null,
    signal: AbortSignal,
  ): Promise<number | null> {
    const first = documents.find(({ vector }) => vector !== null)?.vector?.length;
    if (first === undefined) return null;
    const embedder = known.has(uid) ? null : (await client.index(uid).getSettings()).embedders?.[EMBEDDER];
    const present =
      known.get(uid) ?? (embedder && 'dimensions' in embedder ? embedder.dimensions : undefined);
    const wanted = dimensions ?? present ?? first;
    if (present !== undefined && present !== wanted) throw new OtherDimensions();
    if (present === undefined) {
      const embedders = { [EMBEDDER]: { source: 'userProvided', dimensions: wanted } } as const;
      await done(client.index(uid).updateSettings({ embedders }), signal);
    }
    known.set(uid, wanted);
    return wanted;
  }

  /** Waits for a task, because Meilisearch performs tasks asynchronously. @throws TaskFailed, or the signal's reason */
  async function done(enqueued: EnqueuedTaskPromise, signal: AbortSignal): Promise<void> {
    const { taskUid } = await enqueued;
    for (;;) {
      const { status, error } = await client.tasks.getTask(taskUid, { signal });
      if (status === 'succeeded') return;
      if (status !== 'enqueued' && status !== 'processing')
        throw new TaskFailed(error?.message ?? `The task is ${status}.`, error?.code);
      await delay(TASK_INTERVAL, undefined, { signal });
    }
  }

  async function search(
    { unhurried }: Question,
    asked: FederatedMultiSearchParams,
  ): Promise<Hits<IndexDocument>> {
    try {
      return (
        await (unhurried ? client : searches).multiSearch<FederatedMultiSearchParams, IndexDocument>(asked)
      ).hits;
    } catch (error) {
      const isRefused = error instanceof MeilisearchApiError && error.response.status === 400;
      throw isRefused ? new QuestionRefused(error.message) : error;
    }
  }

  async function madeAt(uid: string): Promise<string | null> {
    try {
      return (await client.getRawIndex(uid)).createdAt;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    madeAt,
    async open(uid, signal) {
      const found = await madeAt(uid);
      if (found === null) await done(client.createIndex(uid, { primaryKey: 'id' }), signal);
      await done(client.index(uid).updateSettings(settings), signal);
      known.delete(uid);
      return found ?? (await client.getRawIndex(uid)).createdAt;
    },
    async byWords(uid, question, { offset, limit }) {
      const queries = question.wanted.map((wanted) => ({
        indexUid: uid,
        filter: filterOf(question, wanted),
        locales: ['eng'],
        ...queryOf(wanted),
      }));
      const hits = await search(question, { federation: { offset, limit }, queries });
      return hits.map(({ id, seq, _federation }) => ({
        id,
        seq,
        score: _federation?.weightedRankingScore ?? 0,
      }));
    },
    async byMeaning(uid, question, { vector, model }, limit) {
      const queries = question.wanted.map((wanted) => ({
        indexUid: uid,
        filter: filterOf(question, {
          ...wanted,
          filter: { kind: 'and', of: [wanted.filter, ofModel(model)] },
        }),
        vector: [...vector],
        hybrid: { embedder: EMBEDDER, semanticRatio: 1 },
      }));
      const hits = await search(question, { federation: { limit }, queries });
      return hits.map(({ id }) => id);
    },
    async write(uid, { documents, gone, dimensions }, signal) {
      const length = await lengthOf(uid, documents, dimensions, signal);
      const index = client.index(uid);
      const lines = documents.map((document) => JSON.stringify(toRecord(document, length)));
      for (const piece of pieces(lines)) {
        // If the index was lost, this creates it, and Meilisearch would have to guess its primary key.
        const added = index.addDocumentsFromString(piece, 'application/x-ndjson', { primaryKey: 'id' });
        await done(added, signal);
      }
      if (gone.length > 0) await done(index.deleteDocuments([...gone]), signal);
    },
    async sweep(uid, generation, signal) {
      await done(client.index(uid).deleteDocuments({ filter: `generation < ${generation}` }), signal);
    },
    async drop(uid, signal) {
      await done(client.deleteIndex(uid), signal).catch((error) => {
        if (!isMissing(error) && !(error instanceof TaskFailed && error.code === 'index_not_found'))
          throw error;
      });
      known.delete(uid);
    },
  };
}

const ofModel = (value: string): Filter => ({ kind: 'is', field: 'model', value });

/** Marks documents without a vector of the right length, because an index with an embedder refuses them otherwise. */
function toRecord({ vector, model, ...document }: IndexDocument, length: number | null) {
  const fits = vector !== null && vector.length === length;
  const embedding = fits ? { embeddings: vector, regenerate: false } : null;
  return { ...document, model: fits ? model : null, _vectors: { [EMBEDDER]: embedding } };
}

/** Joins lines into pieces that are small enough for one request. */
function* pieces(lines: readonly string[]): Generator<string> {
  let piece: string[] = [];
  let size = 0;
  for (const line of lines) {
    if (size > 0 && size + line.length > MOST_SENT) {
      yield piece.join('\n');
      [piece, size] = [[], 0];
    }
    piece.push(line);
    size += line.length;
  }
  if (size > 0) yield piece.join('\n');
}

const isMissing = (error: unknown): boolean =>
  error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found';

class TaskFailed extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}
