import { empty, join, raw, type Sql, sql } from '#kernel/data/database.ts';
import type { Condition } from '../plan.ts';
import { asTsquery, needsWord, type TermQueries } from '../tsquery.ts';

/** A condition as SQL over `search_documents d`: what the index answers, and what is left to look at in each row. */
export type Compiled = {
  /** All words that must be there, or null when none need be. */
  tsquery: string | null;
  where: Sql;
  /** Whether words or keys, of which there is an index, narrow what is looked at. */
  narrows: boolean;
};

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const HAS_ZONE = /(Z|[+-]\d{2}:\d{2})$/i;

/** `timezone` is the tenant's: dates and times without an offset are meant in it. */
export function compile(condition: Condition, queries: TermQueries, timezone: string): Compiled {
  const parts = condition.kind === 'and' ? condition.of : [condition];
  const worded = parts.filter((part) => needsWord(part) && asTsquery(part, queries) !== null);
  const rest = parts.filter((part) => !worded.includes(part));
  const tsquery = worded.length === 0 ? null : worded.map((part) => asTsquery(part, queries)).join(' & ');
  const clauses = rest.map((part) => toSql(part, queries, timezone));
  return {
    tsquery,
    where: clauses.length === 0 ? empty : sql` and ${join(clauses, ' and ')}`,
    narrows: tsquery !== null || rest.some(needsKey),
  };
}

function needsKey(condition: Condition): boolean {
  if (condition.kind === 'keys') return true;
  if (condition.kind === 'and') return condition.of.some(needsKey);
  return condition.kind === 'or' && condition.of.every(needsKey);
}

/** The whole condition, its words included, of rows that are at hand. */
export const holds = ({ tsquery, where }: Compiled): Sql =>
  sql`${tsquery === null ? empty : sql` and d.words @@ ${tsquery}::tsquery`}${where}`;

/** Mail that the caller may see. Hardly any is not: to look into the index for it would only cost. */
export const visible = (review: boolean): Sql =>
  sql`(d.keys @> ${[review ? 'seen:reviewer' : 'seen:all']}::text[]) is true`;

function toSql(condition: Condition, queries: TermQueries, timezone: string): Sql {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.of.map((part) => toSql(part, queries, timezone));
      return sql`(${join(parts, condition.kind === 'and' ? ' and ' : ' or ')})`;
    }
    case 'not':
      return sql`(${toSql(condition.of, queries, timezone)}) is not true`;
    case 'term':
      // `is true` keeps it out of the index, which would be read whole for what words are not in.
      return sql`(d.words @@ ${asTsquery(condition, queries)}::tsquery) is true`;
    case 'keys':
      return sql`(${join(
        condition.any.map((keys) => sql`d.keys @> ${keys}::text[]`),
        ' or ',
      )})`;
    case 'thread':
      return sql`d.thread_id = any(${condition.any}::text[])`;
    case 'time':
      return timeSql(condition, timezone);
    case 'size':
      return sql`d.size ${raw(condition.compare)} ${condition.bytes}`;
    case 'needs_reply':
      return sql`d.needs_reply ${raw(condition.compare)} ${condition.value}`;
    case 'everything':
      return sql`true`;
  }
}

function timeSql({ compare, moment }: Extract<Condition, { kind: 'time' }>, timezone: string): Sql {
  const at =
    HAS_ZONE.test(moment) && !DATE_ONLY.test(moment)
      ? sql`${moment}::timestamptz`
      : sql`(${moment}::timestamp at time zone ${timezone})`;
  if (compare !== 'on') return sql`d.date ${raw(compare)} ${at}`;
  const day = sql`(date_trunc('day', ${at} at time zone ${timezone}))`;
  return sql`(d.date >= ${day} at time zone ${timezone} and d.date < (${day} + interval '1 day') at time zone ${timezone})`;
}

export const outsideThread = (threadId: string): Sql => sql` and d.thread_id <> ${threadId}`;
