import { clip } from '#kernel/base/clip.ts';
import { type Queryable, raw, sql } from '#kernel/data/database.ts';
import type { Column, Row } from '#kernel/data/row.ts';
import { packedTextColumn, unpackText } from '#mailbox/messages/index.ts';
import { ownDate } from './hits.ts';

/** The text for the answerer: that of the message and that of its attachments. */
export type ReadText = Row<'messages', 'thread_id' | 'subject'> & {
  text: string;
  message_id: Column<'messages', 'id'>;
  /** The sender's name and address. */
  sender: string;
  date: string;
  /** Risk flags of triage and of trust. */
  flags: string[];
  /** 0 to 1. */
  spam_score: number;
};

const MOST_TEXT = 20_000;
const MOST_PAGES = 5;
const MOST_PAGE_TEXT = 4_000;

/**
 * The current texts of messages. Hidden messages are left out, and so is mail that addresses machines according to
 * triage, because its statements cannot be trusted.
 */
export const readTexts = async (
  db: Queryable,
  messageIds: readonly string[],
  review: boolean,
): Promise<ReadText[]> => {
  const rows = await db.rows<ReadText & { packed: string | null; pages: string }>(sql`
    select m.id as message_id, m.thread_id, m.subject, ${ownDate} as date,
           coalesce(m."from"->>'name', '') || ' ' || coalesce(m."from"->>'address', '') as sender,
           coalesce(m.triage->'risk_flags', '[]') || coalesce(m.trust->'flags', '[]') as flags,
           coalesce((m.trust->>'spam_score')::float8, 0) as spam_score,
           left(coalesce(nullif(m.text, ''), m.extracted_text), ${MOST_TEXT}) as text, ${raw(packedTextColumn('m'))} as packed,
           coalesce((select string_agg(E'\n\n' || p.text, '' order by p.position, p.page) from (
                select a.position, ap.page, left(ap.text, ${MOST_PAGE_TEXT}) as text
                from attachments a join attachment_pages ap on ap.attachment_id = a.id
                where a.message_id = m.id and a.risk is null order by a.position, ap.page limit ${MOST_PAGES}) p), '') as pages
    from messages m
    where m.id = any(${messageIds}::text[]) and m.status not in ('hidden', 'throttled')
      and (${review} or m.status <> 'quarantined')
      and not coalesce(m.triage->'risk_flags' ? 'prompt_injection', false)`);
  return rows.map(({ packed, pages, ...row }) => ({
    ...row,
    text: clip(unpackText({ extracted_text: row.text, packed }), MOST_TEXT) + pages,
  }));
};

/** Takes one of the tenant's agentic searches of that day. @returns false if none is left */
export const takeAgentic = async (
  db: Queryable,
  tenantId: string,
  { day, cap }: { day: string; cap: number },
): Promise<boolean> => {
  const taken = await db.run(sql`
    insert into agentic_counters as c (tenant_id, day, used) select ${tenantId}, ${day}::date, 1 where ${cap} > 0
    on conflict (tenant_id, day) do update set used = c.used + 1 where c.used < ${cap}`);
  return taken === 1;
};
