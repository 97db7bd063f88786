import { SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Embeddings, TextRefused } from '#kernel/ports/embeddings.ts';
import type { Prepared, Understood } from '../keyword.ts';
import { type Found, findDocuments, type Search } from '../repository/documents.ts';
import { type Among, findNear, type NearestVector } from '../repository/vectors.ts';
import type { Mode, SearchRequest } from '../schema.ts';
import { wantedTerms } from '../tsquery.ts';
import { unspaced } from '../words.ts';
import { dimensionsOf } from './embedder.ts';
import { codeOf, cosine } from './vectors.ts';

/** The query's vector; null for a query that has only operators. */
export type Meaning = { vector: Float32Array; model: string } | null;

/** How a search runs: `meaning` is set in the modes semantic and hybrid only. */
export type SearchStrategy = { mode: Mode; meaning: Meaning; degraded: boolean };

const TIMEOUT = 3 * SECOND;

/**
 * How this request is searched: as requested, or by words if its vector is not available.
 * @throws AppError `search_degraded` if the request does not accept that
 */
export async function strategyFor(
  services: Services,
  request: SearchRequest,
  asked: Understood,
): Promise<SearchStrategy> {
  const mode = request.mode === 'agentic' ? 'hybrid' : request.mode;
  if (mode === 'keyword') return { mode, meaning: null, degraded: false };
  const { embeddings, clock, log } = services;
  const text = wantedTerms(asked.condition)
    .map((term) => unspaced(term.text))
    .join(' ');
  if (embeddings && text === '' && embeddings.lacks() === null)
    return { mode, meaning: null, degraded: false };
  const vector = embeddings && (await vectorOf(embeddings, text, clock.now().getTime(), log));
  if (vector) return { mode, meaning: { vector, model: embeddings.model }, degraded: false };
  if (request.require_mode) throw new AppError('search_degraded', { mode: request.mode });
  return { mode: 'keyword', meaning: null, degraded: true };
}

/** After this many failures in a row, the service is not called for a while, so that searches do not wait for it. */
const MOST_FAILURES = 3;
const REST = 10 * SECOND;
const failures = new WeakMap<Embeddings, { inRow: number; restsUntil: number }>();

/** Returns null when the service is not available now. */
async function vectorOf(
  embeddings: Embeddings,
  text: string,
  now: number,
  log: Services['log'],
): Promise<Float32Array | null> {
  // The model itself reports when it is not available.
  if (embeddings.lacks() !== null || (failures.get(embeddings)?.restsUntil ?? 0) > now) return null;
  try {
    const vector = await vectorFor(embeddings, text);
    failures.delete(embeddings);
    return vector;
  } catch (error) {
    log.warn({ detail: String(error).slice(0, 300) }, 'could not embed a query; searching by words only');
    if (error instanceof TextRefused) return null;
    const inRow = (failures.get(embeddings)?.inRow ?? 0) + 1;
    failures.set(embeddings, { inRow, restsUntil: inRow < MOST_FAILURES ? 0 : now + REST });
    return null;
  }
}

/** The number of cached vectors. Pages of a search and mailboxes of a tenant use the same query again. */
const MOST_REMEMBERED = 500;
const remembered = new WeakMap<Embeddings, Map<string, Promise<Float32Array>>>();

async function vectorFor(embeddings: Embeddings, text: string): Promise<Float32Array> {
  const known = remembered.get(embeddings) ?? new Map<string, Promise<Float32Array>>();
  remembered.set(embeddings, known);
  const earlier = await known.get(text);
  if (earlier && earlier.length === (dimensionsOf(embeddings) ?? earlier.length)) return earlier;
  const vector = embeddings.embed([text], AbortSignal.timeout(TIMEOUT)).then(([first]) => first!);
  vector.catch(() => known.delete(text));
  known.set(text, vector);
  if (known.size > MOST_REMEMBERED) known.delete(known.keys().next().value!);
  return vector;
}

/**
 * The number of vectors that are compared exactly: more when they have few dimensions, because their codes are less
 * precise.
 */
const MOST_NUMBERS = 400_000;
export const mostNear = (dimensions: number): number =>
  Math.min(1_000, Math.max(200, Math.floor(MOST_NUMBERS / dimensions)));
