import { empty, type Queryable, sql } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';

export type ContactRow = Row<
  'contacts',
  | 'address'
  | 'name'
  | 'domain'
  | 'first_seen_at'
  | 'last_seen_at'
  | 'inbound_count'
  | 'outbound_count'
  | 'last_thread_id'
>;

/** The effect of one or more messages on a contact. The same statement creates a new contact. */
export type ContactChange = ContactRow &
  Row<'contacts', 'tenant_id' | 'identity_id' | 'organisation' | 'last_outbound_at'> & {
    keys: string[];
  };

/** A search key with the identity's id, so that one index serves all identities but never finds another one's contacts. */
export const lexeme = (identityId: string, key: string): string => `${identityId}/${key}`;

/** Writes changes in a fixed order, so that two batches with the same contacts cannot deadlock. */
export const applyContactChanges = (db: Queryable, changes: readonly ContactChange[]): Promise<number> =>
  db.run({
    name: 'contacts.apply_changes',
    text: `insert into contacts as c
             (tenant_id, identity_id, address, name, domain, organisation, first_seen_at, last_seen_at, last_outbound_at,
              inbound_count, outbound_count, last_thread_id, search)
           select tenant_id, identity_id, address, name, domain, organisation, first_seen_at, last_seen_at, last_outbound_at,
             inbound_count, outbound_count, last_thread_id, array_to_tsvector(keys)
           from jsonb_to_recordset($1::jsonb) as r (tenant_id text, identity_id text, address text, name text, domain text,
             organisation text, first_seen_at timestamptz, last_seen_at timestamptz, last_outbound_at timestamptz,
             inbound_count int, outbound_count int, last_thread_id text, keys text[])
           order by identity_id, address
           on conflict (identity_id, address) do update set
             name = case when ${takesName} then excluded.name else c.name end,
             search = case when ${takesName} then excluded.search else c.search end,
             first_seen_at = least(c.first_seen_at, excluded.first_seen_at),
             last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at),
             last_outbound_at = greatest(c.last_outbound_at, excluded.last_outbound_at),
             inbound_count = c.inbound_count + excluded.inbound_count,
             outbound_count = c.outbound_count + excluded.outbound_count,
             last_thread_id = case when excluded.last_seen_at >= c.last_seen_at
                              then excluded.last_thread_id else c.last_thread_id end`,
    values: [JSON.stringify(changes)],
  });

/** The name that a person uses for themselves replaces the name that we use for them. */
const takesName = 'excluded.name is not null and (c.name is null or excluded.inbound_count > 0)';

export type KnownContact = Row<
  'contacts',
  'identity_id' | 'address' | 'name' | 'inbound_count' | 'outbound_count' | 'last_outbound_at'
>;

export type ContactPair = Row<'contacts', 'identity_id' | 'address'>;

export const selectContacts = (db: Queryable, pairs: readonly ContactPair[]): Promise<KnownContact[]> =>
  db.rows({
    name: 'contacts.find',
    text: `select c.identity_id, c.address, c.name, c.inbound_count, c.outbound_count, c.last_outbound_at
           from jsonb_to_recordset($1::jsonb) as r (identity_id text, address text)
           join contacts c on c.identity_id = r.identity_id and c.address = r.address`,
    values: [JSON.stringify(pairs)],
  });

export type OrganisationPair = Row<'contacts', 'identity_id' | 'organisation'>;

export type OrganisationRow = OrganisationPair & Row<'contacts', 'first_seen_at' | 'last_outbound_at'>;

/** For each pair with a contact: since when it is one, and when the identity last wrote to the organisation. */
export const selectOrganisations = (
  db: Queryable,
  pairs: readonly OrganisationPair[],
): Promise<OrganisationRow[]> =>
  db.rows({
    name: 'contacts.organisations',
    text: `select c.identity_id, c.organisation, min(c.first_seen_at) as first_seen_at,
             max(c.last_outbound_at) as last_outbound_at
           from jsonb_to_recordset($1::jsonb) as r (identity_id text, organisation text)
           join contacts c on c.identity_id = r.identity_id and c.organisation = r.organisation
           group by c.identity_id, c.organisation`,
    values: [JSON.stringify(pairs)],
  });

