/** Record types that the program writes into a zone. */
export type ZoneRecordType = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'NS';

/** One DNS record. A TXT value is the plain text, without quotes, however long it is. */
export type ZoneRecord = {
  type: ZoneRecordType;
  /** The whole name, lower case, without a final dot. */
  name: string;
  value: string;
  /** The priority of an MX record; null for all other types. */
  priority: number | null;
};

/** A record as the provider holds it. It may have a type that the program never writes. */
export type StoredZoneRecord = Omit<ZoneRecord, 'type'> & { id: string; type: string };

export type Zone = {
  id: string;
  name: string;
  /** `pending` until the provider sees its name servers at the registry; `moved` when it no longer does. */
  status: 'pending' | 'active' | 'moved';
  /** The name servers that the owner sets at the registrar. */
  nameServers: string[];
};

/**
 * DNS zones at the edge platform (`CF_API_TOKEN`). Every method is idempotent.
 * @throws AppError of each method: `upstream_rate_limited`, `upstream_error`, and `cf_token_required` for a token that
 * the platform refuses
 */
export type DnsZones = {
  /** @throws AppError `zone_hold`, `scope_denied` (reason `zone_not_allowed`) */
  ensureZone(name: string): Promise<Zone>;
  /** Null when the account has no zone with this id, for example because it expired. */
  findZone(id: string): Promise<Zone | null>;
  records(zoneId: string, filter?: { type?: ZoneRecordType; name?: string }): Promise<StoredZoneRecord[]>;
  ensureRecord(zoneId: string, record: ZoneRecord): Promise<StoredZoneRecord>;
  /** Null when the record is gone. */
  updateRecord(zoneId: string, id: string, record: ZoneRecord): Promise<StoredZoneRecord | null>;
  deleteRecord(zoneId: string, id: string): Promise<void>;
  deleteZone(id: string): Promise<void>;
};
