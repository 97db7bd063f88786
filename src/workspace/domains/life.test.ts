import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/base/clock.ts';
import type { ApiAnswer, TestApi } from '#testing/api.ts';
import type { DnsServer } from '#testing/dns-server.ts';
import {
  addDomain,
  healthyDomain,
  movedClock,
  openDomainsApi,
  publishRecords,
  withdrawRecords,
} from '#testing/domains.ts';
import { createTenant } from '#testing/tenants.ts';
import { domainOf, findSendingDomain } from './index.ts';
import { checkDue, checkOne } from './jobs.ts';
import { domainChecks } from './maintenance.ts';

// Checks of domains and their consequences (spec 3.3, 6.4; decisions.md section 3) against an authoritative DNS server.

let opened: Awaited<ReturnType<typeof openDomainsApi>>;
let api: TestApi;
let dns: DnsServer;
let tenant: string;
const START = new Date('2026-11-10T10:00:00Z');
const { clock, pass } = movedClock(START);

beforeAll(async () => {
  opened = await openDomainsApi(clock);
  ({ api, dns } = opened);
});
afterAll(() => opened?.close());
beforeEach(async () => {
  clock.time = START;
  opened.clear();
  dns.records['mail.ours.example'] = { TXT: ['v=spf1 ip4:192.0.2.1 -all'] };
  tenant = (await createTenant(api)).id;
});

const add = (fields: Record<string, unknown>, key?: string) => addDomain(api, tenant, fields, key);
const verify = (id: string) => api.call('POST', `/v1/domains/${id}/verify`);
const read = async (id: string) => (await api.call('GET', `/v1/domains/${id}`)).body;
const code = ({ status, body }: ApiAnswer) => [status, body.error?.code];
const check = (id: string) =>
  checkOne.run(
    { services: api.services, attempt: 1, signal: new AbortController().signal },
    { domain_id: id, tenant_id: tenant },
  );
const statusesOf = (domain: ApiAnswer['body']) =>
  Object.fromEntries(domain.records.map(({ purpose, status }: Record<string, string>) => [purpose, status]));
const eventsOf = (id: string) =>
  api.services.db.rows<{ type: string; sequence: number; data: Record<string, unknown> }>({
    name: 'test.domain_events',
    text: `select type, sequence, data from events
           where coalesce(data->>'domain_id', data->'domain'->>'id') = $1 order by position`,
    values: [id],
  });
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);

