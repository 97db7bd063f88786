import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { listFingerprint, openCursor, sealCursor } from '#kernel/operation/cursor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Answered, answer, type EngineName } from './engines/answer.ts';
import { bestFirst, type PageWindow } from './engines/engine.ts';
import { asThreadHits, messageHits } from './hits.ts';
import { bestOfThreads, facetsOf, type Mailbox, operatorsOf, prepare, understand } from './keyword.ts';
import { type Found, findPlaces } from './repository/documents.ts';
import { oldestPending } from './repository/index-writes.ts';
import type { MessageHit, Mode, SearchRequest, ThreadHit } from './schema.ts';
import { coverageOf } from './semantic/coverage.ts';
import { fused, type SearchStrategy, strategyFor } from './semantic/meaning.ts';

type SearchCall = { db: Queryable; services: Services; actor: Actor };

/**
 * The start of a page: the engine of the previous page, the window, the last hit in it, and the results of the first
 * page by meaning, so that neither new vectors nor a failing service move any hit.
 */
type Cursor = PageWindow & {
  engine: EngineName | null;
  after: { score: number; seq: number } | null;
  mode: Mode;
  near: SemanticHits | null;
};
/** Nearest first; null if only words count. */
type SemanticHits = Pick<Found, 'seq' | 'score'>[];

/**
 * Searches one mailbox by its words and operators.
 * @throws AppError `invalid_query`, `cursor_expired`, `invalid_request`
 */
export async function searchMailbox(call: SearchCall, mailbox: Mailbox, request: SearchRequest) {
  const { db, services } = call;
  const asked = understand(request, services.clock.now());
  const cursors = new Cursors(services, mailbox, request);
  const begun = cursors.open(request.cursor);
  const now = begun?.now ?? services.clock.now();
  const [prepared, strategy] = await Promise.all([
    prepare(db, mailbox, asked, { now, end: begun?.end ?? null }),
    begun ? continued(begun, request) : strategyFor(services, request, asked),
  ]);
  const place = begun ?? { now, end: prepared.lastSeq + 1, at: null, engine: null, after: null };
  const wantsFacets = request.facets && begun === null;
  const byThread = request.group_by === 'thread';
  const [answered, recalled, pending, coverage] = await Promise.all([
    begun?.near && strategy.mode === 'semantic'
      ? foundByMeaning(begun)
      : answer(call, prepared, strategy, { ...place, facets: wantsFacets, threads: byThread }),
    begun?.near && recall(db, mailbox.identityId, begun.near),
    oldestPending(db, [mailbox.identityId]),
    coverageOf({ db, services }, [mailbox.identityId]),
  ]);
  const near = begun ? (recalled ?? null) : strategy.meaning && rounded(answered.byMeaning);
  const found = joinedBy(strategy.mode, answered.byWords, near, { at: place.at, byThread });
  const ranked = byThread ? bestOfThreads(found) : found;
  const rest = ranked.filter((found) => isAfter(found, place.after));
  const page = rest.slice(0, request.limit);
  const [hits, facets] = await Promise.all([
    messageHits(db, page, {
      highlight: prepared.highlight,
      words: prepared.words,
      operators: operatorsOf(asked.query),
      review: asked.review,
      snippetLength: request.snippet_chars,
    }),
    answered.newest && facetsOf(db, answered.newest, prepared.timezone),
  ]);
  const shown: (MessageHit | ThreadHit)[] = byThread ? await asThreadHits(db, hits) : hits;
  const { kept, truncated } = fitting(shown, { facets, parsed: asked.query });
  const last = truncated ? page.find((found) => isLast(found, kept.at(-1)!))! : page.at(-1);
  return {
    query: { parsed: asked.query, mode: strategy.mode },
    hits: kept,
    facets,
    next_cursor: cursors.next(
      { ...place, engine: answered.engine, mode: strategy.mode, near: begun ? begun.near : near },
      last,
      truncated || rest.length > page.length,
      answered.next,
    ),
    truncated,
    semantic_coverage: coverage,
    degraded: strategy.degraded || answered.stoodIn,
    as_of: pending ?? services.clock.now().toISOString(),
  };
}

/** Later pages continue with the strategy of the first. */
const continued = ({ mode }: Cursor, request: SearchRequest): SearchStrategy => ({
  mode,
  meaning: null,
  degraded: mode !== request.mode,
});

const foundByMeaning = ({ engine }: Cursor): Answered => ({
  byWords: [],
  byMeaning: [],
  next: null,
  newest: null,
  engine: engine!,
  stoodIn: false,
});

