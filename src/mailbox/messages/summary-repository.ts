import { type Queryable, raw, sql } from '#kernel/data/database.ts';
import { namedByForm } from '#kernel/data/named.ts';
import { type ListOptions, pageOfMessages } from './repository.ts';
import { SNIPPET_SOURCE, SUMMARY_RECIPIENTS, type SummaryRow } from './summary.ts';

/** Columns of a summary for statements that have the message as `m`. Postgres unpacks only the beginning of the text. */
export const summaryOfMessage = `m.direction, m.status, m."from",
  case when jsonb_array_length(m."to") > ${SUMMARY_RECIPIENTS}
    then jsonb_path_query_array(m."to", '$[0 to ${SUMMARY_RECIPIENTS - 1}]') else m."to" end as "to",
  left(m.extracted_text, ${SNIPPET_SOURCE}) as text, coalesce(m.triage->'risk_flags', '[]') as risk_flags,
  (select count(*)::int from attachments a where a.message_id = m.id) as attachment_count`;

/** Summaries of an identity's messages, newest first, in one JSON value that Postgres writes. */
export async function listSummaries(
  db: Queryable,
  identityId: string,
  options: ListOptions,
): Promise<SummaryRow[]> {
  const statement = sql`
    select coalesce(json_agg(row_to_json(s)), '[]') as found from (
      select m.id, m.thread_id, ${raw(summaryOfMessage)}, m.subject, m.created_at as date, m.is_read, m.labels,
        m.triage->>'category' as category
      from messages m ${pageOfMessages(identityId, options)}) s`;
  const row = await db.first<{ found: SummaryRow[] }>(namedByForm('messages.summaries', options, statement));
  return row!.found;
}