/** The number of an identity's most recent contacts whose organisations are checked for imitation. */
const CORRESPONDENTS = 200;

export type Correspondent = OrganisationPair & Row<'contacts', 'first_seen_at'>;

/** The organisations that an identity knows, for pairs whose organisation it never wrote to. */
export const selectCorrespondents = (
  db: Queryable,
  pairs: readonly OrganisationPair[],
): Promise<Correspondent[]> =>
  db.rows({
    name: 'contacts.correspondents',
    text: `select r.identity_id, d.organisation, d.first_seen_at
           from (select distinct identity_id from jsonb_to_recordset($1::jsonb) as p (identity_id text, organisation text)
                 where not exists (select 1 from contacts c
                                   where c.identity_id = p.identity_id and c.organisation = p.organisation
                                     and c.outbound_count > 0)) r
           cross join lateral (
             select organisation, min(first_seen_at) as first_seen_at from (
               select organisation, first_seen_at from contacts c where c.identity_id = r.identity_id
               order by last_seen_at desc, address desc limit ${CORRESPONDENTS}) recent
             group by organisation) d`,
    values: [JSON.stringify(pairs)],
  });

const NAMESAKES = 20;

/** A contact with the same name as a sender. `written_to` says whether the mailbox wrote to this contact. */
export type Namesake = { name: string; organisation: string; written_to: boolean };

/** Contacts with this name, for senders who are not contacts themselves. */
export const selectByName = (
  db: Queryable,
  senders: readonly (ContactPair & Narrow<Row<'contacts', 'name'>, { name: string }>)[],
): Promise<
  (Narrow<Row<'contacts', 'identity_id' | 'name' | 'organisation'>, { name: string }> & Namesake)[]
> =>
  db.rows({
    name: 'contacts.by_name',
    text: `select r.identity_id, c.name, c.organisation, c.last_outbound_at is not null as written_to
           from jsonb_to_recordset($1::jsonb) as r (identity_id text, address text, query text)
           cross join lateral (
             select name, organisation, last_outbound_at from contacts c
             where c.search @@ r.query::tsquery and c.identity_id = r.identity_id and c.name is not null limit ${NAMESAKES}) c
           where not exists (select 1 from contacts k where k.identity_id = r.identity_id and k.address = r.address)`,
    values: [
      JSON.stringify(
        senders.map(({ identity_id, address, name }) => ({
          identity_id,
          address: address.toLowerCase(),
          query: operand(identity_id, name),
        })),
      ),
    ],
  });

/** Lists contacts. `key` is the folded beginning of a name, address or domain; null lists all contacts. */
export const listContacts = (
  db: Queryable,
  identityId: string,
  options: { key: string | null; beyond: [string, string] | null; take: number },
): Promise<ContactRow[]> =>
  db.rows<ContactRow>(sql`
    select address, name, domain, first_seen_at, last_seen_at, inbound_count, outbound_count, last_thread_id
    from contacts
    where identity_id = ${identityId}
      ${options.key === null ? empty : sql`and search @@ ${prefixQuery(identityId, options.key)}::tsquery`}
      ${options.beyond ? sql`and (last_seen_at, address) < (${options.beyond[0]}::timestamptz, ${options.beyond[1]})` : empty}
    order by last_seen_at desc, address desc
    limit ${options.take}`);

/** A key as a quoted operand of a tsquery, with quotes and backslashes doubled. */
const operand = (identityId: string, key: string): string =>
  `'${lexeme(identityId, key).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const prefixQuery = (identityId: string, key: string): string => `${operand(identityId, key)}:*`;
