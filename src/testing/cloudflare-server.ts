import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type HttpSink, type SinkAnswer, type SinkRequest, startHttpSink } from './http-sink.ts';

// Zones and DNS records of the Cloudflare API v4, as its reference documents them (developers.cloudflare.com/api,
// resources zones and dns.records; read in November 2026). Codes and messages are those of the real service.

export type FakeZone = { id: string; name: string; status: string; records: FakeRecord[] };
type FakeRecord = { id: string; type: string; name: string; content: string; ttl: number; priority?: number };

export type CloudflareServer = {
  url: string;
  token: string;
  zones: Map<string, FakeZone>;
  requests: SinkRequest[];
  /** Answers the next matching requests in place of the API. */
  intercept(answer: ((request: SinkRequest) => SinkAnswer | null) | null): void;
  /** Names that belong to an account that holds them. */
  held: Set<string>;
  zone(name: string): FakeZone | undefined;
  close(): Promise<void>;
};

const zoneBody = z.strictObject({
  name: z.string().max(253),
  account: z.strictObject({ id: z.string().max(32).optional() }).optional(),
  type: z.enum(['full', 'partial', 'secondary', 'internal']).optional(),
});
const recordBody = z.strictObject({
  name: z.string().min(1).max(255),
  type: z.enum(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT']),
  content: z.string(),
  ttl: z.union([z.literal(1), z.int().min(60).max(86_400)]),
  priority: z.int().min(0).max(65_535).optional(),
  proxied: z.boolean().optional(),
  comment: z.string().optional(),
});

const NAME_SERVERS = ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'];
const newId = (): string => randomBytes(16).toString('hex');
const ok = (result: unknown, result_info?: object): SinkAnswer => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result, ...(result_info && { result_info }) },
});
const refused = (status: number, code: number, message: string): SinkAnswer => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

/** The API on loopback, with one account and one token. */
export async function startCloudflareServer(): Promise<CloudflareServer> {
  const token = `test-${newId()}`;
  const zones = new Map<string, FakeZone>();
  const held = new Set<string>();
  let interceptor: ((request: SinkRequest) => SinkAnswer | null) | null = null;
  const sink: HttpSink = await startHttpSink((request) => {
    const intercepted = interceptor?.(request);
    if (intercepted) return intercepted;
    if (request.headers.authorization !== `Bearer ${token}`)
      return refused(403, 9109, 'Invalid access token');
    return route(request, { zones, held });
  });
  return {
    url: `${sink.url}/client/v4`,
    token,
    zones,
    requests: sink.requests,
    held,
    intercept: (answer) => {
      interceptor = answer;
    },
    zone: (name) => [...zones.values()].find((zone) => zone.name === name),
    close: () => sink.close(),
  };
}

type State = { zones: Map<string, FakeZone>; held: Set<string> };

function route(request: SinkRequest, state: State): SinkAnswer {
  const url = new URL(request.path, 'http://fake');
  const [, zoneId, kind, recordId] =
    /^\/client\/v4\/zones(?:\/([^/]+)(?:\/(dns_records)(?:\/([^/]+))?)?)?$/.exec(url.pathname) ?? [];
  const body = request.body === '' ? null : JSON.parse(request.body);
  if (zoneId === undefined)
    return request.method === 'POST' ? createZone(state, body) : listZones(state, url);
  const zone = state.zones.get(zoneId);
  if (!zone) return refused(404, 1001, 'Invalid zone identifier');
  if (kind === undefined && request.method === 'DELETE') {
    state.zones.delete(zoneId);
    return ok({ id: zoneId });
  }
  if (kind === undefined) return ok(shown(zone));
  if (recordId === undefined)
    return request.method === 'POST' ? createRecord(zone, body) : listRecords(zone, url);
  const record = zone.records.find(({ id }) => id === recordId);
  if (!record) return refused(404, 81044, 'Record does not exist.');
  if (request.method === 'DELETE') {
    zone.records = zone.records.filter(({ id }) => id !== recordId);
    return ok({ id: recordId });
  }
  const parsed = recordBody.safeParse(body);
  if (!parsed.success) return refused(400, 9207, z.prettifyError(parsed.error));
  Object.assign(record, parsed.data);
  return ok(record);
}

const shown = ({ id, name, status }: FakeZone) => ({
  id,
  name,
  status,
  type: 'full',
  paused: false,
  name_servers: NAME_SERVERS,
  original_name_servers: ['ns1.registrar.example'],
  account: { id: 'a'.repeat(32), name: 'Test' },
});

function createZone({ zones, held }: State, body: unknown): SinkAnswer {
  const parsed = zoneBody.safeParse(body);
  if (!parsed.success) return refused(400, 1208, z.prettifyError(parsed.error));
  const { name } = parsed.data;
  if (held.has(name)) return refused(400, 1110, `The zone ${name} is subject to a zone hold.`);
  if (!name.includes('.')) return refused(400, 1049, `${name} is not a registered domain`);
  if ([...zones.values()].some((zone) => zone.name === name))
    return refused(400, 1061, `${name} already exists`);
  const zone = { id: newId(), name, status: 'pending', records: [] };
  zones.set(zone.id, zone);
  return ok(shown(zone));
}

function listZones({ zones }: State, url: URL): SinkAnswer {
  const name = url.searchParams.get('name');
  const found = [...zones.values()].filter((zone) => name === null || zone.name === name);
  return ok(found.map(shown), { page: 1, per_page: 20, total_pages: 1, count: found.length });
}

function createRecord(zone: FakeZone, body: unknown): SinkAnswer {
  const parsed = recordBody.safeParse(body);
  if (!parsed.success) return refused(400, 9207, z.prettifyError(parsed.error));
  const { type, name, content, priority } = parsed.data;
  if (type === 'MX' && priority === undefined) return refused(400, 9100, 'MX records need a priority.');
  const isSame = (present: FakeRecord) =>
    present.type === type && present.name === name && present.content === content;
  if (zone.records.some(isSame)) return refused(400, 81058, 'An identical record already exists.');
  const record: FakeRecord = { id: newId(), ...parsed.data };
  zone.records.push(record);
  return ok(record);
}

function listRecords(zone: FakeZone, url: URL): SinkAnswer {
  const of = (name: string) => url.searchParams.get(name);
  const [page, perPage] = [Number(of('page') ?? 1), Number(of('per_page') ?? 100)];
  const found = zone.records.filter(
    (record) =>
      (of('type') === null || record.type === of('type')) &&
      (of('name') === null || record.name === of('name')),
  );
  return ok(found.slice((page - 1) * perPage, page * perPage), {
    page,
    per_page: perPage,
    count: found.length,
    total_count: found.length,
    total_pages: Math.max(1, Math.ceil(found.length / perPage)),
  });
}
