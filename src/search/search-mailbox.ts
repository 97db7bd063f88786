import type { Actor } from '#kernel/actor.ts';
import { listFingerprint, openCursor, sealCursor } from '#kernel/cursor.ts';
import type { Queryable } from '#kernel/database.ts';
import type { Services } from '#kernel/services.ts';
import { answer, type EngineName } from './engines/answer.ts';
import type { Answer, Place as Window } from './engines/engine.ts';
import { asThreadHits, messageHits } from './hits.ts';
import { bestOfThreads, facetsOf, type Mailbox, operatorsOf, prepare, understand } from './keyword.ts';
import type { Found } from './repository/documents.ts';
import { oldestPending } from './repository/index-writes.ts';
import type { MessageHit, SearchRequest, ThreadHit } from './schema.ts';
import { coverageOf } from './semantic/coverage.ts';
import { fused, type Way, wayFor } from './semantic/meaning.ts';

type SearchCall = { db: Queryable; services: Services; actor: Actor };

/** Where a page begins: which engine found the one before it, the window, the last hit in it. */
type Place = Window & { engine: EngineName | null; after: { score: number; seq: number } | null };

/** Searches one mailbox by its words and operators. @throws AppError `invalid_query`, `cursor_expired`, `invalid_request` */
export async function searchMailbox(call: SearchCall, mailbox: Mailbox, request: SearchRequest) {
  const { db, services } = call;
  const asked = understand(request, services.clock.now());
  const [prepared, way] = await Promise.all([prepare(db, mailbox, asked), wayFor(services, request, asked)]);
  const cursors = new Cursors(services, mailbox, request);
  const place = cursors.open(request.cursor) ?? {
    now: services.clock.now(),
    end: prepared.lastSeq + 1,
    at: null,
    engine: null,
    after: null,
  };
  const wantsFacets = request.facets && request.cursor === undefined;
  const [answered, pending, coverage] = await Promise.all([
    answer(call, prepared, way, { ...place, facets: wantsFacets }),
    oldestPending(db, mailbox.identityId),
    coverageOf({ db, services }, [mailbox.identityId]),
  ]);
  const found = joinedBy(way, answered, place);
  const ranked = request.group_by === 'thread' ? bestOfThreads(found) : found;
  const rest = ranked.filter((found) => isAfter(found, place.after));
  const page = rest.slice(0, request.limit);
  const [hits, facets] = await Promise.all([
    messageHits(db, page, {
      highlight: prepared.highlight,
      operators: operatorsOf(asked.query),
      review: asked.review,
      snippetLength: request.snippet_chars,
    }),
    answered.newest && facetsOf(db, answered.newest, prepared.timezone),
  ]);
  const shown: (MessageHit | ThreadHit)[] =
    request.group_by === 'thread' ? await asThreadHits(db, hits) : hits;
  const { kept, truncated } = fitting(shown);
  const last = truncated ? page.find((found) => isLast(found, kept.at(-1)!))! : page.at(-1);
  return {
    query: { parsed: asked.query, mode: way.mode },
    hits: kept,
    facets,
    next_cursor: cursors.next(
      { ...place, engine: answered.engine },
      last,
      truncated || rest.length > page.length,
      answered.next,
    ),
    truncated,
    semantic_coverage: coverage,
    degraded: way.degraded || answered.stoodIn,
    as_of: pending ?? services.clock.now().toISOString(),
  };
}

/** One window: the matches by words, with those by meaning among the first of them. */
function joinedBy({ mode, meaning }: Way, { byWords, byMeaning }: Answer, { at }: Place): Found[] {
  if (meaning === null) return byWords;
  if (mode === 'semantic') return byMeaning;
  if (at === null) return fused(byWords, byMeaning);
  const shown = new Set(byMeaning.map(({ message_id }) => message_id));
  return byWords.filter(({ message_id }) => !shown.has(message_id));
}

const isAfter = (found: Found, after: Place['after']): boolean =>
  after === null || found.score < after.score || (found.score === after.score && found.seq < after.seq);

const isLast = (found: Found, hit: MessageHit | ThreadHit): boolean =>
  found.message_id === ('message_id' in hit ? hit.message_id : hit.top_message_id);

const MOST_BYTES = 248 * 1024;

/** As many hits as fit into an answer of 256 KB (interface-spec 8.1). */
export function fitting<Hit>(hits: readonly Hit[]): { kept: Hit[]; truncated: boolean } {
  let left = MOST_BYTES;
  const cut = hits.findIndex((hit) => {
    left -= Buffer.byteLength(JSON.stringify(hit)) + 1;
    return left < 0;
  });
  return cut <= 0 ? { kept: [...hits], truncated: false } : { kept: hits.slice(0, cut), truncated: true };
}

/** The cursors of one search; bound to everything that it asks for. */
class Cursors {
  readonly #services: Services;
  readonly #list: string;

  constructor(services: Services, mailbox: Mailbox, { cursor: _, limit: __, ...asked }: SearchRequest) {
    this.#services = services;
    this.#list = listFingerprint(['search', mailbox.identityId, asked]);
  }

  open(cursor: string | undefined): Place | null {
    if (cursor === undefined) return null;
    const { keyRing, clock } = this.#services;
    const [engine, now, end, at, score, seq] = openCursor(keyRing, this.#list, cursor, clock.now());
    return {
      engine: engine as EngineName,
      now: new Date(String(now)),
      end: Number(end),
      at: at === null ? null : Number(at),
      after: score === null ? null : { score: Number(score), seq: Number(seq) },
    };
  }

  /** The rest of this window, else the next window, else nothing. */
  next(
    { engine, now, end, at }: Place,
    last: Found | undefined,
    more: boolean,
    next: number | null,
  ): string | null {
    const { keyRing, clock } = this.#services;
    const begun = [engine, now.toISOString(), end];
    if (more && last)
      return sealCursor(keyRing, this.#list, [...begun, at, last.score, last.seq], clock.now());
    return next === null ? null : sealCursor(keyRing, this.#list, [...begun, next, null, null], clock.now());
  }
}
