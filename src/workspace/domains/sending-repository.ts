import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Nullable, Row } from '#kernel/data/row.ts';
import type { DomainMethod, DomainStatus, DomainTransport } from './schema.ts';

type Keys = Nullable<Row<'domain_dkim_keys', 'selector' | 'private_key'>>;
type Relay = Nullable<Row<'domain_relays', 'host' | 'port' | 'username' | 'password'>>;

export type SendingRow = Narrow<
  Row<'domains', 'id' | 'tenant_id' | 'domain' | 'method' | 'transport' | 'inbound_forwarding' | 'status'>,
  { method: DomainMethod; transport: DomainTransport; status: DomainStatus }
> &
  Keys &
  Relay & {
    /** Whether the records of the return path were found at the last check. */
    has_return_path: boolean;
  };

/** A domain by id or name, with its signing key and its relay, in one indexed statement. */
const sendingText = `
  select d.id, d.tenant_id, d.domain, d.method, d.transport, d.inbound_forwarding, d.status,
         k.selector, k.private_key, r.host, r.port, r.username, r.password,
         not exists (select from jsonb_array_elements(d.records) c
           where c ->> 'purpose' = 'return_path' and c ->> 'status' <> 'present') as has_return_path
  from domains d
  left join domain_dkim_keys k on k.domain_id = d.id and k.state = 'active'
  left join domain_relays r on r.domain_id = d.id`;

export const findSendingRow = (
  db: Queryable,
  { tenantId, domainId, name }: { tenantId: string | null; domainId: string | null; name: string | null },
): Promise<SendingRow | null> =>
  db.first<SendingRow>({
    name: domainId === null ? 'domains.sending_by_name' : 'domains.sending_by_id',
    text: `${sendingText}
           where d.${domainId === null ? 'domain' : 'id'} = $1 and ($2::text is null or d.tenant_id = $2)`,
    values: [domainId ?? name, tenantId],
  });

/**
 * Several domains by id or by name (lower case). A domain that is being removed still sends mail that was accepted earlier.
 */
export const findSendingRows = (
  db: Queryable,
  { ids = [], names = [] }: { ids?: readonly string[]; names?: readonly string[] },
): Promise<SendingRow[]> =>
  db.rows<SendingRow>({
    name: 'domains.sending_rows',
    text: `${sendingText}
           where d.id = any($1::text[]) or d.domain = any($2::text[])`,
    values: [ids, names],
  });

export type DomainOfMail = Narrow<
  Row<
    'domains',
    'id' | 'tenant_id' | 'domain' | 'method' | 'transport' | 'inbound_forwarding' | 'status' | 'proven_at'
  >,
  { method: DomainMethod; transport: DomainTransport; status: DomainStatus }
>;

/** The domains of tenants among these names (lower case), except those being removed. */
export const findDomainsOfMail = (db: Queryable, names: readonly string[]): Promise<DomainOfMail[]> =>
  db.rows<DomainOfMail>({
    name: 'domains.of_mail',
    text: `select id, tenant_id, domain, method, transport, inbound_forwarding, status, proven_at
           from domains where domain = any($1::text[]) and removing_at is null`,
    values: [names],
  });

export const findProvenNames = (
  db: Queryable,
  tenantIds: readonly string[],
): Promise<Row<'domains', 'tenant_id' | 'domain'>[]> =>
  db.rows({
    name: 'domains.proven_names',
    text: `select tenant_id, domain from domains
           where tenant_id = any($1::text[]) and proven_at is not null and status <> 'suspended'
             and removing_at is null`,
    values: [tenantIds],
  });

/** The records that tenants' domains publish for these names of keys (`selector._domainkey.domain`). */
export const findPublishedKeys = (
  db: Queryable,
  names: readonly string[],
): Promise<(Row<'domain_dkim_keys', 'record'> & { name: string })[]> =>
  db.rows({
    name: 'domains.published_keys',
    text: `select w.name, k.record from unnest($1::text[]) as w (name)
           join domain_dkim_keys k on k.domain = substring(w.name from position('._domainkey.' in w.name) + 12)
             and k.selector = split_part(w.name, '.', 1)
           join domains d on d.id = k.domain_id and d.proven_at is not null`,
    values: [names],
  });
