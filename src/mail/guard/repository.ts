import { clip } from '#kernel/base/clip.ts';
import { type Queryable, raw, sql } from '#kernel/data/database.ts';
import type { Column, Row } from '#kernel/data/row.ts';
import { bodyColumns, type StoredBodies, unpackBodies } from '#mailbox/messages/index.ts';
import type { GuardReason, GuardReasonName } from './schema.ts';

/** The number of characters of a text that are compared. */
export const MOST_TEXT = 20_000;

export type ReadRow = Row<'messages', 'id' | 'thread_id' | 'subject'> & {
  /** Lower case. */
  sender: string | null;
  verdict: string | null;
  /** The passage that is most likely to steer its reader. */
  passage: string | null;
  text: string;
  html: string | null;
};

/** The least probability at which a passage counts as steering its reader. */
export const STEERS = 0.5;

/** How many of the last reads before a send its reviewer sees. */
const READS = 20;

/** The messages that the same key had read before a send, most recent first, without those deleted since. */
export async function findReads(db: Queryable, messageId: string): Promise<ReadRow[]> {
  const rows = await db.rows<Omit<ReadRow, 'text'> & StoredBodies>({
    name: 'guard.reads',
    text: `select m.id, m.thread_id, m.subject, lower(m."from"->>'address') as sender, m.trust->>'verdict' as verdict,
             (select e->>'passage' from jsonb_array_elements(coalesce(m.triage->'evidence', '[]')) e
              where e->>'flag' = 'prompt_injection' and (e->>'score')::float8 >= ${STEERS}
              order by (e->>'score')::float8 desc limit 1) as passage,
             m.extracted_text, ${bodyColumns('m')}
           from sends s cross join lateral unnest(s.read_message_ids[1:${READS}]) with ordinality as r (id, place)
           join messages m on m.id = r.id and m.identity_id = s.identity_id
           where s.message_id = $1 order by r.place`,
    values: [messageId],
  });
  return rows.map(({ extracted_text, text, html, packed, ...row }) => {
    const bodies = unpackBodies({ extracted_text, text, html, packed });
    return {
      ...row,
      text: clip(`${row.subject}\n${bodies.text}`, MOST_TEXT),
      html: bodies.html && clip(bodies.html, MOST_TEXT),
    };
  });
}

export type SentRow = Row<'messages', 'id' | 'created_at'> & {
  text: string;
  recipients: string[];
  thread_id: Column<'messages', 'thread_id'>;
};

/** What the identity sent recently, newest first. Called only for sends that are suspicious or repeat themselves. */
export async function findSent(
  db: Queryable,
  identityId: string,
  since: Date,
  most: number,
): Promise<SentRow[]> {
  const rows = await db.rows<Omit<SentRow, 'text'> & StoredBodies>(sql`
    select id, extracted_text, ${raw(bodyColumns('messages'))}, created_at, thread_id,
      array(select lower(p->>'address') from jsonb_array_elements("to" || cc || bcc) p) as recipients
    from messages
    where identity_id = ${identityId} and created_at > ${since} and direction = 'outbound' and status <> 'canceled'
    order by created_at desc, id desc limit ${most}`);
  return rows.map(({ extracted_text, text, html, packed, ...row }) => ({
    ...row,
    text: clip(unpackBodies({ extracted_text, text, html, packed }).text, MOST_TEXT),
  }));
}

/** Files up to this size are compared byte by byte. Larger ones count as the same if their sizes are equal. */
const COMPARED = 256 * 1024;

/** The files of these received messages that are identical to outgoing ones. */
export const findSameFiles = (
  db: Queryable,
  messageIds: readonly string[],
  files: readonly { size: number; sha256: string | null; blob_id: string | null }[],
): Promise<Row<'attachments', 'message_id' | 'filename'>[]> =>
  db.rows({
    name: 'guard.same_files',
    text: `select distinct a.message_id, a.filename
           from jsonb_to_recordset($2::jsonb) as f (size int, sha256 text, blob_id text)
           join attachments a on a.message_id = any($1::text[]) and a.size = f.size
           left join blobs b on b.id = a.blob_id and a.size <= ${COMPARED}
           where a.blob_id = f.blob_id or a.size > ${COMPARED} or encode(sha256(b.content), 'hex') = f.sha256`,
    values: [messageIds, JSON.stringify(files)],
  });

export type GuardedSends = {
  flagged: number;
  held: number;
  reasons: { reason: GuardReasonName; count: number }[];
  examples: (Row<'messages', 'identity_id' | 'thread_id' | 'subject'> & {
    message_id: string;
    at: string;
    recipients: string[];
    holds: boolean;
    reasons: GuardReason[];
  })[];
};

/** How many verdicts are counted, and how many messages are listed. */
const COUNTED = 5_000;
const SHOWN = 20;

/** The sends of a tenant for which the guard gave a reason. */
export const findGuarded = async (db: Queryable, tenantId: string, since: Date): Promise<GuardedSends> =>
  (await db.first<GuardedSends>(sql`
    with flagged as materialized (
      select message_id, created_at, guard from sends
      where tenant_id = ${tenantId} and created_at > ${since} and guard is not null
      order by created_at desc limit ${COUNTED})
    select count(*)::int as flagged, count(*) filter (where (guard->>'holds')::boolean)::int as held,
      (select coalesce(json_agg(r order by r.count desc, r.reason), '[]') from (
         select e->>'reason' as reason, count(distinct f.message_id)::int as count
         from flagged f cross join lateral jsonb_array_elements(f.guard->'reasons') e group by 1) r) as reasons,
      (select coalesce(json_agg(x), '[]') from (
         select f.message_id, m.identity_id, m.thread_id, f.created_at as at, m.subject,
           array(select p->>'address' from jsonb_array_elements(m."to" || m.cc || m.bcc) p limit 5) as recipients,
           coalesce((f.guard->>'holds')::boolean, false) as holds, f.guard->'reasons' as reasons
         from (select * from flagged order by created_at desc limit ${SHOWN}) f
         join messages m on m.id = f.message_id order by f.created_at desc) x) as examples
    from flagged`))!;