describe('checks', () => {
  it('prove ownership first, then find every record, and name the fix for each', async () => {
    const { body } = await add({ domain: 'step.example' });
    const first = (await verify(body.id)).body;
    expect(first).toMatchObject({ status: 'pending', status_reason: 'ownership_missing' });
    expect(first.issues[0]).toEqual({
      code: 'ownership_missing',
      record: '_proofmail.step.example',
      fix: expect.stringContaining('TXT _proofmail.step.example proofmail-verification='),
    });
    publishRecords(dns.records, body.records, { without: ['mx', 'dkim', 'dmarc', 'return_path', 'spf'] });
    pass(MINUTE);
    expect((await verify(body.id)).body).toMatchObject({ status: 'verifying', verified_at: null });
    publishRecords(dns.records, body.records, { without: ['dmarc', 'ownership'] });
    pass(MINUTE);
    const degraded = (await verify(body.id)).body;
    expect(degraded).toMatchObject({ status: 'degraded', status_reason: 'dmarc_missing' });
    expect(degraded.issues).toHaveLength(1);
    publishRecords(dns.records, body.records, { without: ['ownership', 'spf'] });
    pass(MINUTE);
    const healthy = (await verify(body.id)).body;
    expect(healthy).toMatchObject({
      status: 'healthy',
      status_reason: null,
      issues: [],
      verified_at: expect.any(String),
    });
    expect(new Set(Object.values(statusesOf(healthy)))).toEqual(new Set(['present']));
    expect(await eventsOf(body.id)).toMatchObject([
      { type: 'domain.created', sequence: 1 },
      { type: 'domain.degraded', sequence: 2, data: { domain_id: body.id, issues: degraded.issues } },
      { type: 'domain.recovered', sequence: 3, data: { domain_id: body.id, from_state: 'degraded' } },
    ]);
  });

  it('are asked for once a minute', async () => {
    const { id } = (await add({ domain: 'often.example' })).body;
    expect((await verify(id)).status).toBe(200);
    pass(20_000);
    const limited = await verify(id);
    expect(code(limited)).toEqual([429, 'rate_limited']);
    expect(limited.headers.get('retry-after')).toBe('40');
    pass(40_000);
    expect((await verify(id)).status).toBe(200);
  });

  it('say what is in the way', async () => {
    const domain = await healthyDomain(api, dns.records, tenant, { domain: 'way.example' });
    const entry = dns.records['way.example'] as { TXT: string[]; MX: unknown[] };
    entry.MX = [
      { exchange: 'mail.ours.example', priority: 10 },
      { exchange: 'mx.elsewhere.example', priority: 20 },
    ];
    entry.TXT = ['v=spf1 a:other.example -all'];
    dns.records['other.example'] = { A: ['192.0.2.3'] };
    dns.records['_dmarc.way.example'] = { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] };
    const dkim = domain.records.find(({ purpose }: { purpose: string }) => purpose === 'dkim');
    dns.records[dkim.name] = { TXT: ['v=DKIM1; p=MIIBsomebodyelse'] };
    dns.records['pm-bounces.way.example'] = { CNAME: 'elsewhere.example' };
    pass(MINUTE);
    const found = (await verify(domain.id)).body;
    expect(statusesOf(found)).toEqual({
      ownership: 'present',
      mx: 'conflict',
      spf: 'conflict',
      dkim: 'conflict',
      dmarc: 'conflict',
      return_path: 'conflict',
      tls_rpt: 'present',
    });
    expect(found.issues.map(({ code: issue }: { code: string }) => issue)).toEqual([
      'mx_conflict',
      'spf_not_merged',
      'dkim_conflict',
      'dmarc_conflict',
      'return_path_conflict',
    ]);
    const spf = found.issues.find(({ code: issue }: { code: string }) => issue === 'spf_not_merged');
    expect(spf.fix).toContain('v=spf1 include:mail.ours.example a:other.example -all');
    entry.TXT = ['v=spf1 -all', 'v=spf1 include:mail.ours.example -all'];
    pass(MINUTE);
    const twice = (await verify(domain.id)).body;
    expect(twice.issues[1].code).toBe('spf_multiple');
  });

  it('change nothing when the name servers do not answer', async () => {
    const domain = await healthyDomain(api, dns.records, tenant, { domain: 'quiet.example' });
    for (const { name } of domain.records) dns.records[name] = 'servfail';
    pass(MINUTE);
    const unanswered = (await verify(domain.id)).body;
    expect(unanswered.status).toBe('healthy');
    expect(statusesOf(unanswered)).toEqual(statusesOf(domain));
    expect(unanswered.issues[0]).toMatchObject({ code: 'lookup_failed' });
  });

  it('come 1, 5 and 15 minutes after the start, then hourly, and daily for a domain that works', async () => {
    const { body } = await add({ domain: 'clockwork.example' });
    const due = async () => {
      const row = await api.services.db.first<{ next_check_at: string }>({
        name: 'test.next_check',
        text: 'select next_check_at from domains where id = $1',
        values: [body.id],
      });
      return Date.parse(row!.next_check_at) - START.getTime();
    };
    const seen: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      seen.push((await due()) / MINUTE);
      clock.time = new Date(START.getTime() + (await due()));
      await check(body.id);
    }
    expect(seen).toEqual([1, 5, 15, 75]);
    publishRecords(dns.records, body.records);
    await check(body.id);
    expect((await due()) - (clock.time.getTime() - START.getTime())).toBe(DAY);
    expect(await typesOf(body.id)).toEqual(['domain.created', 'domain.verified']);
    const before = await eventsOf(body.id);
    await check(body.id);
    expect(await eventsOf(body.id)).toEqual(before);
  });

  it('are started when they are due, once; a lost one is due again', async () => {
    const { body } = await add({ domain: 'due.example' });
    const context = { services: api.services, attempt: 1, signal: new AbortController().signal };
    const queued = async () => {
      const rows = await api.services.db.rows<{ n: number }>({
        name: 'test.queued_checks',
        text: `select count(*)::int as n from graphile_worker._private_jobs j
               join graphile_worker._private_tasks t on t.id = j.task_id
               where t.identifier = 'domains.check' and j.payload::text like $1`,
        values: [`%${body.id}%`],
      });
      return rows[0]!.n;
    };
    await checkDue.run(context, {});
    expect(await queued()).toBe(0);
    pass(MINUTE);
    await checkDue.run(context, {});
    await checkDue.run(context, {});
    expect(await queued()).toBe(1);
    pass(15 * MINUTE);
    await checkDue.run(context, {});
    expect(await queued()).toBe(2);
  });

  it('domain_checks looks at all of them now', async () => {
    const { body } = await add({ domain: 'all.example' });
    publishRecords(dns.records, body.records);
    const steps: [number, number][] = [];
    await domainChecks.run({
      services: api.services,
      signal: new AbortController().signal,
      progress: async (done, total) => {
        steps.push([done, total]);
      },
    });
    expect(await read(body.id)).toMatchObject({ status: 'healthy' });
    const [done, total] = steps.at(-1)!;
    expect(done).toBe(total);
  });
});

