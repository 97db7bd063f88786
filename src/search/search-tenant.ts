import { AppError } from '#kernel/catalogue/errors.ts';
import { idPrefixes, ulidFloor } from '#kernel/catalogue/ids.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { listFingerprint, openCursor, sealCursor } from '#kernel/operation/cursor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { answer, type EngineName } from './engines/answer.ts';
import { fanOut } from './fan-out.ts';
import { asThreadHits, messageHits } from './hits.ts';
import {
  bestOfThreads,
  facetsOf,
  type Mailbox,
  operatorsOf,
  type Prepared,
  prepare,
  understand,
} from './keyword.ts';
import type { Found } from './repository/documents.ts';
import { oldestPending } from './repository/index-writes.ts';
import {
  type Facets,
  facetNames,
  type MessageHit,
  type Mode,
  type SearchRequest,
  type ThreadHit,
} from './schema.ts';
import { fitting } from './search-mailbox.ts';
import { coverageOf } from './semantic/coverage.ts';
import { fused, type SearchStrategy, strategyFor } from './semantic/meaning.ts';

type SearchCall = { db: Queryable; services: Services; actor: Actor };
/** The start of a page and the strategy of the first one. `engine` is set if one engine answered for all mailboxes. */
type Cursor = {
  now: Date;
  mode: Mode;
  engine: EngineName | null;
  after: { score: number; id: string };
};
type MailboxResult = {
  byWords: Found[];
  byMeaning: Found[];
  facets: Facets | null;
  words: Prepared['words'];
  engine: EngineName;
  stoodIn: boolean;
};

/** Milliseconds that each mailbox has to answer (spec 8.1). */
const DEADLINE = 900;

/**
 * Searches many mailboxes at once and merges the results, best first. The newest matches of each mailbox count. A
 * mailbox that fails or is too slow is named and left out (spec 4.7).
 */
export async function searchMailboxes(
  call: SearchCall,
  tenantId: string,
  mailboxes: readonly Mailbox[],
  request: SearchRequest,
) {
  const { services } = call;
  const asked = understand(request, services.clock.now());
  const cursors = new Cursors(services, tenantId, request);
  const begun = cursors.open(request.cursor);
  const strategy =
    begun?.mode === 'keyword' ? byWordsAs(request) : await strategyFor(services, request, asked);
  // Results of the first page by meaning cannot be continued by words.
  if (begun && begun.mode !== strategy.mode) throw new AppError('cursor_expired');
  const now = begun?.now ?? services.clock.now();
  const wantsFacets = request.facets && begun === null;
  // Scores of two engines cannot be compared, so a mailbox that now needs another engine fails.
  const engine = begun?.engine ?? null;
  const identityIds = mailboxes.map(({ identityId }) => identityId);
  const pending = await oldestPending(services.db, identityIds);
  // These use the pool, not the call's transaction, because on one connection they would wait for each other.
  const answers = await fanOut(mailboxes, DEADLINE, async (mailbox): Promise<MailboxResult> => {
    const { db } = services;
    const prepared = await prepare(db, mailbox, asked, { now, end: null });
    const page = {
      now,
      end: prepared.lastSeq + 1,
      at: null,
      engine,
      facets: wantsFacets,
      threads: false,
    };
    const { newest, ...found } = await answer({ db, services }, prepared, strategy, page);
    const facets = newest && (await facetsOf(db, newest, prepared.timezone));
    return { ...found, facets, words: prepared.words };
  });
  const inTime = answers.flatMap(({ result }) => (result ? [result] : []));
  // Later pages leave out messages that arrived after the first page, which would move all other hits.
  const beyond = begun && `${idPrefixes.message}_${ulidFloor(now)}`;
  const wasThere = ({ message_id }: Found) => beyond === null || message_id < beyond;
  const byWords = inTime.flatMap((answer) => answer.byWords.filter(wasThere)).sort(byScore);
  const byMeaning = inTime.flatMap((answer) => answer.byMeaning.filter(wasThere)).sort(byScore);
  const merged = mergedBy(strategy, byWords, byMeaning);
  const ranked = request.group_by === 'thread' ? bestOfThreads(merged) : merged;
  const rest = ranked.filter((found) => begun === null || isAfter(found, begun.after));
  const page = rest.slice(0, request.limit);
  const words = distinctWords(inTime.flatMap((answer) => answer.words));
  const hits = await messageHits(services.db, page, {
    highlight: words.length === 0 ? null : words.map(({ query }) => `(${query})`).join(' | '),
    words,
    operators: operatorsOf(asked.query),
    review: asked.review,
    snippetLength: request.snippet_chars,
  });
  const shown: (MessageHit | ThreadHit)[] =
    request.group_by === 'thread' ? await asThreadHits(services.db, hits) : hits;
  const facets = wantsFacets ? sumOf(inTime.flatMap(({ facets }) => (facets ? [facets] : []))) : null;
  const { kept, truncated } = fitting(shown, { facets, parsed: asked.query });
  const last = truncated ? page.find(({ message_id }) => message_id === idOf(kept.at(-1)!)) : page.at(-1);
  const failed = answers.filter(({ result }) => result === null).map(({ item }) => item.identityId);
  return {
    query: { parsed: asked.query, mode: strategy.mode },
    hits: kept,
    facets,
    next_cursor:
      last && (truncated || rest.length > page.length)
        ? cursors.next({ now, mode: strategy.mode, engine: engine ?? engineOf(inTime) }, last)
        : null,
    truncated,
    semantic_coverage: await coverageOf({ db: services.db, services }, identityIds),
    degraded: strategy.degraded || inTime.some(({ stoodIn }) => stoodIn),
    as_of: pending ?? now.toISOString(),
    partial: failed.length > 0,
    failed_identities: failed,
  };
}

