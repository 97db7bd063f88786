import { join, type Queryable, raw, type Sql, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import { UNSTEMMED } from '../languages.ts';
import type { Term } from '../plan.ts';
import { type Frequencies, type Ranking, scoreOf } from '../ranking/ranking.ts';
import type { TermQueries } from '../tsquery.ts';
import { type Compiled, holds, visible } from './conditions.ts';

const BLOCK = 1_000;
/**
 * The numbers of blocks that are searched in each round, newest first, until enough documents are found; then all
 * others.
 */
const ROUNDS = [2, 16, 128];
/** If the mailbox ends within a round, naming more blocks than this costs more than searching the whole mailbox. */
const MOST_NAMED = 16;

export type MailboxIndex = Row<'search_mailboxes', 'last_seq' | 'languages'>;

/** The end of the mailbox's index, and the languages in it. */
export const findMailboxIndex = async (db: Queryable, identityId: string): Promise<MailboxIndex> =>
  (await db.first<MailboxIndex>(sql`
    select last_seq, languages from search_mailboxes where identity_id = ${identityId}`)) ?? {
    last_seq: 0,
    languages: [],
  };

/** The lexemes of each term: in each language, and in all of them, joined with OR. */
export async function readTermQueries(
  db: Queryable,
  terms: readonly Term[],
  languages: readonly string[],
): Promise<{ all: TermQueries; byLanguage: TermQueries[] }> {
  if (terms.length === 0) return { all: new Map(), byLanguage: [new Map()] };
  const configurations = [...new Set([...languages, UNSTEMMED])];
  const rows = await db.rows<{ nth: number; configuration: string; query: string }>(sql`
    select nth::int as nth, configuration, query
    from unnest(${terms.map(({ text }) => text)}::text[], ${terms.map(({ kind }) => kind)}::text[])
           with ordinality as t (text, kind, nth),
         unnest(${configurations}::text[]) as configuration,
         lateral (select case kind when 'words' then phraseto_tsquery(configuration::regconfig, text)
           else plainto_tsquery(configuration::regconfig, regexp_replace(text, '\\S+$', ''))
                && to_tsquery('mail_simple', '''' || substring(text from '\\S+$') || ''':*') end::text as query) q
    where query <> ''`);
  const within = (nth: number, configuration?: string): string[] =>
    rows.flatMap((row) =>
      row.nth === nth && (configuration ?? row.configuration) === row.configuration ? [row.query] : [],
    );
  const queriesIn = (configuration?: string): TermQueries =>
    new Map(
      terms.map((term, index) => {
        const queries = [...new Set(within(index + 1, configuration))].sort();
        return [term, queries.join(' | ') || NOTHING];
      }),
    );
  return { all: queriesIn(), byLanguage: configurations.map(queriesIn) };
}

/** A word that no text has, because words have no blanks. */
const NOTHING = `'no such word'`;

export type Search = {
  identityId: string;
  /** How documents are scored; without it, by how close together the words are. */
  ranking?: Ranking | null;
  compiled: Compiled;
  /** Also finds quarantined, hidden and throttled mail. */
  review: boolean;
  /** Only documents with a lower sequence number. */
  below: number;
  /** Scores fall with age, counted from here. */
  now: Date;
  /** Always newest first, without scores. */
  unranked?: boolean;
};

export type Found = Row<'search_documents', 'message_id' | 'thread_id' | 'seq'> & {
  score: number;
  similar?: boolean;
};

/**
 * The newest matching documents, at most `most`, newest first. The work is limited: it reads the newest blocks first
 * and stops when it has enough. Without a word or a key, it scans the mailbox from the newest document on, with times
 * and sizes from the index.
 */
export async function findDocuments(db: Queryable, search: Search, most: number): Promise<Found[]> {
  const { identityId, compiled, below } = search;
  if (!compiled.narrows)
    return findWithin(db, search, sql`d.identity_id = ${identityId} and d.seq < ${below}`, most);
  const found: Found[] = [];
  let block = Math.floor(Math.max(0, search.below - 1) / BLOCK);
  for (const blocks of [...ROUNDS, Number.POSITIVE_INFINITY]) {
    if (block < 0 || found.length >= most) break;
    const last = Math.max(0, block - blocks + 1);
    found.push(...(await findInBlocks(db, search, [last, block], most - found.length)));
    block = last - 1;
  }
  return found;
}

function findInBlocks(
  db: Queryable,
  search: Search,
  [first, last]: [number, number],
  most: number,
): Promise<Found[]> {
  const { identityId, below } = search;
  const scope =
    first === 0 && last >= MOST_NAMED
      ? [identityId]
      : Array.from({ length: last - first + 1 }, (_, index) => `${identityId}#${first + index}`);
  const end = Math.min(below, (last + 1) * BLOCK);
  return findWithin(db, search, sql`d.scope && ${scope}::text[] and d.seq < ${end}`, most);
}

function findWithin(
  db: Queryable,
  { compiled, review, now, ranking, unranked = false }: Search,
  within: Sql,
  most: number,
): Promise<Found[]> {
  const matching = sql`found as materialized (
      select d.message_id, d.thread_id, d.seq, d.date, d.words from search_documents d
      where ${within} and ${visible(review)} ${holds(compiled)}
      order by d.seq desc limit ${most})`;
  if (ranking && !unranked) return rankedRows(db, ranking, now, matching);
  const { tsquery } = compiled;
  const score = tsquery === null || unranked ? sql`0::float` : closeness(tsquery, now);
  return db.rows<Found>(sql`
    with ${matching} select message_id, thread_id, seq, ${score} as score from found d order by seq desc`);
}

type Unscored = Omit<Found, 'score'> & Frequencies;

/** D, C, B, A: the text, files, people, the subject. Postgres accepts no weight above 1. */
const FIELD_WEIGHTS = raw(`'{0.33, 0.2, 0.4, 1.0}'`);
const FIELD_SCALE = 3;

/** The rows of `found` with their scores, newest first. For one word, `ts_rank_cd` adds up the weights of its positions. */
export async function rankedRows(
  db: Queryable,
  ranking: Ranking,
  now: Date,
  matching: Sql,
): Promise<Found[]> {
  const { terms, pairs } = ranking;
  const frequencies = [...terms, ...pairs].map(
    ({ query }) => sql`ts_rank_cd(${FIELD_WEIGHTS}, d.words, ${query}::tsquery) * ${FIELD_SCALE}::float`,
  );
  const rows = await db.rows<Unscored>(sql`
    with ${matching}
    select message_id, thread_id, seq, length(words) as length, to_json(array[${join(frequencies, ', ')}]::float[]) as tf,
           extract(epoch from ${now}::timestamptz - date)::float / 86400 as age_days
    from found d order by seq desc`);
  return rows.map(({ message_id, thread_id, seq, ...frequencies }) => ({
    message_id,
    thread_id,
    seq,
    score: scoreOf(ranking, frequencies),
  }));
}

/** Those of these documents that match according to Postgres, whatever an external index reported. */
export const findFitting = (
  db: Queryable,
  { identityId, compiled, review }: Pick<Search, 'identityId' | 'compiled' | 'review'>,
  messageIds: readonly string[],
): Promise<Omit<Found, 'score'>[]> =>
  db.rows(sql`
    select d.message_id, d.thread_id, d.seq from search_documents d
    where d.message_id = any(${messageIds}::text[]) and d.identity_id = ${identityId}
      and ${visible(review)} ${holds(compiled)}`);

/** The scores of these documents according to Postgres, whatever an external index reported. */
export const scoreDocuments = (
  db: Queryable,
  ranking: Ranking,
  now: Date,
  messageIds: readonly string[],
): Promise<Found[]> =>
  rankedRows(
    db,
    ranking,
    now,
    sql`found as materialized (
      select message_id, thread_id, seq, date, words from search_documents
      where message_id = any(${messageIds}::text[]))`,
  );

/** The queries that each document matches. */
export const matchDocuments = (
  db: Queryable,
  messageIds: readonly string[],
  queries: readonly string[],
): Promise<{ message_id: string; matches: boolean[] }[]> => {
  const matches = queries.map((query) => sql`d.words @@ ${query}::tsquery`);
  return db.rows(sql`
    select d.message_id, to_json(array[${join(matches, ', ')}]) as matches
    from search_documents d where d.message_id = any(${messageIds}::text[])`);
};

/** The threads of these documents that have a matching document between two positions of the mailbox. */
export const findThreads = async (
  db: Queryable,
  { identityId, compiled, review }: Pick<Search, 'identityId' | 'compiled' | 'review'>,
  documents: readonly Found[],
  { from, below }: { from: number; below: number },
): Promise<string[]> => {
  const threadIds = [...new Set(documents.map(({ thread_id }) => thread_id))];
  const rows = await db.rows<Row<'search_documents', 'thread_id'>>(sql`
    select distinct d.thread_id from search_documents d
    where d.thread_id = any(${threadIds}::text[]) and d.identity_id = ${identityId}
      and d.seq >= ${from} and d.seq < ${below} and ${visible(review)} ${holds(compiled)}`);
  return rows.map(({ thread_id }) => thread_id);
};

/** The newest matching documents of these threads, without scores. */
export const findOfThreads = (
  db: Queryable,
  { identityId, compiled, review, below }: Pick<Search, 'identityId' | 'compiled' | 'review' | 'below'>,
  threadIds: readonly string[],
  most: number,
): Promise<Omit<Found, 'score'>[]> =>
  db.rows(sql`
    select d.message_id, d.thread_id, d.seq from search_documents d
    where d.thread_id = any(${threadIds}::text[]) and d.identity_id = ${identityId} and d.seq < ${below}
      and ${visible(review)} ${holds(compiled)}
    order by d.seq desc limit ${most}`);

/** The documents at these positions of a mailbox that still exist. */
export const findPlaces = (
  db: Queryable,
  identityId: string,
  seqs: readonly number[],
): Promise<Omit<Found, 'score'>[]> =>
  db.rows(sql`
    select message_id, thread_id, seq from search_documents
    where identity_id = ${identityId} and seq = any(${seqs}::bigint[])`);

/** D, C, B, A: the text, files, people, the subject. */
const CLOSENESS_WEIGHTS = raw(`'{0.2, 0.2, 0.5, 1.0}'`);
const HALF_LIFE_DAYS = 180;

/** How close together the words of a document are, 0 to 1; the age of the document affects up to 30 % of it. */
const closeness = (tsquery: string, now: Date) => sql`
  (ts_rank_cd(${CLOSENESS_WEIGHTS}, d.words, ${tsquery}::tsquery, 1|32)
   * (0.7 + 0.3 * power(0.5, greatest(0, extract(epoch from ${now}::timestamptz - d.date)) / ${raw(String(HALF_LIFE_DAYS * 86_400))})))::float`;

export type PageHit = Row<'search_pages', 'message_id' | 'attachment_id' | 'page'> &
  Row<'attachments', 'filename'>;

/** The pages of attachments that contain the words, at most three per attachment. */
export const findPages = (
  db: Queryable,
  messageIds: readonly string[],
  tsquery: string,
): Promise<PageHit[]> =>
  db.rows<PageHit>(sql`
    select message_id, attachment_id, filename, page from (
      select p.message_id, p.attachment_id, a.filename, p.page, a.position,
             row_number() over (partition by p.attachment_id order by p.page) as nth
      from search_pages p join attachments a on a.id = p.attachment_id
      where p.message_id = any(${messageIds}::text[]) and a.risk is null and p.words @@ ${tsquery}::tsquery) h
    where nth <= 3 order by message_id, position, page`);

export type Marked = { text: string };

/** Texts of single blanks between words, with \\u0001 before and \\u0002 after each word that the query finds. */
export async function markWords(
  db: Queryable,
  texts: readonly { configuration: string; text: string }[],
  tsquery: string,
): Promise<string[]> {
  const rows = await db.rows<{ marked: string }>(sql`
    select ts_headline(configuration::regconfig, text, ${tsquery}::tsquery,
                       E'HighlightAll=true, StartSel=\\x01, StopSel=\\x02') as marked
    from unnest(${texts.map(({ configuration }) => configuration)}::text[], ${texts.map(({ text }) => text)}::text[])
      with ordinality as t (configuration, text, nth)
    order by nth`);
  return rows.map(({ marked }) => marked);
}

export type FacetRow = { facet: string; value: string; count: number };

/** Counts over documents: the top ten values of each facet, and the 24 most recent months. */
export const countFacets = (
  db: Queryable,
  messageIds: readonly string[],
  timezone: string,
): Promise<FacetRow[]> =>
  db.rows<FacetRow>(sql`
    with found as (
      select m."from"->>'address' as sender, m.labels, m.triage->>'category' as category, d.date, d.keys
      from messages m join search_documents d on d.message_id = m.id where m.id = any(${messageIds}::text[])
    ), counted as (
      select facet, value, count(*)::int as count from found, lateral (
        select 'sender' as facet, lower(sender) as value where sender is not null
        union all select 'sender_domain', lower(substring(sender from '@([^@]+)$')) where sender like '%@%'
        union all select 'month', to_char(date at time zone ${timezone}, 'YYYY-MM')
        union all select 'label', l from unnest(labels) l
        union all select 'attachment_type', substring(k from 6) from unnest(keys) k where k like 'type:%'
        union all select 'category', category where category is not null) v
      group by facet, value
    ), ranked as (
      select *, row_number() over (partition by facet order by
        case facet when 'month' then value end desc, count desc, value) as nth from counted)
    select facet, value, count from ranked where nth <= case facet when 'month' then 24 else 10 end
    order by facet, nth`);

/** Identities of the tenant that have a mailbox to search: all of them, or the given ones. */
export const findMailboxes = async (
  db: Queryable,
  tenantId: string,
  ids: readonly string[] | null,
  most: number,
): Promise<string[]> => {
  const rows = await db.rows<Row<'identities', 'id'>>(sql`
    select id from identities
    where tenant_id = ${tenantId} and not is_system and status in ('active', 'paused')
      and (${ids}::text[] is null or id = any(${ids}::text[]))
    order by id limit ${most}`);
  return rows.map(({ id }) => id);
};
