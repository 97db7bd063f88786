import { type ApiAnswer, openTestApi, type TestApi } from './api.ts';
import type { DnsName, DnsZone } from './dns-message.ts';
import { startDnsServer } from './dns-server.ts';

type DomainRecord = {
  type: 'TXT' | 'MX' | 'CNAME';
  purpose: string;
  name: string;
  value: string;
  priority: number | null;
};

const entryOf = (zone: DnsZone, name: string): Exclude<DnsName, string> => {
  const entry = zone[name];
  if (typeof entry === 'object') return entry;
  const fresh = {};
  zone[name] = fresh;
  return fresh;
};

/** Publishes a domain's records as its owner would, except those of the purposes that are left out. */
export function publishRecords(
  zone: DnsZone,
  records: readonly DomainRecord[],
  { without = [] }: { without?: readonly string[] } = {},
): void {
  for (const { type, purpose, name, value, priority } of records) {
    if (without.includes(purpose)) continue;
    const entry = entryOf(zone, name);
    if (type === 'CNAME') entry.CNAME = value;
    if (type === 'TXT') entry.TXT = [...new Set([...(entry.TXT ?? []), value])];
    if (type === 'MX') entry.MX = [{ exchange: value, priority: priority ?? 10 }];
  }
}

/** Removes the records of a purpose. */
export function withdrawRecords(zone: DnsZone, records: readonly DomainRecord[], purpose: string): void {
  for (const { type, name, value } of records.filter((record) => record.purpose === purpose)) {
    const entry = entryOf(zone, name);
    if (type === 'CNAME') delete entry.CNAME;
    if (type === 'MX') delete entry.MX;
    if (type === 'TXT') entry.TXT = (entry.TXT ?? []).filter((text) => text !== value);
  }
}

export const addDomain = (
  api: TestApi,
  tenantId: string,
  fields: Record<string, unknown>,
  key?: string,
): Promise<ApiAnswer> =>
  api.call('POST', `/v1/tenants/${tenantId}/domains`, {
    body: { method: 'records', ...fields },
    ...(key !== undefined && { key }),
  });

/** A domain whose records are all published and verified. The API queries `zone`'s server (PM_DNS_SERVERS). */
export async function healthyDomain(
  api: TestApi,
  zone: DnsZone,
  tenantId: string,
  fields: Record<string, unknown>,
): Promise<ApiAnswer['body']> {
  const { status, body } = await addDomain(api, tenantId, fields);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  publishRecords(zone, body.records);
  const checked = await api.call('POST', `/v1/domains/${body.id}/verify`);
  if (checked.body.status !== 'healthy') throw new Error(JSON.stringify(checked.body));
  return checked.body;
}

/** A clock that a test moves forward. */
export function movedClock(start: Date) {
  const clock = { time: start, now: () => clock.time };
  const pass = (milliseconds: number): void => {
    clock.time = new Date(clock.time.getTime() + milliseconds);
  };
  return { clock, pass };
}

/** The API with its own mail domain and an authoritative DNS server. `clear` removes all published records. */
export async function openDomainsApi(clock: { now(): Date }) {
  const dns = await startDnsServer();
  const api = await openTestApi({ PM_DNS_SERVERS: dns.address, PM_MAIL_DOMAIN: 'mail.ours.example' }, clock);
  const clear = (): void => {
    dns.hangs = null;
    for (const name of Object.keys(dns.records)) delete dns.records[name];
  };
  const close = async (): Promise<void> => {
    await api.close();
    await dns.close();
  };
  return { api, dns, clear, close };
}