/** Scores rounded as in a cursor, so that all pages are sorted in the same way. */
const rounded = (near: readonly Found[]): Found[] =>
  bestFirst(near.map((found) => ({ ...found, score: Math.round(found.score * 1_000) / 1_000 })));

/** The results of the first page by meaning that still exist. */
async function recall(db: Queryable, identityId: string, near: SemanticHits): Promise<Found[]> {
  const places = await findPlaces(
    db,
    identityId,
    near.map(({ seq }) => seq),
  );
  const bySeq = new Map(places.map((found) => [found.seq, found]));
  return near.flatMap(({ seq, score }) => {
    const found = bySeq.get(seq);
    return found ? [{ ...found, score, similar: true }] : [];
  });
}

/** One window: the matches by words, with those by meaning in the first window. */
function joinedBy(
  mode: Mode,
  byWords: Found[],
  near: Found[] | null,
  { at, byThread }: { at: PageWindow['at']; byThread: boolean },
): Found[] {
  if (near === null) return byWords;
  if (mode === 'semantic') return near;
  if (at === null) return fused(byWords, near);
  const idOf = ({ message_id, thread_id }: Found) => (byThread ? thread_id : message_id);
  const shown = new Set(near.map(idOf));
  return byWords.filter((found) => !shown.has(idOf(found)));
}

const isAfter = (found: Found, after: Cursor['after']): boolean =>
  after === null || found.score < after.score || (found.score === after.score && found.seq < after.seq);

const isLast = (found: Found, hit: MessageHit | ThreadHit): boolean =>
  found.message_id === ('message_id' in hit ? hit.message_id : hit.top_message_id);

const MOST_BYTES = 256 * 1024;
/** Bytes for the rest of a response: field names, small values, the cursor, and the mailboxes that failed. */
const FRAME = 12 * 1024;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The hits that fit into a response of 256 KB together with its other content (spec 8.1). */
export function fitting<Hit>(
  hits: readonly Hit[],
  beside: Record<string, unknown>,
): { kept: Hit[]; truncated: boolean } {
  let left = MOST_BYTES - FRAME - bytesOf(beside);
  const cut = hits.findIndex((hit) => {
    left -= bytesOf(hit) + 1;
    return left < 0;
  });
  return cut <= 0 ? { kept: [...hits], truncated: false } : { kept: hits.slice(0, cut), truncated: true };
}

/** The cursors of one search, bound to the whole request. */
class Cursors {
  readonly #services: Services;
  readonly #list: string;

  constructor(services: Services, mailbox: Mailbox, { cursor: _, limit: __, ...asked }: SearchRequest) {
    this.#services = services;
    this.#list = listFingerprint(['search', mailbox.identityId, asked]);
  }

  open(cursor: string | undefined): Cursor | null {
    if (cursor === undefined) return null;
    const { keyRing, clock } = this.#services;
    const [engine, now, end, at, score, seq, mode, near] = openCursor(
      keyRing,
      this.#list,
      cursor,
      clock.now(),
    );
    return {
      engine: engine as EngineName,
      now: new Date(String(now)),
      end: Number(end),
      at: at === null ? null : Number(at),
      after: score === null ? null : { score: Number(score), seq: Number(seq) },
      mode: mode as Mode,
      near: near === null ? null : nearIn(String(near)),
    };
  }

  /** The rest of this window, else the next window, else nothing. */
  next(
    { engine, now, end, at, mode, near }: Omit<Cursor, 'after'>,
    last: Found | undefined,
    more: boolean,
    next: number | null,
  ): string | null {
    if (!(more && last) && next === null) return null;
    const { keyRing, clock } = this.#services;
    const after = more && last ? [at, last.score, last.seq] : [next, null, null];
    const place = [engine, now.toISOString(), end, ...after, mode, near && textOf(near)];
    return sealCursor(keyRing, this.#list, place, clock.now());
  }
}

/** Positions and scores in thousandths, in a short form, because a cursor has up to a hundred of them. */
const textOf = (near: SemanticHits): string =>
  near.map(({ seq, score }) => `${seq.toString(36)}.${Math.round(score * 1_000).toString(36)}`).join(' ');

const nearIn = (text: string): SemanticHits =>
  text.split(' ').flatMap((pair) => {
    const [seq, score] = pair.split('.').map((number) => Number.parseInt(number, 36));
    return pair === '' ? [] : [{ seq: seq!, score: score! / 1_000 }];
  });
