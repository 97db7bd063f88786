import type { Queryable } from '#kernel/data/database.ts';
import { configurationFor } from './languages.ts';
import { type Found, findPages, markWords, matchDocuments, type PageHit } from './repository/documents.ts';
import { type HitRow, readHits, readThreads } from './repository/hits.ts';
import type { MessageHit, ThreadHit } from './schema.ts';
import { type Match, MOST_SNIPPET_WORDS, matchedWords, matchesIn, snippetOf } from './snippets.ts';
import { spaced } from './words.ts';

export type HitOptions = {
  /** The words of the query, joined with OR; null when it has only operators. */
  highlight: string | null;
  /** The words of the query, each with its tsquery. */
  words: readonly { text: string; query: string }[];
  /** The other conditions that every hit meets, for its `why`. */
  operators: readonly string[];
  review: boolean;
  snippetLength: number;
};

/** Hits in the order of `found`, with snippets and reasons. Three or four statements, however many hits there are. */
export async function messageHits(
  db: Queryable,
  found: readonly Found[],
  options: HitOptions,
): Promise<MessageHit[]> {
  const rows = await readHits(
    db,
    found.map(({ message_id }) => message_id),
    options.review,
  );
  const byId = new Map(rows.map((row) => [row.message_id, row]));
  const kept = found.filter(({ message_id }) => byId.has(message_id));
  const present = kept.map(({ message_id }) => byId.get(message_id)!);
  const [fields, matches, pages] = await Promise.all([
    matchFields(db, present, options.highlight),
    matchedIn(db, present, options.words),
    options.highlight === null
      ? []
      : findPages(
          db,
          present.map(({ message_id }) => message_id),
          options.highlight,
        ),
  ]);
  return kept.map((one, index) =>
    toHit(one, present[index]!, { fields: fields[index]!, pages, ...matches(one.message_id) }, options),
  );
}

type Field = { name: string; text: string; matches: Match[] };

const peopleOf = (row: HitRow): string =>
  [row.from, ...row.to, ...row.cc]
    .map((person) => (person ? `${person.name ?? ''} ${person.address}` : ''))
    .join(' ');

const fieldsOf = (row: HitRow): Omit<Field, 'matches'>[] => [
  { name: 'subject', text: row.subject },
  { name: 'people', text: peopleOf(row) },
  { name: 'filename', text: row.filenames.join(' ') },
  { name: 'body', text: row.text },
];

async function matchFields(
  db: Queryable,
  rows: readonly HitRow[],
  highlight: string | null,
): Promise<Field[][]> {
  const all = rows.map(fieldsOf);
  if (highlight === null) return all.map((fields) => fields.map((field) => ({ ...field, matches: [] })));
  const texts = rows.flatMap((row, index) =>
    all[index]!.map(({ text }) => ({
      configuration: configurationFor(row.language),
      text: spaced(text, MOST_SNIPPET_WORDS),
    })),
  );
  const marked = await markWords(db, texts, highlight);
  let next = 0;
  return all.map((fields) =>
    fields.map((field) => ({ ...field, matches: matchesIn(field.text, marked[next++] ?? '') })),
  );
}

type Words = { matched: string[]; missing: string[] };

/** The words of the query that each message contains, without duplicates. */
async function matchedIn(
  db: Queryable,
  rows: readonly HitRow[],
  words: HitOptions['words'],
): Promise<(messageId: string) => Words> {
  const ids = rows.map(({ message_id }) => message_id);
  const queries = words.map(({ query }) => query);
  const found = words.length === 0 ? [] : await matchDocuments(db, ids, queries);
  const byId = new Map(found.map(({ message_id, matches }) => [message_id, matches]));
  const texts = [...new Set(words.map(({ text }) => text))];
  return (messageId) => {
    const matches = byId.get(messageId) ?? [];
    const held = new Set(words.flatMap(({ text }, index) => (matches[index] ? [text] : [])));
    return {
      matched: texts.filter((text) => held.has(text)),
      missing: texts.filter((text) => !held.has(text)),
    };
  };
}

type Matches = Words & { fields: readonly Field[]; pages: readonly PageHit[] };

function toHit(
  { score, similar }: Found,
  row: HitRow,
  { fields, pages, matched, missing }: Matches,
  { snippetLength, operators }: HitOptions,
): MessageHit {
  const body = fields.find(({ name }) => name === 'body')!;
  const hitPages = pages.filter(({ message_id }) => message_id === row.message_id);
  return {
    message_id: row.message_id,
    thread_id: row.thread_id,
    identity_id: row.identity_id,
    date: row.date,
    direction: row.direction,
    from: row.from,
    subject: row.subject,
    snippet: snippetOf(body.text, body.matches, snippetLength),
    score,
    why: [
      ...fields
        .filter(({ matches }) => matches.length > 0)
        .map(({ name, text, matches }) => `${name}: ${matchedWords(text, matches).join(', ')}`),
      ...hitPages.map(({ filename, page }) => `attachment: ${filename}, page ${page}`),
      ...(similar ? ['meaning'] : []),
      ...operators,
    ],
    matched,
    missing,
    attachment_hits: hitPages.map(({ attachment_id, filename, page }) => ({ attachment_id, filename, page })),
    trust: { verdict: row.verdict, known_sender: row.known_sender, quarantined: row.quarantined },
  };
}

/** The hits as rows of threads. Each is already the best hit of its thread. */
export async function asThreadHits(db: Queryable, hits: readonly MessageHit[]): Promise<ThreadHit[]> {
  const threads = await readThreads(
    db,
    hits.map(({ thread_id }) => thread_id),
  );
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  return hits.flatMap(({ message_id, direction: _, from: __, trust: ___, ...hit }) => {
    const thread = byId.get(hit.thread_id);
    if (!thread) return [];
    const { subject, participants, message_count, last_at } = thread;
    return [{ ...hit, subject, participants, message_count, last_at, top_message_id: message_id }];
  });
}
