import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { DnsZones, StoredZoneRecord, Zone, ZoneRecord } from '#kernel/ports/dns-zones.ts';
import { type ApiRequest, CloudflareRefusal, CODES, callApi } from './cloudflare-api.ts';
import { txtContent, txtText } from './txt-content.ts';

export type CloudflareSettings = { url: string; token: string };

const PAGE = 100;
/** A customer's zone has few records; this limit only stops an endless list. */
const MAX_PAGES = 50;
/** 1 means "automatic", which is five minutes. */
const AUTOMATIC_TTL = 1;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

const zoneSchema = z.object({
  id: z.string().regex(ID),
  name: z.string(),
  status: z.enum(['initializing', 'pending', 'active', 'moved']),
  name_servers: z.array(z.string()).nullish(),
});
const recordSchema = z.object({
  id: z.string().regex(ID),
  type: z.string(),
  name: z.string(),
  content: z.string().nullish(),
  priority: z.number().nullish(),
});

/** Zones and records at Cloudflare (API version 4). The token needs the permissions Zone Edit and DNS Edit. */
export function createCloudflareZones(settings: CloudflareSettings): DnsZones {
  const call = async <S extends z.ZodType>(schema: S, request: ApiRequest): Promise<z.output<S>> => {
    const { result } = await callApi(settings, request);
    const parsed = schema.safeParse(result);
    if (parsed.success) return parsed.data;
    throw new AppError('upstream_error', { provider: 'cloudflare', message: 'The answer has another form.' });
  };

  async function zoneByName(name: string): Promise<Zone | null> {
    const request: ApiRequest = { method: 'GET', path: '/zones', query: { name } };
    const found = await call(z.array(zoneSchema), request);
    const zone = found.find((candidate) => candidate.name.toLowerCase() === name);
    return zone ? toZone(zone) : null;
  }

  async function listRecords(zoneId: string, query: Record<string, string>): Promise<StoredZoneRecord[]> {
    const records: StoredZoneRecord[] = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { result, result_info } = await callApi(settings, {
        method: 'GET',
        path: `/zones/${idOf(zoneId)}/dns_records`,
        query: { ...query, page: String(page), per_page: String(PAGE) },
      });
      records.push(...z.array(recordSchema).parse(result).map(toRecord));
      if (page >= (result_info?.total_pages ?? 1)) break;
    }
    return records;
  }

  const sameRecord = async (zoneId: string, record: ZoneRecord): Promise<StoredZoneRecord | null> => {
    const present = await listRecords(zoneId, { type: record.type, name: record.name });
    return present.find((candidate) => isSame(candidate, record)) ?? null;
  };

  return {
    ensureZone: (name) =>
      translated(async () => {
        const request: ApiRequest = { method: 'POST', path: '/zones', body: { name, type: 'full' } };
        try {
          return toZone(await call(zoneSchema, request));
        } catch (error) {
          // The zone exists because the request was repeated or its first response was lost.
          const isThere = error instanceof CloudflareRefusal && error.is(CODES.zoneExists);
          const present = isThere ? await zoneByName(name) : null;
          if (present) return present;
          throw error;
        }
      }),
    findZone: (id) =>
      translated(() =>
        orNull(async () => toZone(await call(zoneSchema, { method: 'GET', path: `/zones/${idOf(id)}` }))),
      ),
    records: (zoneId, { type, name } = {}) =>
      translated(() => listRecords(zoneId, { ...(type && { type }), ...(name && { name }) })),
    ensureRecord: (zoneId, record) =>
      translated(async () => {
        const present = await sameRecord(zoneId, record);
        if (present) return present;
        const path = `/zones/${idOf(zoneId)}/dns_records`;
        try {
          return toRecord(await call(recordSchema, { method: 'POST', path, body: toBody(record) }));
        } catch (error) {
          const isThere = error instanceof CloudflareRefusal && error.is(...CODES.recordExists);
          const made = isThere ? await sameRecord(zoneId, record) : null;
          if (made) return made;
          throw error;
        }
      }),
    updateRecord: (zoneId, id, record) =>
      translated(() =>
        orNull(async () => {
          const path = `/zones/${idOf(zoneId)}/dns_records/${idOf(id)}`;
          return toRecord(await call(recordSchema, { method: 'PUT', path, body: toBody(record) }));
        }),
      ),
    async deleteRecord(zoneId, id) {
      const path = `/zones/${idOf(zoneId)}/dns_records/${idOf(id)}`;
      await translated(() => orNull(() => callApi(settings, { method: 'DELETE', path })));
    },
    async deleteZone(id) {
      await translated(() =>
        orNull(() => callApi(settings, { method: 'DELETE', path: `/zones/${idOf(id)}` })),
      );
    },
  };
}

/** Checks an id from the database, so that it cannot change the path of a request. */
function idOf(id: string): string {
  if (!ID.test(id)) throw new Error('This is no id of Cloudflare.');
  return id;
}

const toZone = ({ id, name, status, name_servers }: z.output<typeof zoneSchema>): Zone => ({
  id,
  name: name.toLowerCase(),
  status: status === 'initializing' ? 'pending' : status,
  nameServers: (name_servers ?? []).map((host) => host.toLowerCase()),
});

const toRecord = ({
  id,
  type,
  name,
  content,
  priority,
}: z.output<typeof recordSchema>): StoredZoneRecord => ({
  id,
  type,
  name: name.toLowerCase(),
  value: type === 'TXT' ? txtText(content ?? '') : (content ?? '').replace(/\.$/, ''),
  priority: type === 'MX' ? (priority ?? 0) : null,
});

const toBody = ({ type, name, value, priority }: ZoneRecord) => ({
  type,
  name,
  content: type === 'TXT' ? txtContent(value) : value,
  ttl: AUTOMATIC_TTL,
  ...(type === 'MX' && { priority: priority ?? 10 }),
});

function isSame(present: StoredZoneRecord, { type, name, value, priority }: ZoneRecord): boolean {
  const same = type === 'TXT' ? present.value === value : present.value.toLowerCase() === value.toLowerCase();
  return present.type === type && present.name === name && same && present.priority === priority;
}

/** Turns "not found" into null, so that a repeated removal succeeds. */
async function orNull<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CloudflareRefusal)) throw error;
    const isMissing = error.status === 404 || error.is(...CODES.recordMissing, ...CODES.zoneMissing);
    if (isMissing) return null;
    throw error;
  }
}

async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CloudflareRefusal) throw error.toAppError();
    if (error instanceof z.ZodError)
      throw new AppError('upstream_error', {
        provider: 'cloudflare',
        message: 'The answer has another form.',
      });
    throw error;
  }
}
