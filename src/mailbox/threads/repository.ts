import { empty, type Queryable, quickly, type Sql, sql } from '#kernel/data/database.ts';
import { namedByForm } from '#kernel/data/named.ts';
import { columnsOf, type Filter, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';

type Mailbox = { address: string; name: string | null };

/** Statuses of mail that only reviewers see (spec 2.6). */
const keptBack = `'{quarantined,hidden,throttled}'::text[]`;

export const threadColumns = columnsOf(
  'threads',
  'id',
  'tenant_id',
  'identity_id',
  'subject',
  'participants',
  'message_count',
  'quarantined_count',
  'unread_count',
  'last_at',
  'last_any_at',
  'category',
  'needs_reply',
  'urgency',
  'labels',
  'directions',
  'archived',
);

export type ThreadRow = Narrow<RowOf<typeof threadColumns>, { participants: Mailbox[] }>;

/** The effect of one or more messages on their thread. The same statement creates a new thread. */
export type ThreadChange = Narrow<
  Row<
    'threads',
    | 'id'
    | 'tenant_id'
    | 'identity_id'
    | 'subject'
    | 'participants'
    | 'message_count'
    | 'quarantined_count'
    | 'unread_count'
    | 'last_at'
    | 'last_any_at'
    | 'labels'
    | 'directions'
    | 'created_at'
  >,
  { participants: Mailbox[] }
> & {
  /** The triage result that the thread shows from now on. If it is left out, the current one stays. */
  triage?: Pick<ThreadRow, 'category' | 'needs_reply' | 'urgency'> | null;
};

/** Adds messages to threads, one row per thread. `participants` is the whole list after the change. */
export async function applyChanges(db: Queryable, changes: readonly ThreadChange[]): Promise<void> {
  await db.run({
    name: 'threads.apply_changes',
    text: `with r as (
             select * from jsonb_to_recordset($1::jsonb) as r (id text, tenant_id text, identity_id text, subject text, participants jsonb,
               message_count int, quarantined_count int, unread_count int, last_at timestamptz, last_any_at timestamptz, labels text[], directions text[],
               created_at timestamptz, triage jsonb))
           insert into threads as t
             (id, tenant_id, identity_id, subject, participants, message_count, quarantined_count, unread_count, last_at, last_any_at, labels, directions,
              created_at, category, needs_reply, urgency)
           select id, tenant_id, identity_id, subject, participants, message_count, quarantined_count, unread_count, last_at, last_any_at, labels, directions,
             created_at, triage->>'category', (triage->>'needs_reply')::float8, (triage->>'urgency')::int
           from r
           on conflict (id) do update set
             subject = case when t.message_count = 0 and excluded.message_count > 0 then excluded.subject else t.subject end,
             participants = excluded.participants,
             message_count = t.message_count + excluded.message_count,
             quarantined_count = t.quarantined_count + excluded.quarantined_count,
             unread_count = t.unread_count + excluded.unread_count,
             last_at = greatest(t.last_at, excluded.last_at),
             last_any_at = greatest(t.last_any_at, excluded.last_any_at),
             labels = array(select distinct unnest(t.labels || excluded.labels) order by 1),
             directions = array(select distinct unnest(t.directions || excluded.directions)),
             archived = t.archived and excluded.message_count = 0,
             (category, needs_reply, urgency) = (
               select case when r.triage is null then t.category else excluded.category end,
                 case when r.triage is null then t.needs_reply else excluded.needs_reply end,
                 case when r.triage is null then t.urgency else excluded.urgency end
               from r where r.id = t.id)`,
    values: [JSON.stringify(changes)],
  });
}

/** Locks threads for a change, in the order of their ids so that two changes cannot deadlock. */
export const lockThreads = (
  db: Queryable,
  ids: readonly string[],
): Promise<Pick<ThreadRow, 'id' | 'identity_id' | 'participants' | 'message_count'>[]> =>
  db.rows({
    name: 'threads.lock',
    text: `select id, identity_id, participants, message_count from threads where id = any($1::text[]) order by id for no key update`,
    values: [ids],
  });

/** Locks the thread of a message for a change of that message; null if the identity has no such message. */
export const lockThreadOf = (
  tx: Queryable,
  identityId: string,
  messageId: string,
): Promise<Pick<ThreadRow, 'id' | 'subject' | 'participants' | 'message_count'> | null> =>
  tx.first({
    name: 'threads.lock_of_message',
    text: `select id, subject, participants, message_count from threads
           where id = (select thread_id from messages where id = $2 and identity_id = $1) for no key update`,
    values: [identityId, messageId],
  });

/**
 * Recomputes a locked thread after its messages changed: counts, labels and times come from its visible messages (spec 2.7).
 * Null leaves `archived` unchanged.
 */
export const recount = (tx: Queryable, threadId: string, archived: boolean | null): Promise<number> =>
  tx.run({
    name: 'threads.recount',
    text: `update threads t set
             message_count = s.visible, quarantined_count = s.kept_back, unread_count = s.unread, last_at = s.last_at,
             labels = array(select distinct l from messages m cross join unnest(m.labels) l
                            where m.thread_id = $1 and m.status <> all(${keptBack}) order by l),
             directions = array(select distinct unnest(t.directions || s.directions)),
             archived = coalesce($2, t.archived)
           from (
             select count(*) filter (where shown) as visible, count(*) filter (where not shown) as kept_back,
               count(*) filter (where shown and not is_read) as unread, max(created_at) filter (where shown) as last_at,
               coalesce(array_agg(distinct direction) filter (where shown), '{}') as directions
             from (select m.status <> all(${keptBack}) as shown, is_read, created_at, direction
                   from messages m where m.thread_id = $1) m) s
           where t.id = $1`,
    values: [threadId, archived],
  });

/** Sets the subject and people of a thread after one of its messages was released. */
export const setHeading = (
  tx: Queryable,
  threadId: string,
  { subject, participants }: Pick<ThreadRow, 'subject' | 'participants'>,
): Promise<number> =>
  tx.run({
    name: 'threads.set_heading',
    text: 'update threads set subject = $2, participants = $3 where id = $1',
    values: [threadId, subject, JSON.stringify(participants)],
  });

export const findThread = (
  db: Queryable,
  identityId: string,
  threadId: string,
  review: boolean,
): Promise<ThreadRow | null> =>
  db.first<ThreadRow>({
    name: 'threads.find',
    text: `select ${threadColumns.of('t').names} from threads t
           where t.id = $2 and t.identity_id = $1 and (t.message_count > 0 or ($3::boolean and t.quarantined_count > 0))`,
    values: [identityId, threadId, review],
  });

export type ThreadFilters = Filter<'threads', 'category' | 'archived'> & {
  label?: string | undefined;
  needs_reply_gte?: number | undefined;
  is_unread?: boolean | undefined;
  direction?: 'inbound' | 'outbound' | undefined;
  after?: string | undefined;
  before?: string | undefined;
};

export type ListOptions = ThreadFilters & {
  review: boolean;
  after_position: [string, string] | null;
  take: number;
};

/** The column with a thread's last activity. It differs for reviewers, who see more mail than others. */
export const lastActive = (review: boolean): Sql => (review ? sql`t.last_any_at` : sql`t.last_at`);

/** The requested page of one mailbox, for a statement that has the table as `t`. */
export const pageOfThreads = (identityId: string, options: ListOptions): Sql =>
  pageWithin(sql`t.identity_id = ${identityId}`, options);

/** The same for threads that match a condition. */
export function pageWithin(within: Sql, options: ListOptions): Sql {
  const last = lastActive(options.review);
  const position = options.after_position;
  return sql`
    where ${within} ${options.review ? empty : sql`and t.last_at is not null`}
      ${position ? sql`and (${last}, t.id) < (${position[0]}::timestamptz, ${position[1]})` : empty}
      ${options.label === undefined ? empty : sql`and ${options.label} = any(t.labels)`}
      ${options.category === undefined ? empty : sql`and t.category = ${options.category}`}
      ${options.needs_reply_gte === undefined ? empty : sql`and t.needs_reply >= ${options.needs_reply_gte}`}
      ${options.is_unread === undefined ? empty : sql`and (t.unread_count > 0) = ${options.is_unread}`}
      ${options.direction === undefined ? empty : sql`and ${options.direction} = any(t.directions)`}
      ${options.after === undefined ? empty : sql`and ${last} > ${options.after}::timestamptz`}
      ${options.before === undefined ? empty : sql`and ${last} < ${options.before}::timestamptz`}
      ${options.archived === undefined ? empty : sql`and t.archived = ${options.archived}`}
    order by ${last} desc, t.id desc
    limit ${options.take}`;
}

/** Threads, the most recently active first. Reviewers also see threads with only quarantined mail. */
export const listThreads = (db: Queryable, identityId: string, options: ListOptions): Promise<ThreadRow[]> =>
  readerOf(db, options).rows<ThreadRow>(
    namedByForm(
      'threads.list',
      options,
      sql`select ${threadColumns.of('t').sql} from threads t ${pageOfThreads(identityId, options)}`,
    ),
  );

/** Only a page without filters uses batching, as it reads no more rows than it shows. Other pages could delay the batch. */
export function readerOf(db: Queryable, options: ListOptions): Queryable {
  const { review: _review, after_position: _position, take: _take, ...filters } = options;
  return Object.values(filters).every((value) => value === undefined) ? quickly(db) : db;
}

export async function insertTokens(db: Queryable, tokens: readonly StoredToken[]): Promise<void> {
  await db.run({
    name: 'threads.insert_tokens',
    text: `insert into thread_tokens (token, identity_id, thread_id, kid)
           select token, identity_id, thread_id, kid
           from jsonb_to_recordset($1::jsonb) as r (token text, identity_id text, thread_id text, kid text)
           on conflict do nothing`,
    values: [JSON.stringify(tokens)],
  });
}

export type StoredToken = Row<'thread_tokens', 'token' | 'identity_id' | 'thread_id' | 'kid'>;

export const findTokens = (db: Queryable, tokens: readonly string[]): Promise<StoredToken[]> =>
  db.rows<StoredToken>({
    name: 'threads.find_tokens',
    text: 'select token, identity_id, thread_id, kid from thread_tokens where token = any($1::text[])',
    values: [tokens],
  });
