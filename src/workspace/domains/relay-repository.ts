import { type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type RowOf } from '#kernel/data/row.ts';

const columns = columnsOf(
  'domain_relays',
  'domain_id',
  'host',
  'port',
  'username',
  'password',
  'probe_id',
  'probe_status',
  'probe_stage',
  'probe_detail',
  'probe_ms',
  'probed_at',
);

export type RelayRow = RowOf<typeof columns>;

export const findRelays = (db: Queryable, domainIds: readonly string[]): Promise<RelayRow[]> =>
  db.rows<RelayRow>({
    name: 'domains.find_relays',
    text: `select ${columns.names} from domain_relays where domain_id = any($1::text[])`,
    values: [domainIds],
  });

/** Writes the relay with its last probe. */
export const saveRelay = (tx: Queryable, row: RelayRow, now: Date): Promise<number> =>
  tx.run(sql`
    insert into domain_relays (domain_id, host, port, username, password, probe_id, probe_status, probe_stage,
      probe_detail, probe_ms, probed_at, updated_at)
    values (${row.domain_id}, ${row.host}, ${row.port}, ${row.username}, ${row.password}, ${row.probe_id},
      ${row.probe_status}, ${row.probe_stage}, ${row.probe_detail}, ${row.probe_ms}, ${row.probed_at}, ${now})
    on conflict (domain_id) do update set host = excluded.host, port = excluded.port, username = excluded.username,
      password = excluded.password, probe_id = excluded.probe_id, probe_status = excluded.probe_status,
      probe_stage = excluded.probe_stage, probe_detail = excluded.probe_detail, probe_ms = excluded.probe_ms,
      probed_at = excluded.probed_at, updated_at = excluded.updated_at`);

export type ProbeFields = Pick<
  RelayRow,
  'probe_id' | 'probe_status' | 'probe_stage' | 'probe_detail' | 'probe_ms' | 'probed_at'
>;

/** Writes only the result of a probe, because somebody may have changed the settings during it. */
export const saveProbe = (db: Queryable, domainId: string, probe: ProbeFields): Promise<number> =>
  db.run(sql`
    update domain_relays set probe_id = ${probe.probe_id}, probe_status = ${probe.probe_status},
      probe_stage = ${probe.probe_stage}, probe_detail = ${probe.probe_detail}, probe_ms = ${probe.probe_ms},
      probed_at = ${probe.probed_at}
    where domain_id = ${domainId}`);
