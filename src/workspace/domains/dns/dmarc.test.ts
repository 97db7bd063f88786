import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDomain, movedClock, openDomainsApi, publishRecords } from '#testing/domains.ts';
import { createTenant } from '#testing/tenants.ts';

// The DMARC policy of a parent domain (RFC 9989 section 4.10): which record applies, and the advice about it.

const { clock, pass } = movedClock(new Date('2026-11-20T10:00:00Z'));
let world: Awaited<ReturnType<typeof openDomainsApi>>;
let tenant: string;

beforeAll(async () => {
  world = await openDomainsApi(clock);
  tenant = (await createTenant(world.api)).id;
});
afterAll(() => world?.close());
beforeEach(() => world.clear());

/** A domain with all of its records except DMARC. `above` has the records of its parents. */
async function below(domain: string, above: Record<string, string>) {
  const { api, dns } = world;
  const { body } = await addDomain(api, tenant, { domain });
  publishRecords(dns.records, body.records, { without: ['dmarc'] });
  for (const [name, text] of Object.entries(above)) dns.records[name] = { TXT: [text] };
  pass(60_000);
  const checked = (await api.call('POST', `/v1/domains/${body.id}/verify`)).body;
  const record = checked.records.find(({ purpose }: { purpose: string }) => purpose === 'dmarc');
  return { id: body.id, status: checked.status, record };
}

it('is that of the organisational domain, not of a name between', async () => {
  const { status, record } = await below('agents.dept.one.example', {
    '_dmarc.one.example': 'v=DMARC1; p=reject; sp=none',
    '_dmarc.dept.one.example': 'v=DMARC1; p=quarantine',
  });
  expect([status, record.status, record.found_at]).toEqual(['healthy', 'present', '_dmarc.one.example']);
});

it('is that of a name between which says that it is an organisation of its own (psd=n)', async () => {
  const { record } = await below('agents.dept.two.example', {
    '_dmarc.two.example': 'v=DMARC1; p=reject',
    '_dmarc.dept.two.example': 'v=DMARC1; p=quarantine; psd=n',
  });
  expect(record).toMatchObject({ status: 'present', found_at: '_dmarc.dept.two.example' });
});

it('is the own one where there is one, and none where nobody has one', async () => {
  const own = await below('agents.three.example', {
    '_dmarc.agents.three.example': 'v=DMARC1; p=none',
    '_dmarc.three.example': 'v=DMARC1; p=reject',
  });
  expect(own.record).toMatchObject({ status: 'present', found_at: null, found: ['v=DMARC1; p=none'] });
  const none = await below('agents.four.example', {});
  expect([none.status, none.record]).toMatchObject(['degraded', { status: 'missing', found_at: null }]);
});

it('keeps its status while a server on the way does not answer', async () => {
  const { id, record } = await below('agents.five.example', { '_dmarc.five.example': 'v=DMARC1; p=none' });
  world.dns.records['_dmarc.five.example'] = 'servfail';
  pass(60_000);
  const { body } = await world.api.call('POST', `/v1/domains/${id}/verify`);
  expect(body.records).toContainEqual(
    expect.objectContaining({ ...record, server: null, fix: expect.any(String) }),
  );
});

it('becomes stricter by a record of the domain itself', async () => {
  const { id } = await below('agents.six.example', { '_dmarc.six.example': 'v=DMARC1; p=reject; sp=none' });
  await world.api.services.db.pool.query(
    `insert into domain_report_days (domain_id, tenant_id, kind, day, reporter, source, result, disposition, messages)
     select $1, $2, 'dmarc', $3::date - n, 'big.example', '203.0.113.9', 'dkim_spf', 'none', 100
     from generate_series(1, 20) n`,
    [id, tenant, clock.now()],
  );
  const { body } = await world.api.call('GET', `/v1/domains/${id}/reports/summary`);
  expect(body.advice).toMatchObject({
    policy: 'none',
    inherited_from: '_dmarc.six.example',
    next: 'quarantine',
    reason: 'ready',
    record: 'v=DMARC1; p=quarantine; rua=mailto:dmarc@mail.ours.example',
    record_name: '_dmarc.agents.six.example',
  });
});
