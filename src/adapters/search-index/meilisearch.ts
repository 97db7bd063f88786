import { type EnqueuedTaskPromise, Meilisearch, MeilisearchApiError, type Settings } from 'meilisearch';
import { filterOf, queryOf, quoted } from './meilisearch-query.ts';
import { type IndexDocument, OtherDimensions, type SearchIndex } from './port.ts';

/** A search that takes longer is answered by the database. */
const SEARCH_TIMEOUT = 600;
const REQUEST_TIMEOUT = 30_000;
/** Shorter than a transaction may wait for anything (`idle_in_transaction_session_timeout`). */
const TASK_TIMEOUT = 45_000;
/** Hits that can be paged through. */
const MOST_HITS = 20_000;
const EMBEDDER = 'mail';

const comparable = { facetSearch: false, filter: { equality: true, comparison: true } };
const equal = { facetSearch: false, filter: { equality: true, comparison: false } };

/**
 * What the index is told at the start; the same again changes nothing. Words come as stems already, so that nothing is
 * to be guessed: no typos, no languages, no stop words. Of equally good documents the newest come first.
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
  facetSearch: false,
};

/** Meilisearch 1.14 or later. */
export function createMeilisearchIndex({ url, key }: { url: string; key: string | null }): SearchIndex {
  const account = { host: url, ...(key === null ? {} : { apiKey: key }) };
  const searches = new Meilisearch({ ...account, timeout: SEARCH_TIMEOUT });
  const client = new Meilisearch({ ...account, timeout: REQUEST_TIMEOUT });
  /** Of the vectors of each index; asked for once. */
  const dimensions = new Map<string, number>();

  async function prepareVectors(uid: string, documents: readonly IndexDocument[]): Promise<void> {
    const wanted = documents.find(({ vector }) => vector !== null)?.vector?.length;
    if (wanted === undefined || dimensions.get(uid) === wanted) return;
    const embedder = (await client.index(uid).getSettings()).embedders?.[EMBEDDER];
    const present = embedder && 'dimensions' in embedder ? embedder.dimensions : undefined;
    if (present !== undefined && present !== wanted) throw new OtherDimensions();
    const embedders = { [EMBEDDER]: { source: 'userProvided', dimensions: wanted } } as const;
    await done(client.index(uid).updateSettings({ embedders }));
    dimensions.set(uid, wanted);
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
    async open(uid) {
      const found = await madeAt(uid);
      if (found === null) await done(client.createIndex(uid, { primaryKey: 'id' }));
      await done(client.index(uid).updateSettings(settings));
      dimensions.delete(uid);
      return found ?? (await client.getRawIndex(uid)).createdAt;
    },
    async byWords(uid, question, { offset, limit }) {
      const queries = question.wanted.map((wanted) => ({
        indexUid: uid,
        filter: filterOf(question, wanted),
        locales: ['eng'],
        ...queryOf(wanted),
      }));
      const { hits } = await searches.multiSearch({ federation: { offset, limit }, queries });
      return hits.map(({ id, seq, _federation }) => ({
        id,
        seq,
        score: _federation?.weightedRankingScore ?? 0,
      }));
    },
    async byMeaning(uid, question, { vector, model }, limit) {
      const queries = question.wanted.map((wanted) => ({
        indexUid: uid,
        filter: [...filterOf(question, wanted), `model = ${quoted(model)}`],
        vector: [...vector],
        hybrid: { embedder: EMBEDDER, semanticRatio: 1 },
      }));
      const { hits } = await searches.multiSearch({ federation: { limit }, queries });
      return hits.map(({ id }) => id);
    },
    async write(uid, documents, gone) {
      await prepareVectors(uid, documents);
      const index = client.index(uid);
      if (documents.length > 0) await done(index.addDocuments(documents.map(toRecord)));
      if (gone.length > 0) await done(index.deleteDocuments([...gone]));
    },
    async sweep(uid, generation) {
      await done(client.index(uid).deleteDocuments({ filter: `generation < ${generation}` }));
    },
    async drop(uid) {
      await done(client.deleteIndex(uid)).catch((error) => {
        if (!isMissing(error) && !(error instanceof TaskFailed && error.code === 'index_not_found'))
          throw error;
      });
      dimensions.delete(uid);
    },
  };
}

/** A document without a vector says so, or an index with an embedder refuses it. */
const toRecord = ({ vector, ...document }: IndexDocument) => ({
  ...document,
  _vectors: { [EMBEDDER]: vector && { embeddings: vector, regenerate: false } },
});

const isMissing = (error: unknown): boolean =>
  error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found';

class TaskFailed extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** What it is asked for it does later: waits for that. @throws TaskFailed */
async function done(enqueued: EnqueuedTaskPromise): Promise<void> {
  const { status, error } = await enqueued.waitTask({ timeout: TASK_TIMEOUT, interval: 20 });
  if (status !== 'succeeded') throw new TaskFailed(error?.message ?? `The task is ${status}.`, error?.code);
}
