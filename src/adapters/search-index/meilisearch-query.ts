import type { Filter, IndexQuery, Question } from '#kernel/ports/search-index.ts';

/** Filter expressions for a query, all of which must match. */
export function filterOf({ tenantId, identityId, key, before }: Question, { filter }: IndexQuery): string[] {
  const rest = filterText(filter);
  return [
    `tenant_id = ${quoted(tenantId)}`,
    ...(identityId === null ? [] : [`identity_id = ${quoted(identityId)}`]),
    `keys = ${quoted(key)}`,
    `seq < ${before}`,
    ...(rest === null ? [] : [rest]),
  ];
}

const quoted = (value: string): string => `"${value}"`;

/** Meilisearch cuts values at 468 bytes. */
const LONGEST_VALUE = 400;
/** Whether the filter grammar can express a value. If not, only the database checks it. */
const isSayable = (value: string): boolean =>
  !/["\\\p{Cc}]/u.test(value) && Buffer.byteLength(value) <= LONGEST_VALUE;

/** A filter that matches at least every document that `filter` matches; null if it would match all. */
function filterText(filter: Filter): string | null {
  switch (filter.kind) {
    case 'is':
      return isSayable(filter.value) ? `${filter.field} = ${quoted(filter.value)}` : null;
    case 'compare':
      return `${filter.field} ${filter.compare} ${filter.value}`;
    case 'not': {
      const { of } = filter;
      return of.kind === 'is' && isSayable(of.value) ? `NOT ${filterText(of)}` : null;
    }
    case 'and': {
      const parts = filter.of.map(filterText).filter((part) => part !== null);
      return parts.length === 0 ? null : `(${parts.join(' AND ')})`;
    }
    case 'or': {
      const parts = filter.of.map(filterText);
      return parts.length === 0 || parts.includes(null) ? null : `(${parts.join(' OR ')})`;
    }
  }
}

/** The query text. Quoted words, even single ones, match exactly; only the last word of a query matches by prefix. */
export function queryOf({ phrases, prefix, unwanted, part }: IndexQuery) {
  const words = [
    ...unwanted.map((word) => `-"${word}"`),
    ...phrases.map((phrase) => `"${phrase.join(' ')}"`),
    ...(prefix === null ? [] : [prefix]),
  ];
  return {
    q: words.join(' '),
    matchingStrategy: 'all' as const,
    ...(part === null ? {} : { attributesToSearchOn: [part] }),
  };
}
