import { type Content, FILE_CHARACTERS, type MessageReading, type Sender } from '#content/reading/index.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import type { Triage } from '#mailbox/messages/index.ts';
import { bodyColumns, type StoredBodies, unpackBodies, unpackHeaders } from '#mailbox/messages/index.ts';

/** A message as triage reads it, with the texts that have been extracted from its files so far. */
export type TriageRow = Content &
  Sender &
  Row<'messages', 'id' | 'tenant_id' | 'identity_id' | 'thread_id' | 'status' | 'flags'> & {
    triage_status: Triage['status'];
    /** The evidence of an earlier reading. */
    evidence: Triage['evidence'];
    triage: Triage;
    verification: MessageReading['verification'];
  };

/** Inbound messages whose triage waits, or lacks only its risk flags. Others are left out. */
export const findUntriaged = (db: Queryable, messageIds: readonly string[]): Promise<TriageRow[]> =>
  findByStatus(db, messageIds, ['pending', 'skipped']);

/** Inbound messages in any state of triage. */
export const findToReadAgain = (db: Queryable, messageIds: readonly string[]): Promise<TriageRow[]> =>
  findByStatus(db, messageIds, ['pending', 'done', 'skipped', 'failed']);

const findByStatus = async (
  db: Queryable,
  messageIds: readonly string[],
  statuses: readonly Triage['status'][],
): Promise<TriageRow[]> => {
  const rows = await db.rows<Omit<TriageRow, 'text' | 'html'> & StoredBodies>({
    name: 'triage.find',
    text: `select m.id, m.tenant_id, m.identity_id, m.thread_id, m.status, m.triage->>'status' as triage_status,
             coalesce(m.triage->'evidence', '[]') as evidence, m.triage, m.verification, m.flags, m."from", m.reply_to,
             m.subject, m.extracted_text, ${bodyColumns('m')}, m.headers, m.trust, coalesce((m.trust->>'automated')::boolean, false) as automated,
             (select coalesce(json_agg(json_build_object('id', a.id, 'filename', a.filename, 'content_type', a.content_type, 'risk', a.risk,
                                                         'text', (select left(string_agg(left(p.text, $2), e'\n' order by p.page), $2)
                                                                  from attachment_pages p where p.attachment_id = a.id))
                                       order by a.position), '[]')
              from attachments a where a.message_id = m.id) as attachments
           from messages m
           where m.id = any($1::text[]) and m.direction = 'inbound' and m.triage->>'status' = any($3::text[])
           order by m.id`,
    values: [messageIds, FILE_CHARACTERS, statuses],
  });
  return rows.map(({ packed, ...row }) => ({
    ...row,
    ...unpackBodies({ ...row, packed }),
    headers: unpackHeaders({ ...row, packed }),
  }));
};

export type Outcome = Narrow<Row<'messages', 'id' | 'triage'>, { triage: Triage }> & {
  was: Triage['status'];
};

/** Writes triages, unless another run or a release came in between. @returns the messages that were written */
export const writeTriages = (tx: Queryable, outcomes: readonly Outcome[]): Promise<Row<'messages', 'id'>[]> =>
  tx.rows<Row<'messages', 'id'>>({
    name: 'triage.write',
    text: `update messages m set triage = r.triage
           from jsonb_to_recordset($1::jsonb) as r (id text, was text, triage jsonb)
           where m.id = r.id and m.triage->>'status' = r.was
           returning m.id`,
    values: [JSON.stringify(outcomes)],
  });

/** A thread shows the triage of its newest visible inbound message (spec 2.7). */
export const showInThreads = (tx: Queryable, threadIds: readonly string[]): Promise<number> =>
  tx.run({
    name: 'triage.show_in_threads',
    text: `update threads t set category = n.triage->>'category', needs_reply = (n.triage->>'needs_reply')::float8,
             urgency = (n.triage->>'urgency')::int
           from unnest($1::text[]) as wanted (id)
           cross join lateral (
             select m.triage from messages m
             where m.thread_id = wanted.id and m.direction = 'inbound' and m.status = 'received'
             order by m.id desc limit 1) n
           where t.id = wanted.id and n.triage->>'status' <> 'pending'`,
    values: [threadIds],
  });

/** Resets a triage to pending, keeping its findings until the message is read again. Outbound mail is not triaged. */
export const resetTriage = (tx: Queryable, messageId: string, pending: Triage): Promise<number> =>
  tx.run({
    name: 'triage.reset',
    text: `update messages set triage = $2::jsonb || jsonb_build_object('risk_flags', triage->'risk_flags',
             'evidence', coalesce(triage->'evidence', '[]'), 'spam_probability', triage->'spam_probability')
           where id = $1 and direction = 'inbound'`,
    values: [messageId, JSON.stringify(pending)],
  });
