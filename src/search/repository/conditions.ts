import { empty, join, raw, type Sql, sql } from '#kernel/data/database.ts';
import type { Condition, Term } from '../plan.ts';
import { asTsquery, needsPart, needsWord, type TermQueries } from '../tsquery.ts';

/** A condition as SQL over `search_documents d`: the part that the index answers, and the part to check in each row. */
export type Compiled = {
  /** All required words, or null if none are required. */
  tsquery: string | null;
  where: Sql;
  /** Whether indexed words or keys limit the rows to check. */
  narrows: boolean;
};

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const HAS_ZONE = /(Z|[+-]\d{2}:\d{2})$/i;

/** `timezone` is the tenant's: dates and times without an offset are meant in it. No message is later than `now`. */
export type Calendar = { timezone: string; now: Date };

export function compile(condition: Condition, queries: TermQueries, calendar: Calendar): Compiled {
  const parts = condition.kind === 'and' ? condition.of : [condition];
  const worded = parts.filter((part) => needsWord(part) && asTsquery(part, queries) !== null);
  const rest = parts.filter((part) => !worded.includes(part));
  const tsquery = worded.length === 0 ? null : worded.map((part) => asTsquery(part, queries)).join(' & ');
  const clauses = [...worded.filter(needsPart), ...rest].map((part) => toSql(part, queries, calendar));
  return {
    tsquery,
    where: clauses.length === 0 ? empty : sql` and ${join(clauses, ' and ')}`,
    narrows: tsquery !== null || rest.some(needsKey),
  };
}

/** The condition combined with any of these queries. */
export const withAny = ({ tsquery, where }: Compiled, any: readonly string[]): Compiled => ({
  tsquery: [...(tsquery === null ? [] : [tsquery]), `(${any.join(' | ')})`].join(' & '),
  where,
  narrows: true,
});

function needsKey(condition: Condition): boolean {
  if (condition.kind === 'keys') return true;
  if (condition.kind === 'and') return condition.of.some(needsKey);
  return condition.kind === 'or' && condition.of.every(needsKey);
}

/** The whole condition, including its words, for rows that are already selected. */
export const holds = ({ tsquery, where }: Compiled): Sql =>
  sql`${tsquery === null ? empty : sql` and d.words @@ ${tsquery}::tsquery`}${where}`;

/** Mail that the caller may see. Nearly all mail is visible, so the index is not used for this. */
export const visible = (review: boolean): Sql =>
  sql`(d.keys @> ${[review ? 'seen:reviewer' : 'seen:all']}::text[]) is true`;

function toSql(condition: Condition, queries: TermQueries, calendar: Calendar): Sql {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.of.map((part) => toSql(part, queries, calendar));
      return sql`(${join(parts, condition.kind === 'and' ? ' and ' : ' or ')})`;
    }
    case 'not':
      return sql`(${toSql(condition.of, queries, calendar)}) is not true`;
    case 'term':
      // `is true` avoids the index, which would be read completely for words that must be absent.
      return sql`(${termSql(condition.term, queries)}) is true`;
    case 'keys':
      return sql`(${join(
        condition.any.map((keys) => sql`d.keys @> ${keys}::text[]`),
        ' or ',
      )})`;
    case 'thread':
      return sql`d.thread_id = any(${condition.any}::text[])`;
    case 'time':
      return timeSql(condition, calendar);
    case 'size':
      return sql`d.size ${raw(condition.compare)} ${condition.bytes}`;
    case 'needs_reply':
      return sql`d.needs_reply ${raw(condition.compare)} ${condition.value}`;
    case 'everything':
      return sql`true`;
  }
}

/** `ts_filter` leaves out lexemes without positions, which would match any weight. */
function termSql(term: Term, queries: TermQueries): Sql {
  const query = asTsquery({ kind: 'term', term }, queries);
  if (term.parts === '') return sql`d.words @@ ${query}::tsquery`;
  const parts = [...term.parts.toLowerCase()];
  return sql`d.words @@ ${query}::tsquery and ts_filter(d.words, ${parts}::"char"[]) @@ ${query}::tsquery`;
}

type TimeCondition = Extract<Condition, { kind: 'time' }>;

/**
 * A message's own date is at most a day after its arrival, and counts as now while it is in the future (`least(date, now)`,
 * written so that the index on dates can be used).
 */
function timeSql({ compare, moment, clock }: TimeCondition, { timezone, now }: Calendar): Sql {
  const at =
    HAS_ZONE.test(moment) && !DATE_ONLY.test(moment)
      ? sql`${moment}::timestamptz`
      : sql`(${moment}::timestamp at time zone ${timezone})`;
  const column = clock === 'arrival' ? sql`coalesce(d.arrived_at, d.date)` : sql`d.date`;
  const before = (end: Sql) => sql`(${column} < ${end} or ${now}::timestamptz < ${end})`;
  const since = (begin: Sql) => sql`(${column} >= ${begin} and ${now}::timestamptz >= ${begin})`;
  if (compare === '<') return before(at);
  if (compare === '>=') return since(at);
  const day = sql`(date_trunc('day', ${at} at time zone ${timezone}))`;
  return sql`(${since(sql`${day} at time zone ${timezone}`)} and ${before(sql`(${day} + interval '1 day') at time zone ${timezone}`)})`;
}

export const outsideThread = (threadId: string): Sql => sql` and d.thread_id <> ${threadId}`;
