import { clip } from '#kernel/base/clip.ts';
import { type Queryable, raw, sql } from '#kernel/data/database.ts';
import type { Column, Narrow, Row } from '#kernel/data/row.ts';
import { packedTextColumn, unpackText } from '#mailbox/messages/index.ts';
import { stopWords } from '../agentic/stop-words.ts';

type Mailbox = { address: string; name: string | null };

/** The fields of a hit, and the texts for its snippet. */
export type HitRow = Narrow<
  Row<'messages', 'thread_id' | 'identity_id' | 'direction' | 'from' | 'to' | 'cc' | 'subject'>,
  { direction: 'inbound' | 'outbound'; from: Mailbox | null; to: Mailbox[]; cc: Mailbox[] }
> & {
  message_id: Column<'messages', 'id'>;
  text: string;
  date: string;
  language: string | null;
  verdict: string | null;
  known_sender: boolean;
  quarantined: boolean;
  filenames: string[];
};

const MOST_TEXT = 40_000;

const arrival = 'coalesce(m.received_at, m.created_at)';
const claimed = `least(coalesce(m.sent_at, ${arrival}), ${arrival} + interval '1 day')`;

/** A message's own date: at most a day after its arrival, or its arrival if the date is in the future. */
export const ownDate = raw(`case when ${claimed} > now() then ${arrival} else ${claimed} end`);

/** The current messages of hits. Messages that were hidden or removed since they were indexed are left out. */
export const readHits = async (
  db: Queryable,
  messageIds: readonly string[],
  review: boolean,
): Promise<HitRow[]> => {
  const rows = await db.rows<{ row: HitRow & { packed: string | null } }>(sql`
    select row_to_json(h) as row from (
      select m.id as message_id, m.thread_id, m.identity_id, ${ownDate} as date,
             m.direction, m."from", m."to", m.cc, m.subject,
             left(coalesce(nullif(m.text, ''), m.extracted_text), ${MOST_TEXT}) as text,
             ${raw(packedTextColumn('m'))} as packed,
             m.triage->>'language' as language, m.trust->>'verdict' as verdict,
             coalesce((m.trust->>'known_sender')::boolean, false) as known_sender,
             m.status = 'quarantined' as quarantined,
             array(select a.filename from attachments a where a.message_id = m.id order by a.position) as filenames
      from messages m
      where m.id = any(${messageIds}::text[]) and m.status not in ('hidden', 'throttled')
        and (${review} or m.status <> 'quarantined')) h`);
  return rows.map(({ row: { packed, ...row } }) => ({
    ...row,
    text: clip(unpackText({ extracted_text: row.text, packed }), MOST_TEXT),
  }));
};

export type HitThread = Narrow<
  Row<'threads', 'id' | 'subject' | 'participants' | 'message_count' | 'last_at'>,
  { participants: Mailbox[] }
>;

export const readThreads = (db: Queryable, threadIds: readonly string[]): Promise<HitThread[]> =>
  db.rows<HitThread>(sql`
    select id, subject, participants, message_count, last_at from threads where id = any(${threadIds}::text[])`);

/** The most characteristic words of a document as a tsquery: those of its subject, and long words of its text. */
export const distinctiveWords = async (db: Queryable, messageId: string): Promise<string | null> => {
  const row = await db.first<{ query: string | null }>(sql`
    select string_agg(quote_lexeme, ' | ') as query from (
      select '''' || replace(lexeme, '''', '''''') || '''' as quote_lexeme
      from search_documents d, unnest(d.words) w
      where d.message_id = ${messageId} and length(lexeme) > 2 and not lexeme ~ '^[0-9]{1,2}$'
        and not lexeme = any(${[...stopWords]}::text[])
        and ('A' = any(weights) or ('D' = any(weights) and length(lexeme) > 4))
      order by 'A' = any(weights) desc, cardinality(positions) * length(lexeme) desc, lexeme limit 24) l`);
  return row?.query ?? null;
};
