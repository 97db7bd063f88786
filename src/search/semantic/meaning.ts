import { SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Embeddings, TextRefused } from '#kernel/ports/embeddings.ts';
import type { Prepared, Understood } from '../keyword.ts';
import { type Found, findDocuments, type Search } from '../repository/documents.ts';
import { type Among, findNear, type Near } from '../repository/vectors.ts';
import type { Mode, SearchRequest } from '../schema.ts';
import { wantedTerms } from '../tsquery.ts';
import { unspaced } from '../words.ts';
import { dimensionsOf } from './embedder.ts';
import { codeOf, cosine } from './vectors.ts';

/** What a query means, as a vector; null when it has no words, so that only its operators count. */
export type Meaning = { vector: Float32Array; model: string } | null;

/** How a search is done in the end: `meaning` only in the modes semantic and hybrid. */
export type Way = { mode: Mode; meaning: Meaning; degraded: boolean };

const TIMEOUT = 3 * SECOND;

/**
 * How this request is searched: as asked, or by words where its meaning cannot be had.
 * @throws AppError `search_degraded` when the request insists
 */
export async function wayFor(services: Services, request: SearchRequest, asked: Understood): Promise<Way> {
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

/** A service that failed so often in a row is left alone for so long: searches don't wait for one that hangs. */
const MOST_FAILURES = 3;
const REST = 10 * SECOND;
const failures = new WeakMap<Embeddings, { inRow: number; restsUntil: number }>();

/** Null where it cannot be had now. */
async function vectorOf(
  embeddings: Embeddings,
  text: string,
  now: number,
  log: Services['log'],
): Promise<Float32Array | null> {
  // What a model lacks, it has told itself.
  if (embeddings.lacks() !== null || (failures.get(embeddings)?.restsUntil ?? 0) > now) return null;
  try {
    const vector = await vectorFor(embeddings, text);
    failures.delete(embeddings);
    return vector;
  } catch (error) {
    log.warn({ detail: String(error).slice(0, 300) }, 'a query could not be embedded');
    if (error instanceof TextRefused) return null;
    const inRow = (failures.get(embeddings)?.inRow ?? 0) + 1;
    failures.set(embeddings, { inRow, restsUntil: inRow < MOST_FAILURES ? 0 : now + REST });
    return null;
  }
}

/** Pages of a search, and mailboxes of a tenant, ask for the same again. */
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

export const MOST_NEAR = 200;
const MOST_SHOWN = 100;
/** What is much further off than the nearest is about something else. */
const SHARE_OF_BEST = 0.6;
/** The newest messages that fit tell how many do. */
const SAMPLE = 200;
/** Where at least so many do, the nearest are looked at whether they fit; else the newest that fit are compared. */
const DENSE = 0.05;

type Asking = { search: Pick<Search, 'identityId' | 'review'>; meaning: NonNullable<Meaning> };

/** The messages of a mailbox that mean most nearly what was asked, nearest first, within its operators and filters. */
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
    if (found.length >= MOST_SHOWN) return ranked(found, meaning);
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
): Promise<Near[]> {
  return findNear(db, { identityId, review, below, model, code: codeOf(vector), among }, MOST_NEAR);
}

/** By exact comparison, best first. */
function ranked(near: readonly Near[], { vector }: NonNullable<Meaning>): Found[] {
  const scored = near
    .map(({ vector: other, ...found }) => ({ ...found, score: cosine(vector, other), similar: true }))
    .sort((a, b) => b.score - a.score || b.seq - a.seq);
  const least = (scored[0]?.score ?? 0) * SHARE_OF_BEST;
  return scored.filter(({ score }) => score > 0 && score >= least).slice(0, MOST_SHOWN);
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const K = 60;
/** What meaning weighs in hybrid searches, 0 to 1; words weigh the rest. */
const SEMANTIC_RATIO = 0.5;

/** Both lists as one: who stands high in either, and highest who does in both. */
export function fused(byWords: readonly Found[], byMeaning: readonly Found[]): Found[] {
  const all = new Map<string, Found>();
  const lists = [
    [byWords, 1 - SEMANTIC_RATIO],
    [byMeaning, SEMANTIC_RATIO],
  ] as const;
  for (const [list, weight] of lists) {
    for (const [rank, found] of list.entries()) {
      const { score: before = 0, similar = false } = all.get(found.message_id) ?? {};
      const score = before + (2 * weight) / (K + rank + 1);
      all.set(found.message_id, { ...found, score, similar: similar || found.similar === true });
    }
  }
  return [...all.values()].sort(
    (a, b) => b.score - a.score || b.seq - a.seq || (a.message_id < b.message_id ? 1 : -1),
  );
}
