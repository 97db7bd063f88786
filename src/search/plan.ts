import type { Query, Value } from './grammar/query.ts';
import { agoFrom, bytesOf, thresholdOf } from './grammar/values.ts';
import { tokensWanted } from './people.ts';
import { folded, spaced } from './words.ts';

/** Words to find, and the parts of a document to search: A subject, B people, C files, D text; all if empty. */
export type Term = {
  text: string;
  kind: 'words' | 'prefix';
  parts: string;
  /** Whether it is a bare word: a search that is not strict also finds documents without it. */
  loose: boolean;
};

/**
 * The conditions of a query in terms of the index. `keys`: one of the lists must be present completely. `moment` is a
 * date or time as it was written, to be read in the time zone of the tenant.
 */
export type Condition =
  | { kind: 'and' | 'or'; of: Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'term'; term: Term }
  | { kind: 'keys'; any: string[][] }
  | { kind: 'thread'; any: string[] }
  | { kind: 'time'; compare: '>=' | '<' | 'on'; moment: string; clock: 'own' | 'arrival' }
  | { kind: 'size'; compare: '>' | '<'; bytes: number }
  | { kind: 'needs_reply'; compare: string; value: number }
  | { kind: 'everything' };

const MOST_WORDS = 64;
const everything: Condition = { kind: 'everything' };

/** The conditions of a parsed query. Words without anything searchable, such as `--`, add no condition. */
export function planOf(query: Query | null, now: Date): Condition {
  if (query === null) return everything;
  switch (query.kind) {
    case 'and':
    case 'or':
      return joined(
        query.kind,
        query.of.map((part) => planOf(part, now)),
      );
    case 'not': {
      const inner = planOf(query.of, now);
      return inner.kind === 'everything' ? inner : { kind: 'not', of: inner };
    }
    case 'word':
      return term(query.text, query.prefix ? 'prefix' : 'words', '', !query.prefix);
    case 'phrase':
      return term(query.text, 'words', '');
    case 'operator':
      return joined(
        'or',
        query.values.map((value) => operatorCondition(query.name, value, now)),
      );
  }
}

/** Parts without a condition are left out. */
function joined(kind: 'and' | 'or', conditions: Condition[]): Condition {
  const asking = conditions.filter((condition) => condition.kind !== 'everything');
  return asking.length > 1 ? { kind, of: asking } : (asking[0] ?? everything);
}

function term(text: string, kind: Term['kind'], parts: string, loose = false): Condition {
  const words = spaced(text, MOST_WORDS);
  return words === '' ? everything : { kind: 'term', term: { text: words, kind, parts, loose } };
}

/** The value of an operator in a part of the text. A value without a word, for example `%`, matches no message. */
function operatorTerm(name: string, text: string, part: string): Condition {
  const condition = term(text, 'words', part);
  return condition.kind === 'everything' ? keys([`${name}:${folded(text.trim())}`]) : condition;
}

type Time = Extract<Condition, { kind: 'time' }>;
export const time = (compare: Time['compare'], moment: string, clock: Time['clock'] = 'own'): Condition => ({
  kind: 'time',
  compare,
  moment,
  clock,
});

const keys = (...any: string[][]): Condition => ({ kind: 'keys', any });
const people = (fields: readonly string[], value: string): Condition =>
  keys(...fields.map((field) => tokensWanted(value).map((token) => `${field}:${token}`)));

function operatorCondition(name: string, { text }: Value, now: Date): Condition {
  switch (name) {
    case 'subject':
      return operatorTerm(name, text, 'A');
    case 'body':
      return operatorTerm(name, text, 'D');
    case 'from':
    case 'cc':
      return people([name], text);
    case 'to':
      return people(['to', 'cc', 'bcc'], text);
    case 'participant':
      return people(['from', 'to', 'cc', 'bcc'], text);
    case 'filename':
      return filename(text);
    case 'thread':
      return { kind: 'thread', any: [text] };
    case 'before':
      return time('<', text);
    case 'after':
      return time('>=', text);
    case 'on':
      return time('on', text);
    case 'received_before':
      return time('<', text, 'arrival');
    case 'received_after':
      return time('>=', text, 'arrival');
    case 'received_on':
      return time('on', text, 'arrival');
    case 'newer_than':
      return time('>=', agoFrom(now, text).toISOString());
    case 'older_than':
      return time('<', agoFrom(now, text).toISOString());
    case 'larger':
      return { kind: 'size', compare: '>', bytes: bytesOf(text) };
    case 'smaller':
      return { kind: 'size', compare: '<', bytes: bytesOf(text) };
    case 'needs_reply':
      return { kind: 'needs_reply', ...thresholdOf(text) };
    default:
      return keys([`${name}:${folded(text.trim())}`]);
  }
}

/** Finds the whole file name, or the words in it. */
function filename(text: string): Condition {
  const whole = folded(text.trim());
  const words = spaced(whole, MOST_WORDS).split(' ').filter(Boolean);
  return keys(
    [`filename:${whole}`],
    ...(words.length === 0 ? [] : [words.map((word) => `filename:${word}`)]),
  );
}

/** The condition without its words; null if nothing is left. */
export function withoutWords(condition: Condition): Condition | null {
  if (condition.kind !== 'and')
    return asksForWords(condition) || condition.kind === 'everything' ? null : condition;
  const rest = condition.of.map(withoutWords).filter((part) => part !== null);
  return rest.length === 0 ? null : { kind: 'and', of: rest };
}

function asksForWords(condition: Condition): boolean {
  if (condition.kind === 'term') return condition.term.parts === '';
  return (condition.kind === 'or' || condition.kind === 'and') && condition.of.some(asksForWords);
}
