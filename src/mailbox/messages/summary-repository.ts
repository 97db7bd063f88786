import { createBatchers, endOfTurn } from '#kernel/data/batcher.ts';
import { type Queryable, quickly, raw, type Sql, sql } from '#kernel/data/database.ts';
import { namedByForm } from '#kernel/data/named.ts';
import { type ListOptions, pageOfMessages } from './repository.ts';
import { SNIPPET_SOURCE, SUMMARY_RECIPIENTS, type SummaryRow } from './summary.ts';

/** Columns of a summary for statements that have the message as `m`. Postgres unpacks only the beginning of the text. */
export const summaryOfMessage = `m.direction, m.status, m."from",
  case when jsonb_array_length(m."to") > ${SUMMARY_RECIPIENTS}
    then jsonb_path_query_array(m."to", '$[0 to ${SUMMARY_RECIPIENTS - 1}]') else m."to" end as "to",
  left(m.extracted_text, ${SNIPPET_SOURCE}) as text, coalesce(m.triage->'risk_flags', '[]') as risk_flags,
  (select count(*)::int from attachments a where a.message_id = m.id) as attachment_count`;

/** Summaries of an identity's messages, newest first. */
export const listSummaries = (
  db: Queryable,
  identityId: string,
  options: ListOptions,
): Promise<SummaryRow[]> =>
  isPlain(options)
    ? plainPages(options)(db, { identityId, beyond: options.beyond, take: options.take })
    : filteredPage(db, identityId, options);

/** Whether a page reads no more rows than it shows. A page that searches for its rows must not delay others. */
const isPlain = ({ review: _review, beyond: _beyond, take: _take, ...filters }: ListOptions): boolean =>
  Object.values(filters).every((value) => value === undefined);

/** A subquery that returns a whole page as one JSON value. */
const pageAsJson = (page: Sql): Sql => sql`(
    select coalesce(json_agg(row_to_json(s)), '[]') as found from (
      select m.id, m.thread_id, ${raw(summaryOfMessage)}, m.subject, m.created_at as date, m.is_read, m.labels,
        m.triage->>'category' as category
      from messages m ${page}) s)`;

async function filteredPage(db: Queryable, identityId: string, options: ListOptions): Promise<SummaryRow[]> {
  const statement = sql`select found from ${pageAsJson(pageOfMessages(identityId, options))} p`;
  const row = await db.first<{ found: SummaryRow[] }>(namedByForm('messages.summaries', options, statement));
  return row!.found;
}

type PlainPage = Pick<ListOptions, 'beyond' | 'take'> & { identityId: string };

type PageRequest = {
  place: number;
  identity_id: string;
  take: number;
  date: string | undefined;
  id: string | undefined;
};

/** The maximum number of pages in one statement, because each may have a hundred rows. */
const MOST_PAGES = 16;

/**
 * Pages that are requested together share one statement, because the round trip is half of the cost of a page
 * (bench/README.md).
 */
function pagesTogether(review: boolean, isFirst: boolean) {
  const page = pageOfMessages(raw('w.identity_id'), {
    review,
    beyond: isFirst ? null : [raw('w.date'), raw('w.id')],
    take: raw('w.take'),
  });
  const { text } = sql`select w.place, p.found
    from jsonb_to_recordset(${''}::jsonb) as w (place int, identity_id text, take int, date timestamptz, id text)
    cross join lateral ${pageAsJson(page)} p`;
  const name = `messages.summaries.together.${review}.${isFirst}`;
  return createBatchers(
    async (db: Queryable, pages: readonly PlainPage[]): Promise<SummaryRow[][]> => {
      // A page that several clients request is read once, and they share its rows.
      const places = new Map<string, number>();
      const wanted: PageRequest[] = [];
      const placeOf = pages.map(({ identityId, take, beyond }) => {
        const key = `${identityId} ${take} ${beyond?.join(' ')}`;
        const known = places.get(key);
        if (known !== undefined) return known;
        const place = wanted.length;
        places.set(key, place);
        const [date, id] = beyond ?? [];
        wanted.push({ place, identity_id: identityId, take, date, id });
        return place;
      });
      const rows = await quickly(db).rows<{ place: number; found: SummaryRow[] }>({
        name,
        text,
        values: [JSON.stringify(wanted)],
      });
      const byPlace = new Map(rows.map(({ place, found }) => [place, found]));
      return placeOf.map((place) => byPlace.get(place) ?? []);
    },
    MOST_PAGES,
    endOfTurn,
  );
}

const together = {
  first: { all: pagesTogether(true, true), visible: pagesTogether(false, true) },
  further: { all: pagesTogether(true, false), visible: pagesTogether(false, false) },
};

const plainPages = ({ review, beyond }: ListOptions) =>
  together[beyond === null ? 'first' : 'further'][review ? 'all' : 'visible'];
