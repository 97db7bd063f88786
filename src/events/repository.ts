import type { Queryable, Statement } from '#kernel/data/database.ts';
import { type Column, columnsOf, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';
import { firstTextOf, unpackFirst } from '#kernel/data/text-pack.ts';

/** An event to insert. `owner_id` is the owner of the sequence that numbers it, or null. */
export type EventRow = Row<
  'events',
  'id' | 'type' | 'tenant_id' | 'partner_id' | 'identity_id' | 'data' | 'text_length' | 'occurred_at'
> & {
  owner_id: Column<'event_counters', 'owner_id'> | null;
};

/**
 * Inserts events in the given order, each with the next number of its owner, in one statement. The counters are locked in
 * the order of their names until the transaction ends, so the numbers of committed events have no gaps.
 *
 * Before it draws positions, the transaction takes a lock that encodes the last position (see `horizon` in
 * feed-repository.ts). Nobody ever waits for this lock. The highest bits, 0x5046, distinguish it from other locks.
 */
export const insertEvents = (tx: Queryable, rows: readonly EventRow[]): Promise<number> =>
  tx.run({
    name: 'events.insert',
    text: `with fence as materialized (
             select pg_advisory_xact_lock_shared(
               (x'5046'::bigint << 48) + (select last_value - (not is_called)::int from events_position_seq)) is null as up),
           given as materialized (
             select r.*, row_number() over (partition by r.owner_id order by r.place) as number
             from rows from (jsonb_to_recordset($1::jsonb)
               as (id text, type text, tenant_id text, partner_id text, identity_id text, owner_id text, text_length int,
                   occurred_at timestamptz))
               with ordinality as r (id, type, tenant_id, partner_id, identity_id, owner_id, text_length, occurred_at, place)),
           counted as (
             insert into event_counters as c (owner_id, last)
             select owner_id, count(*) from given where owner_id is not null group by owner_id order by owner_id
             on conflict (owner_id) do update set last = c.last + excluded.last
             returning c.owner_id, c.last),
           numbered as (
             select g.*, c.last - (count(*) over (partition by g.owner_id)) + g.number as sequence
             from given g left join counted c using (owner_id))
           insert into events (id, type, tenant_id, partner_id, identity_id, sequence, data, text_length, occurred_at)
           select n.id, n.type, n.tenant_id, n.partner_id, n.identity_id, n.sequence, d.data::json, n.text_length, n.occurred_at
           from fence, numbered n, unnest($2::text[]) with ordinality as d (data, place)
           where d.place = n.place order by n.place`,
    values: [
      JSON.stringify(rows.map(({ data: _data, ...row }) => row)),
      rows.map(({ data }) => JSON.stringify(data)),
    ],
  });

const readColumns = columnsOf(
  'events',
  'id',
  'position',
  'type',
  'tenant_id',
  'identity_id',
  'sequence',
  'occurred_at',
);

/** A stored event with its data as JSON text. */
export type StoredEvent = RowOf<typeof readColumns> & Narrow<Row<'events', 'data'>, { data: string }>;

/** Includes the message's text if the payload does not store it (`storedPayload`): from its column, or packed. */
export const eventColumns = `${readColumns.names}, data::text as data, text_length,
  case when text_length is not null then (
    select json_build_object('text', left(m.extracted_text, text_length),
      'packed', ${firstTextOf('m.packed')})
    from messages m where m.id = data->'message'->>'id') end as message`;

type ReadEvent = StoredEvent &
  Row<'events', 'text_length'> & { message: { text: string; packed: string | null } | null };

/** Runs a statement that selects `eventColumns`. */
export async function readEvents(db: Queryable, statement: Statement): Promise<StoredEvent[]> {
  const rows = await db.rows<ReadEvent>(statement);
  return rows.map(({ text_length, message, ...event }) =>
    text_length === null
      ? event
      : { ...event, data: withText(event.data, messageText(message, text_length)) },
  );
}

/** A sufficient limit, because packed texts have at most 256 Ki characters. */
const MOST_UNPACKED = 1024 * 1024;

/**
 * The first characters of the message's text; empty if the message was deleted, because its events are deleted with it.
 */
function messageText(message: ReadEvent['message'], characters: number): string {
  if (!message?.packed) return message?.text ?? '';
  const text = unpackFirst(Buffer.from(message.packed, 'base64'), MOST_UNPACKED);
  return text.length <= characters ? text : [...text].slice(0, characters).join('');
}

/** Inserts the text into the data. Quotes within JSON strings are escaped, so nothing else can match this field. */
const withText = (data: string, text: string): string =>
  data.replace('"extracted_text":""', () => `"extracted_text":${JSON.stringify(text)}`);

export const findEvents = (db: Queryable, ids: readonly string[]): Promise<StoredEvent[]> =>
  readEvents(db, {
    name: 'events.find',
    text: `select ${eventColumns} from events where id = any($1::text[])`,
    values: [ids],
  });