describe('the life of a domain', () => {
  it('fails with a fallback, recovers, and is suspended after 14 days of failing', async () => {
    const domain = await healthyDomain(api, dns.records, tenant, { domain: 'life.example' });
    withdrawRecords(dns.records, domain.records, 'mx');
    pass(DAY);
    await check(domain.id);
    const failing = await read(domain.id);
    expect(failing).toMatchObject({ status: 'failing', status_reason: 'mx_missing', fallback_active: true });
    publishRecords(dns.records, domain.records, { without: ['ownership', 'spf', 'dkim', 'dmarc'] });
    pass(DAY);
    await check(domain.id);
    expect(await read(domain.id)).toMatchObject({ status: 'healthy', fallback_active: false });
    withdrawRecords(dns.records, domain.records, 'mx');
    await check(domain.id);
    await api.call('PATCH', `/v1/tenants/${tenant}`, { body: { policy: { domains: { fallback: false } } } });
    pass(13 * DAY);
    await check(domain.id);
    expect(await read(domain.id)).toMatchObject({ status: 'failing', fallback_active: false });
    pass(DAY);
    await check(domain.id);
    expect(await read(domain.id)).toMatchObject({ status: 'suspended', status_reason: 'failing_14_days' });
    expect(await eventsOf(domain.id)).toMatchObject([
      { type: 'domain.created' },
      { type: 'domain.verified', data: { domain: { status: 'healthy' } } },
      { type: 'domain.failing', data: { fallback_active: true, issues: failing.issues } },
      { type: 'domain.recovered', data: { from_state: 'failing' } },
      { type: 'domain.failing' },
      { type: 'domain.suspended', data: { domain_id: domain.id, reason: 'failing_14_days' } },
    ]);
  });

  it('is suspended when its ownership record vanishes, and proven again with a new one', async () => {
    const domain = await healthyDomain(api, dns.records, tenant, { domain: 'lost.example' });
    const reprove = () => api.call('POST', `/v1/domains/${domain.id}/reprove`);
    expect(code(await reprove())).toEqual([409, 'domain_not_suspended']);
    withdrawRecords(dns.records, domain.records, 'ownership');
    pass(DAY);
    await check(domain.id);
    expect(await read(domain.id)).toMatchObject({
      status: 'suspended',
      status_reason: 'ownership_record_missing',
    });
    publishRecords(dns.records, domain.records, { without: ['spf', 'dkim', 'dmarc', 'mx'] });
    await check(domain.id);
    expect((await read(domain.id)).status).toBe('suspended');
    const { status, body } = await reprove();
    expect([status, body.status, body.status_reason]).toEqual([200, 'pending', null]);
    expect(body.records[0].value).not.toBe(domain.records[0].value);
    await check(domain.id);
    expect((await read(domain.id)).status).toBe('pending');
    publishRecords(dns.records, body.records, { without: ['spf', 'dkim', 'dmarc', 'mx'] });
    await check(domain.id);
    expect((await read(domain.id)).status).toBe('healthy');
    expect((await typesOf(domain.id)).slice(2)).toEqual(['domain.suspended', 'domain.verified']);
  });

  it('reminds after 24 hours, 72 hours and 7 days', async () => {
    tenant = (await createTenant(api, { owner: { email: 'ada@people.example', name: 'Ada' } })).id;
    const { id } = (await add({ domain: 'waiting.example' })).body;
    for (const hours of [23, 24, 30, 72, 168, 600]) {
      clock.time = new Date(START.getTime() + hours * HOUR);
      await check(id);
      await check(id);
    }
    const reminders = (await eventsOf(id)).filter(({ type }) => type === 'domain.reminder');
    expect(reminders.map(({ data }) => data)).toEqual(
      [24, 72, 168].map((hours_in_state) => ({ domain_id: id, state: 'pending', hours_in_state })),
    );
    const told = await api.services.db.rows<{ subject: string }>({
      name: 'test.told',
      text: 'select subject from notifications where tenant_id = $1',
      values: [tenant],
    });
    expect(told.map(({ subject }) => subject)).toEqual(
      Array(3).fill('waiting.example is still waiting for its DNS records'),
    );
  });

  it('is removed when no address uses it', async () => {
    const { id } = await healthyDomain(api, dns.records, tenant, { domain: 'gone.example' });
    const made = await api.call('POST', `/v1/tenants/${tenant}/identities`, {
      body: { username: 'user', domain_id: id },
    });
    expect(code(await api.call('DELETE', `/v1/domains/${id}`))).toEqual([409, 'domain_in_use']);
    const [address, platform] = made.body.addresses;
    const base = `/v1/identities/${made.body.id}/addresses`;
    await api.call('POST', `${base}/${platform.id}/promote`, { body: { retire_previous_after_days: 0 } });
    expect((await read(id)).id).toBe(id);
    expect(address.domain_id).toBe(id);
    expect((await api.call('DELETE', `/v1/domains/${id}`)).status).toBe(204);
    expect(code(await api.call('GET', `/v1/domains/${id}`))).toEqual([404, 'domain_not_found']);
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'domain.removed',
      data: { domain_id: id, reason: 'requested' },
    });
    expect((await add({ domain: 'gone.example' })).status).toBe(201);
  });

  it('is removed only when its mail is out; until then its key is there and nobody else sees it', async () => {
    const { id } = await healthyDomain(api, dns.records, tenant, { domain: 'flight.example' });
    const made = await api.call('POST', `/v1/tenants/${tenant}/identities`, {
      body: { username: 'user', domain_id: id, owner: { name: 'Ada', email: 'ada@people.example' } },
    });
    const base = `/v1/identities/${made.body.id}`;
    const sent = await api.call('POST', `${base}/messages`, {
      body: { to: ['someone@else.example'], subject: 'Hello', text: 'Hello' },
      headers: { 'idempotency-key': id },
    });
    expect([sent.status, sent.body.status, sent.body.from.address]).toEqual([
      202,
      'queued',
      'user@flight.example',
    ]);
    const platform = made.body.addresses[1];
    await api.call('POST', `${base}/addresses/${platform.id}/promote`, {
      body: { retire_previous_after_days: 0 },
    });
    expect((await api.call('DELETE', `/v1/domains/${id}`)).status).toBe(204);
    expect(code(await api.call('GET', `/v1/domains/${id}`))).toEqual([404, 'domain_not_found']);
    expect(code(await api.call('DELETE', `/v1/domains/${id}`))).toEqual([404, 'domain_not_found']);
    await check(id);
    const { db } = api.services;
    const kept = await findSendingDomain(db, { tenantId: tenant, domainId: id });
    expect(kept?.dkim).not.toBeNull();
    expect(await domainOf(db, 'flight.example')).toBeNull();
    expect(await typesOf(id)).not.toContain('domain.removed');
    await api.call('POST', `${base}/messages/${sent.body.id}/cancel`);
    await check(id);
    await check(id);
    expect((await typesOf(id)).filter((type) => type === 'domain.removed')).toHaveLength(1);
    expect(await findSendingDomain(db, { tenantId: tenant, domainId: id })).toBeNull();
  });

  it('tells each change once, however many checks run at the same time', async () => {
    const { body } = await add({ domain: 'crowd.example' });
    publishRecords(dns.records, body.records);
    await Promise.all(Array.from({ length: 12 }, () => check(body.id)));
    expect(await typesOf(body.id)).toEqual(['domain.created', 'domain.verified']);
    withdrawRecords(dns.records, body.records, 'ownership');
    pass(MINUTE);
    await Promise.all(Array.from({ length: 12 }, () => check(body.id)));
    expect((await typesOf(body.id)).slice(2)).toEqual(['domain.suspended']);
  });

  it('gets a next DKIM key that signs once its record was seen', async () => {
    const domain = await healthyDomain(api, dns.records, tenant, { domain: 'keys.example' });
    const patched = await api.call('PATCH', `/v1/domains/${domain.id}`, { body: { rotate_dkim: true } });
    const keys = patched.body.records.filter(({ purpose }: { purpose: string }) => purpose === 'dkim');
    expect(keys.map((key: ApiAnswer['body']) => [key.status, key.is_critical])).toEqual([
      ['present', true],
      ['missing', false],
    ]);
    await check(domain.id);
    expect(await read(domain.id)).toMatchObject({ status: 'healthy' });
    publishRecords(dns.records, [keys[1]]);
    pass(DAY);
    await check(domain.id);
    pass(DAY);
    await check(domain.id);
    const rotated = await read(domain.id);
    const signing = rotated.records.filter(({ purpose }: { purpose: string }) => purpose === 'dkim');
    expect(signing.map(({ name }: { name: string }) => name)).toEqual([keys[1].name]);
    expect(rotated.status).toBe('healthy');
  });
});