const MOST_SHOWN = 100;
/** The number of nearest matching messages that are compared exactly. */
const MANY_FITTING = 4 * MOST_SHOWN;
/** The size of the sample of newest messages that estimates the number of matches. */
const SAMPLE = 200;
/** From this share of matches, the nearest messages are checked for a match; below it, the newest matches are compared. */
const DENSE = 0.05;

type Asking = { search: Pick<Search, 'identityId' | 'review'>; meaning: NonNullable<Meaning> };

/**
 * The messages of a mailbox that are nearest in meaning to the query, nearest first, limited by its operators and
 * filters.
 */
export async function findSimilar(
  db: Queryable,
  { search, withoutWords }: Prepared,
  meaning: NonNullable<Meaning>,
  { below, now }: { below: number; now: Date },
): Promise<Found[]> {
  const asking = { search, meaning };
  if (withoutWords === null) return ranked(await near(db, asking, below, { places: null }), meaning);
  const newest = { ...search, compiled: withoutWords, below, now, unranked: true };
  const sample = await findDocuments(db, newest, SAMPLE);
  const [first, last] = [sample[0], sample.at(-1)];
  if (!first || !last || sample.length < SAMPLE)
    return rankSimilar(db, asking, { below, ids: idsOf(sample) });
  if (SAMPLE / (first.seq - last.seq + 1) >= DENSE) {
    const found = await near(db, asking, first.seq + 1, { places: withoutWords });
    if (found.length >= MANY_FITTING) return ranked(found, meaning);
  }
  return ranked(await near(db, asking, below, { newest: withoutWords }), meaning);
}

const idsOf = (found: readonly Found[]): string[] => found.map(({ message_id }) => message_id);

/** The nearest of these messages. */
export async function rankSimilar(
  db: Queryable,
  asking: Asking,
  { below, ids }: { below: number; ids: string[] },
): Promise<Found[]> {
  return ranked(await near(db, asking, below, { ids }), asking.meaning);
}

function near(
  db: Queryable,
  { search: { identityId, review }, meaning: { vector, model } }: Asking,
  below: number,
  among: Among,
): Promise<NearestVector[]> {
  return findNear(
    db,
    { identityId, review, below, model, code: codeOf(vector), among },
    mostNear(vector.length),
  );
}

/** Compares exactly, best first. There is no minimum score, because scores differ between models. */
function ranked(near: readonly NearestVector[], { vector }: NonNullable<Meaning>): Found[] {
  return near
    .map(({ vector: other, ...found }) => ({ ...found, score: cosine(vector, other), similar: true }))
    .sort((a, b) => b.score - a.score || b.seq - a.seq)
    .slice(0, MOST_SHOWN);
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const K = 60;
/** The weight of meaning in hybrid searches, 0 to 1; the rest is the weight of words. */
const SEMANTIC_RATIO = 0.5;
/** The weight of the rank compared with the calibrated score. */
const RANK_RATIO = 0.5;

/**
 * Merges both lists. A hit that is high in either ranks high, and highest if it is in both. Ranks and scores count
 * equally.
 */
export function fused(byWords: readonly Found[], byMeaning: readonly Found[]): Found[] {
  const all = new Map<string, Found>();
  const lists = [
    [byWords, 1 - SEMANTIC_RATIO, (score: number) => Math.min(1, Math.max(0, score))],
    [byMeaning, SEMANTIC_RATIO, calibration(byMeaning)],
  ] as const;
  for (const [list, weight, calibrated] of lists) {
    for (const [rank, found] of list.entries()) {
      const { score: before = 0, similar = false } = all.get(found.message_id) ?? {};
      const byRank = (K + 1) / (K + rank + 1);
      const score = before + weight * (RANK_RATIO * byRank + (1 - RANK_RATIO) * calibrated(found.score));
      all.set(found.message_id, { ...found, score, similar: similar || found.similar === true });
    }
  }
  return [...all.values()].sort(
    (a, b) => b.score - a.score || b.seq - a.seq || (a.message_id < b.message_id ? 1 : -1),
  );
}

/** Cosines from 0 to 1: 0 is the last of the list, which is no nearer than any other message. */
function calibration(byMeaning: readonly Found[]): (score: number) => number {
  const least = byMeaning.at(-1)?.score ?? 0;
  return (score) => (least >= 1 ? 1 : Math.min(1, Math.max(0, (score - least) / (1 - least))));
}
