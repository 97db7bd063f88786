import type { Actor } from '#kernel/actor.ts';
import { listFingerprint, openCursor, sealCursor } from '#kernel/cursor.ts';
import type { Queryable } from '#kernel/database.ts';
import type { Services } from '#kernel/services.ts';
import { asThreadHits, messageHits } from './hits.ts';
import {
  bestOfThreads,
  facetsOf,
  findWindow,
  type Mailbox,
  operatorsOf,
  type Prepared,
  prepare,
  understand,
  type Window,
} from './keyword.ts';
import type { Found } from './repository/documents.ts';
import { oldestPending } from './repository/index-writes.ts';
import type { MessageHit, SearchRequest, ThreadHit } from './schema.ts';
import { coverageOf } from './semantic/coverage.ts';
import { findSimilar, fused, type Way, wayFor } from './semantic/meaning.ts';

type SearchCall = { db: Queryable; services: Services; actor: Actor };

/** Where a page begins: the time and the end of the mailbox as the first page saw them, the window, the last hit in it. */
type Place = { now: Date; end: number; below: number; after: { score: number; seq: number } | null };

/** Searches one mailbox by its words and operators. @throws AppError `invalid_query`, `cursor_expired`, `invalid_request` */
export async function searchMailbox(call: SearchCall, mailbox: Mailbox, request: SearchRequest) {
  const { db, services } = call;
  const asked = understand(request, services.clock.now());
  const [prepared, way] = await Promise.all([prepare(db, mailbox, asked), wayFor(services, request, asked)]);
  const cursors = new Cursors(services, mailbox, request);
  const place = cursors.open(request.cursor) ?? {
    now: services.clock.now(),
    end: prepared.lastSeq + 1,
    below: prepared.lastSeq + 1,
    after: null,
  };
  const [window, facets, pending, coverage] = await Promise.all([
    findByWay(db, prepared, way, place),
    request.facets && request.cursor === undefined ? facetsOf(db, prepared, place.now) : null,
    oldestPending(db, mailbox.identityId),
    coverageOf({ db, services }, [mailbox.identityId]),
  ]);
  const ranked = request.group_by === 'thread' ? bestOfThreads(window.found) : window.found;
  const rest = ranked.filter((found) => isAfter(found, place.after));
  const page = rest.slice(0, request.limit);
  const hits = await messageHits(db, page, {
    highlight: prepared.highlight,
    operators: operatorsOf(asked.query),
    review: asked.review,
    snippetLength: request.snippet_chars,
  });
  const shown: (MessageHit | ThreadHit)[] =
    request.group_by === 'thread' ? await asThreadHits(db, hits) : hits;
  const { kept, truncated } = fitting(shown);
  const last = truncated ? page.find((found) => isLast(found, kept.at(-1)!))! : page.at(-1);
  return {
    query: { parsed: asked.query, mode: way.mode },
    hits: kept,
    facets,
    next_cursor: cursors.next(place, last, truncated || rest.length > page.length, window.nextBelow),
    truncated,
    semantic_coverage: coverage,
    degraded: way.degraded,
    as_of: pending ?? services.clock.now().toISOString(),
  };
}

/** One window: the matches by words, with those by meaning among the first of them. */
async function findByWay(
  db: Queryable,
  prepared: Prepared,
  { mode, meaning }: Way,
  { now, end, below }: Place,
): Promise<Window> {
  if (meaning === null) return findWindow(db, prepared, below, now);
  const similar = await findSimilar(db, prepared, meaning, { below: end, now });
  if (mode === 'semantic') return { found: similar, nextBelow: null };
  const window = await findWindow(db, prepared, below, now);
  if (below === end) return { ...window, found: fused(window.found, similar) };
  const shown = new Set(similar.map(({ message_id }) => message_id));
  return { ...window, found: window.found.filter(({ message_id }) => !shown.has(message_id)) };
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
    const [now, end, below, score, seq] = openCursor(keyRing, this.#list, cursor, clock.now());
    return {
      now: new Date(String(now)),
      end: Number(end),
      below: Number(below),
      after: score === null ? null : { score: Number(score), seq: Number(seq) },
    };
  }

  /** The rest of this window, else the next window, else nothing. */
  next(
    { now, end, below }: Place,
    last: Found | undefined,
    more: boolean,
    nextBelow: number | null,
  ): string | null {
    const { keyRing, clock } = this.#services;
    if (more && last) {
      return sealCursor(
        keyRing,
        this.#list,
        [now.toISOString(), end, below, last.score, last.seq],
        clock.now(),
      );
    }
    if (nextBelow === null) return null;
    return sealCursor(keyRing, this.#list, [now.toISOString(), end, nextBelow, null, null], clock.now());
  }
}
