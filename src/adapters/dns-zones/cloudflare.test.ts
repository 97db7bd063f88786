import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DnsZones, ZoneRecord } from '#kernel/ports/dns-zones.ts';
import { type CloudflareServer, startCloudflareServer } from '#testing/cloudflare-server.ts';
import { createCloudflareZones } from './cloudflare.ts';
import { txtContent, txtText } from './txt-content.ts';

// DNS zones at the edge platform, against a server on loopback that follows its published API.

let server: CloudflareServer;
let zones: DnsZones;
beforeAll(async () => {
  server = await startCloudflareServer();
  zones = createCloudflareZones({ url: server.url, token: server.token });
});
afterEach(() => server.intercept(null));
afterAll(() => server.close());

const txt = (name: string, value: string): ZoneRecord => ({ type: 'TXT', name, value, priority: null });

describe('a zone', () => {
  it('is made once, however often it is asked for', async () => {
    const zone = await zones.ensureZone('customer.example');
    expect(zone).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'customer.example',
      status: 'pending',
      nameServers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
    });
    expect(await zones.ensureZone('customer.example')).toEqual(zone);
    server.zones.get(zone.id)!.status = 'active';
    expect(await zones.findZone(zone.id)).toMatchObject({ status: 'active' });
  });

  it('is removed once, and then missing', async () => {
    const { id } = await zones.ensureZone('gone.example');
    await zones.deleteZone(id);
    await zones.deleteZone(id);
    expect(await zones.findZone(id)).toBeNull();
  });

  it('that somebody holds, or that nobody registered, is refused', async () => {
    server.held.add('held.example');
    await expect(zones.ensureZone('held.example')).rejects.toMatchObject({ code: 'zone_hold' });
    await expect(zones.ensureZone('nodots')).rejects.toMatchObject({
      code: 'scope_denied',
      details: { reason: 'zone_not_allowed' },
    });
  });
});

describe('a record', () => {
  it('is made once, with long text in strings of 255 bytes', async () => {
    const { id } = await zones.ensureZone('records.example');
    const record = txt('pm1._domainkey.records.example', `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`);
    const made = await zones.ensureRecord(id, record);
    expect(await zones.ensureRecord(id, record)).toEqual(made);
    expect(made).toEqual({ id: expect.any(String), ...record });
    expect(server.zones.get(id)!.records).toHaveLength(1);
    expect(server.zones.get(id)!.records[0]!.content).toMatch(/^"[^"]{255}" "[^"]{155}"$/);
  });

  it('that another process made in the same moment is that one', async () => {
    const { id } = await zones.ensureZone('race.example');
    const record = txt('race.example', 'v=spf1 -all');
    server.intercept((request) => {
      if (request.method !== 'POST') return null;
      server.intercept(null);
      server.zones.get(id)!.records.push({ id: 'f'.repeat(32), ...JSON.parse(request.body) });
      return null;
    });
    expect(await zones.ensureRecord(id, record)).toMatchObject({ id: 'f'.repeat(32) });
  });

  it('is listed over pages, changed, and removed twice', async () => {
    const { id } = await zones.ensureZone('pages.example');
    const stored = server.zones.get(id)!.records;
    for (let n = 0; n < 130; n += 1)
      stored.push({ id: `r${n}`, type: 'A', name: `h${n}.pages.example`, content: '192.0.2.1', ttl: 1 });
    const mx: ZoneRecord = { type: 'MX', name: 'pages.example', value: 'mx.ours.example', priority: 10 };
    const { id: recordId } = await zones.ensureRecord(id, mx);
    expect(await zones.records(id)).toHaveLength(131);
    expect(await zones.records(id, { type: 'MX' })).toEqual([{ id: recordId, ...mx }]);
    expect(await zones.updateRecord(id, recordId, { ...mx, priority: 5 })).toMatchObject({ priority: 5 });
    await zones.deleteRecord(id, recordId);
    await zones.deleteRecord(id, recordId);
    expect(await zones.updateRecord(id, recordId, mx)).toBeNull();
    expect(await zones.records(id, { name: 'pages.example' })).toEqual([]);
  });

  it.each(['short', '', 'a "quoted" \\ text', 'x'.repeat(255), 'y'.repeat(511)])('text %# survives', (text) =>
    expect(txtText(txtContent(text))).toBe(text),
  );
});

describe('a failure', () => {
  const failing = (answer: Parameters<CloudflareServer['intercept']>[0]) => {
    server.intercept(answer);
    return zones.ensureZone('failing.example');
  };
  const body = (code: number, message: string) => ({
    success: false,
    errors: [{ code, message }],
    messages: [],
    result: null,
  });

  it('of the rate comes with a wait', async () => {
    await expect(failing(() => ({ status: 429, body: body(971, 'Throttled') }))).rejects.toMatchObject({
      code: 'upstream_rate_limited',
      retryAfter: 60,
    });
    await expect(failing(() => ({ status: 400, body: body(1105, 'Too many times') }))).rejects.toMatchObject({
      code: 'upstream_rate_limited',
    });
  });

  it.each([
    ['an error of the service', () => ({ status: 500, body: body(10013, 'Oops') })],
    ['an error page', () => ({ status: 502, body: '<html>Bad gateway</html>' })],
    ['another form', () => ({ status: 200, body: { success: true, errors: [], result: { id: 7 } } })],
    ['no JSON', () => ({ status: 200, body: 'hello' })],
    ['a lost connection', () => 'drop' as const],
  ])('%s is an upstream error', async (_, answer) => {
    await expect(failing(answer)).rejects.toMatchObject({ code: 'upstream_error' });
  });

  it('of the token names what the operator must set', async () => {
    const other = createCloudflareZones({ url: server.url, token: 'wrong' });
    await expect(other.ensureZone('token.example')).rejects.toMatchObject({
      code: 'cf_token_required',
      details: { reason: 'token_refused' },
    });
  });

  it('never lets an id change the path', async () => {
    await expect(zones.deleteZone('../accounts')).rejects.toThrow('no id');
  });
});