function mergedBy({ mode, meaning }: SearchStrategy, byWords: Found[], byMeaning: Found[]): Found[] {
  if (meaning === null) return byWords;
  return mode === 'semantic' ? byMeaning : fused(byWords, byMeaning).sort(byScore);
}

/** The same word gives different queries in mailboxes with other languages. */
const distinctWords = (words: Prepared['words']): Prepared['words'] => [
  ...new Map(words.map((word) => [`${word.text}\n${word.query}`, word])).values(),
];

const engineOf = (answers: readonly MailboxResult[]): EngineName | null => {
  const [engine = null, another] = new Set(answers.map((answer) => answer.engine));
  return another ? null : engine;
};

const byWordsAs = ({ mode }: SearchRequest): SearchStrategy => ({
  mode: 'keyword',
  meaning: null,
  degraded: mode !== 'keyword',
});

const idOf = (hit: MessageHit | ThreadHit): string =>
  'message_id' in hit ? hit.message_id : hit.top_message_id;

/** Best first. Equal scores are ordered by id, which contains the time of the message. */
const byScore = (a: Found, b: Found): number => b.score - a.score || (a.message_id < b.message_id ? 1 : -1);

const isAfter = (found: Found, after: Cursor['after']): boolean =>
  found.score < after.score || (found.score === after.score && found.message_id < after.id);

const TOP = 10;
const MONTHS = 24;

/** Adds up the counts of each value and takes the top ten again; of months, the most recent. */
export function sumOf(all: readonly Facets[]): Facets {
  const sums = facetNames.map((name) => {
    const counts = new Map<string, number>();
    for (const { value, count } of all.flatMap((facets) => facets[name])) {
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
    const rows = [...counts].map(([value, count]) => ({ value, count }));
    const byCount = (a: (typeof rows)[0], b: (typeof rows)[0]) =>
      b.count - a.count || (a.value < b.value ? -1 : 1);
    const byMonth = (a: (typeof rows)[0], b: (typeof rows)[0]) => (a.value < b.value ? 1 : -1);
    return [name, name === 'month' ? rows.sort(byMonth).slice(0, MONTHS) : rows.sort(byCount).slice(0, TOP)];
  });
  return Object.fromEntries(sums) as Facets;
}

class Cursors {
  readonly #services: Services;
  readonly #list: string;

  constructor(services: Services, tenantId: string, { cursor: _, limit: __, ...asked }: SearchRequest) {
    this.#services = services;
    this.#list = listFingerprint(['search', tenantId, asked]);
  }

  open(cursor: string | undefined): Cursor | null {
    if (cursor === undefined) return null;
    const { keyRing, clock } = this.#services;
    const [now, mode, engine, score, id] = openCursor(keyRing, this.#list, cursor, clock.now());
    return {
      now: new Date(String(now)),
      mode: mode as Mode,
      engine: engine as EngineName | null,
      after: { score: Number(score), id: String(id) },
    };
  }

  next({ now, mode, engine }: Omit<Cursor, 'after'>, { score, message_id }: Found): string {
    const { keyRing, clock } = this.#services;
    return sealCursor(keyRing, this.#list, [now.toISOString(), mode, engine, score, message_id], clock.now());
  }
}
