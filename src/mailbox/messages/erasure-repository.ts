import { type Queryable, type Statement, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import type { ErasureScope } from '#kernel/operation/erasure.ts';

/** A position in a mailbox, in the order of `created_at` and id. */
export type MailboxPosition = Row<'messages', 'created_at' | 'id'>;
export type ScannedMessage = MailboxPosition &
  Row<'messages', 'thread_id'> & {
    wanted: boolean;
  };

/** SQL: whether a message names this person. $1 is the address in lower case. */
const involves = (address: string): string => `exists (
    select from jsonb_array_elements(jsonb_build_array(m."from") || m."to" || m.cc || m.bcc || m.reply_to) as e
    where lower(e->>'address') = ${address})`;

/**
 * The next messages of a mailbox, oldest first, and which of them belong to the scope. A statement reads at most `take`
 * messages, however large the mailbox is.
 */
export const scanMailbox = (
  db: Queryable,
  identityId: string,
  scope: ErasureScope,
  window: { after: MailboxPosition | null; take: number },
): Promise<ScannedMessage[]> => db.rows<ScannedMessage>(scanStatement(identityId, scope, window));

function scanStatement(
  identityId: string,
  scope: ErasureScope,
  { after, take }: { after: MailboxPosition | null; take: number },
): Statement {
  const [at, id] = [after?.created_at ?? '-infinity', after?.id ?? ''];
  if (scope.kind === 'message') {
    return sql`
      select created_at, id, thread_id, true as wanted from messages
      where id = ${scope.messageId} and identity_id = ${identityId} and (created_at, id) > (${at}::timestamptz, ${id})`;
  }
  if (scope.kind === 'thread') {
    return sql`
      select created_at, id, thread_id, true as wanted from messages
      where thread_id = ${scope.threadId} and identity_id = ${identityId} and (created_at, id) > (${at}::timestamptz, ${id})
      order by created_at, id limit ${take}`;
  }
  return {
    name: 'messages.scan_mailbox',
    text: `select m.created_at, m.id, m.thread_id, ($5::text is null or ${involves('$5')}) as wanted
           from (select created_at, id, thread_id, "from", "to", cc, bcc, reply_to from messages
                 where identity_id = $1 and (created_at, id) > ($2::timestamptz, $3)
                 order by created_at, id limit $4) m
           order by m.created_at, m.id`,
    values: [identityId, at, id, take, scope.kind === 'counterparty' ? scope.address : null],
  };
}

/** Which of these threads have a message with one of the addresses (lower case). */
export const threadsInvolving = (
  db: Queryable,
  threadIds: readonly string[],
  addresses: readonly string[],
): Promise<
  (Row<'messages', 'thread_id'> & {
    address: string;
  })[]
> =>
  db.rows({
    name: 'messages.threads_involving',
    text: `select distinct m.thread_id, a.address
           from messages m, unnest($2::text[]) as a (address)
           where m.thread_id = any($1::text[]) and ${involves('a.address')}`,
    values: [threadIds, addresses],
  });

/** The attachments of these messages, locked so that no more text is stored for them. */
export const lockAttachments = async (tx: Queryable, messageIds: readonly string[]): Promise<string[]> => {
  const rows = await tx.rows<Row<'attachments', 'id'>>({
    name: 'messages.lock_attachments',
    text: 'select id from attachments where message_id = any($1::text[]) order by id for update',
    values: [messageIds],
  });
  return rows.map(({ id }) => id);
};

type Deleted = { count: number; refs: number; blobs: string[] };

export const deleteAttachments = async (tx: Queryable, ids: readonly string[]): Promise<Deleted> =>
  (await tx.first<Deleted>({
    name: 'messages.delete_attachments',
    text: `with gone as (delete from attachments where id = any($1::text[]) returning blob_id)
           select count(*)::int as count, 0 as refs, coalesce(array_agg(distinct blob_id), '{}') as blobs from gone`,
    values: [ids],
  }))!;

export const deleteMessages = async (tx: Queryable, ids: readonly string[]): Promise<Deleted> =>
  (await tx.first<Deleted>({
    name: 'messages.delete',
    text: `with gone as (delete from messages where id = any($1::text[]) returning raw_id, refs)
           select count(*)::int as count, coalesce(sum(jsonb_array_length(refs)), 0)::int as refs,
             coalesce(array_agg(distinct raw_id) filter (where raw_id is not null), '{}') as blobs
           from gone`,
    values: [ids],
  }))!;
