import { empty, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import { type ListOptions, pageWithin, type ThreadRow, threadColumns } from './repository.ts';

/** The columns of a thread, and the beginning of the newest message in it that the caller sees. */
export type TenantThreadRow = ThreadRow & { text: string | null };

const SNIPPET = 240;

/**
 * Threads of a tenant's mailboxes, or of the requested one, the most recently active first. Deleted mailboxes and those
 * of the system are left out.
 */
export function listTenantThreads(
  db: Queryable,
  tenantId: string,
  identityId: string | undefined,
  options: ListOptions,
): Promise<TenantThreadRow[]> {
  const within = identityId
    ? sql`t.identity_id = ${identityId} and t.tenant_id = ${tenantId} and ${lives}`
    : sql`t.tenant_id = ${tenantId} and ${lives}`;
  const seen = options.review ? empty : sql`and m.status not in ('quarantined', 'hidden', 'throttled')`;
  return db.rows<TenantThreadRow>(sql`
    select p.*, n.text from (
      select ${threadColumns.of('t').sql} from threads t ${pageWithin(within, options)}) p
    left join lateral (
      select left(m.extracted_text, ${SNIPPET}) as text from messages m
      where m.thread_id = p.id ${seen} order by m.id desc limit 1) n on true
    order by ${lastActiveOf(options.review)} desc, p.id desc`);
}

const lastActiveOf = (review: boolean): Sql => (review ? sql`p.last_any_at` : sql`p.last_at`);

const lives = sql`exists (
  select from identities i where i.id = t.identity_id and not i.is_system and i.status in ('active', 'paused'))`;

export type MailboxCount = { identity_id: string; unread: number; quarantined: number };

/**
 * The numbers of unread threads and quarantined messages in each mailbox of a tenant that has any, each counted up to
 * `most`; the newest mailboxes first.
 */
export const countMailboxes = (
  db: Queryable,
  tenantId: string,
  limits: { mailboxes: number; most: number },
): Promise<MailboxCount[]> =>
  db.rows<MailboxCount>({
    name: 'threads.count_mailboxes',
    text: `select i.id as identity_id, u.many as unread, q.many as quarantined
           from (select id from identities
                 where tenant_id = $1 and not is_system and status in ('active', 'paused')
                 order by id desc limit $2) i
           cross join lateral (select count(*)::int as many from (
             select from threads t where t.identity_id = i.id and t.unread_count > 0 and not t.archived limit $3) t) u
           cross join lateral (select count(*)::int as many from (
             select from messages m where m.identity_id = i.id and m.status = 'quarantined' limit $3) m) q
           where u.many > 0 or q.many > 0
           order by i.id desc`,
    values: [tenantId, limits.mailboxes, limits.most],
  });
