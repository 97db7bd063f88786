import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { addDomain, publishRecords, withdrawRecords } from '#testing/domains.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { type Program, startProgram } from '#testing/program.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';

// The program as a process that checks domains and sends from them, killed at random moments while their records come and
// go, their keys are rotated, and others are removed with mail in flight (issue 19): nothing goes out from a domain that is
// not proven, nothing goes out twice or without its domain's signature, and no domain, key or message stays where it is.

/** PM_TEST_KILLS=200 for the long run. */
const KILLS = Number(process.env.PM_TEST_KILLS ?? 1);
const DOMAINS = 3;
/** A claim may have read the status in the moment before it changed. */
const RACE_MS = 1_000;

let api: TestApi;
let dns: DnsServer;
let sink: SmtpSink;
let program: Program | undefined;

beforeAll(async () => {
  dns = await startDnsServer({ 'mail.ours.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } });
  sink = await startSmtpSink();
  api = await openTestApi({ PM_DNS_SERVERS: dns.address, PM_MAIL_DOMAIN: 'mail.ours.example' });
  // The database itself logs each change of a status, and each claim with the status at that time.
  await query(`create table status_log (domain text, status text, at timestamptz)`);
  await query(`create table claim_log (domain text, status text, ms float)`);
  await query(`create function log_status() returns trigger language plpgsql as $$ begin
    insert into status_log values (new.domain, new.status, clock_timestamp()); return null; end $$`);
  await query(`create trigger log_status after update of status on domains for each row
    when (old.status is distinct from new.status) execute function log_status()`);
  await query(`create function log_claim() returns trigger language plpgsql as $$ begin
    insert into claim_log select d.domain, d.status, 1000 * extract(epoch from clock_timestamp() - coalesce((
      select max(at) from status_log l where l.domain = d.domain), d.created_at))
    from domains d where d.domain = split_part(new.envelope_from, '@', 2); return null; end $$`);
  await query(`create trigger log_claim after update of attempt_started_at on sends for each row
    when (new.attempt_started_at is not null) execute function log_claim()`);
});
afterAll(async () => {
  await program?.kill();
  await api?.close();
  await sink?.close();
  await dns?.close();
});

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.services.db.pool.query(text, values)).rows;

const start = (): Promise<Program> =>
  startProgram({
    DATABASE_URL: api.services.db.pool.options.connectionString,
    PM_DATA_DIR: api.services.config.dataDir,
    PM_ROLES: 'worker',
    PM_MAIL_DOMAIN: 'mail.ours.example',
    PM_DNS_SERVERS: dns.address,
    PM_BASIC_TRANSPORT: 'smtp',
    PM_SMTP_URL: sink.url,
  });

type Owned = { id: string; domain: string; identity: string; address: string };

async function makeDomains(tenantId: string): Promise<Owned[]> {
  const made: Owned[] = [];
  for (let n = 0; n < DOMAINS; n += 1) {
    const domain = `kill${n}.example`;
    const { body } = await addDomain(api, tenantId, { domain });
    const identity = await api.call('POST', `/v1/tenants/${tenantId}/identities`, {
      body: { username: `agent${n}`, owner: { name: 'Ada', email: 'ada@example.com' } },
    });
    const path = `/v1/identities/${identity.body.id}/addresses`;
    await api.call('POST', path, { body: { local_part: 'hello', domain_id: body.id } });
    made.push({ id: body.id, domain, identity: identity.body.id, address: `hello@${domain}` });
  }
  return made;
}

const records = async (id: string) => (await api.call('GET', `/v1/domains/${id}`)).body.records;
/** Makes the check due at once. The program runs due checks each minute; this job runs it now. */
const checkNow = async (id: string): Promise<void> => {
  await query(
    `select graphile_worker.add_job('domains.check', json_build_object('domain_id', $1::text), max_attempts := 25)`,
    [id],
  );
};

/** Damages a domain in one of several ways, or repairs it. */
async function shake({ id }: Owned): Promise<void> {
  const happening = happenings[Math.floor(Math.random() * happenings.length)]!;
  if (happening === 'repair') await repair(id);
  else if (happening === 'rotation')
    await api.call('PATCH', `/v1/domains/${id}`, { body: { rotate_dkim: true } });
  else withdrawRecords(dns.records, await records(id), happening);
  await checkNow(id);
}
const happenings = ['ownership', 'dkim', 'spf', 'mx', 'return_path', 'rotation', 'repair', 'repair'] as const;

/** Creates a domain, sends a message from it, and removes it while the message waits. Its keys stay until it is sent. */
async function visit(tenantId: string, number: number): Promise<boolean> {
  const { body } = await addDomain(api, tenantId, { domain: `guest${number}.example` });
  publishRecords(dns.records, body.records);
  await api.call('POST', `/v1/domains/${body.id}/verify`);
  const identity = await api.call('POST', `/v1/tenants/${tenantId}/identities`, {
    body: { username: `guest${number}`, owner: { name: 'Ada', email: 'ada@example.com' } },
  });
  const path = `/v1/identities/${identity.body.id}`;
  const made = await api.call('POST', `${path}/addresses`, {
    body: { local_part: 'guest', domain_id: body.id },
  });
  const address = `guest@guest${number}.example`;
  const sent = await api.call('POST', `${path}/messages`, {
    headers: { 'idempotency-key': address },
    body: {
      from_address: address,
      to: [`r-${address.replace('@', '-')}@outside.example`],
      subject: 'S',
      text: 'T',
    },
  });
  if (![202, 409, 429].includes(sent.status)) throw new Error(JSON.stringify(sent.body));
  await api.call('POST', `${path}/addresses/${made.body.id}/retire`, { body: { after_days: 0 } });
  const removed = await api.call('DELETE', `/v1/domains/${body.id}`);
  if (removed.status !== 204) throw new Error(JSON.stringify(removed.body));
  const waiting = await query('select 1 from domains where id = $1 and removing_at is not null', [body.id]);
  await checkNow(body.id);
  return waiting.length > 0;
}

async function repair(id: string): Promise<void> {
  const { status, body } = await api.call('GET', `/v1/domains/${id}`);
  // It is being removed.
  if (status === 404) return;
  if (body.status === 'suspended') await api.call('POST', `/v1/domains/${id}/reprove`);
  publishRecords(dns.records, await records(id));
}

/** Whether a message has the signature of the domain in From, even if that is the platform's as a fallback. */
function isSignedByItsDomain(raw: string): boolean {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const from = /^From:.*@([\w.-]+)/im.exec(head)?.[1];
  const signed = /^DKIM-Signature:.*?\bd=([\w.-]+)/im.exec(head)?.[1];
  return from !== undefined && from === signed;
}

it(`sends from no unproven domain and leaves nothing stuck over ${KILLS} kills`, {
  timeout: 180_000 + KILLS * 30_000,
}, async () => {
  const tenant = await api.call('POST', '/v1/tenants', { body: { slug: 'kill', name: 'K', mode: 'live' } });
  const domains = await makeDomains(tenant.body.id);
  for (const { id } of domains) {
    publishRecords(dns.records, await records(id));
    expect((await api.call('POST', `/v1/domains/${id}/verify`)).body.status).toBe('healthy');
  }
  const counts = { accepted: 0, 'not ready': 0 };
  let waited = 0;
  let running = true;
  const sender = async ({ identity, address }: Owned, name: number) => {
    for (let n = 0; running; n += 1) {
      const answer = await api.call('POST', `/v1/identities/${identity}/messages`, {
        headers: { 'idempotency-key': `${name}-${n}` },
        body: { from_address: address, to: [`r${name}-${n}@outside.example`], subject: 'S', text: 'T' },
      });
      if (answer.status === 202) counts.accepted += 1;
      else if (answer.body.error.code === 'domain_not_ready') counts['not ready'] += 1;
      else if (answer.status !== 429) throw new Error(JSON.stringify(answer.body));
      // All senders together have 120 sends a minute.
      await delay(DOMAINS * (400 + Math.random() * 400));
    }
  };
  program = await start();
  const senders = domains.map(sender);
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let change = 0; change < 4; change += 1) {
      await shake(domains[Math.floor(Math.random() * DOMAINS)]!);
      await delay(Math.random() * 500);
    }
    if (await visit(tenant.body.id, kill)) waited += 1;
    await program.kill();
    program = await start();
  }
  running = false;
  await Promise.all(senders);

  // Everything is repaired, so each domain must work again and each message must end.
  for (let round = 0; ; round += 1) {
    const stuck = await query<{ what: string }>(
      `select domain || ' ' || status as what from domains where status <> 'healthy'
       union all select 'check of ' || domain from domains where next_check_at is null
       union all select 'key of ' || domain from domain_dkim_keys where state = 'next'
       union all select 'message ' || message_id from deliveries where status = 'queued'
       union all select 'attempt ' || message_id from sends where attempt_started_at is not null`,
    );
    if (stuck.length === 0) break;
    if (round > 200) throw new Error(stuck.map(({ what }) => what).join(', '));
    for (const { id } of await query<{ id: string }>('select id from domains')) {
      await repair(id);
      await checkNow(id);
    }
    await query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`,
    );
    await delay(400);
  }
  await program.stop();

  const claims = await query<{ domain: string; status: string; ms: number }>('select * from claim_log');
  const unproven = claims.filter(
    ({ status, ms }) => status !== 'healthy' && status !== 'degraded' && ms > RACE_MS,
  );
  const changes = await query('select 1 from status_log');
  const mails = sink.messages.map(({ from, to, raw }) => ({
    from,
    to: to.join(),
    raw: raw.toString('latin1'),
  }));
  const unsigned = mails.filter(({ raw }) => !isSignedByItsDomain(raw));
  const twice = mails.length - new Set(mails.map(({ to }) => to)).size;
  const statuses = await query<{ status: string; count: number }>(
    'select status, count(*)::int as count from deliveries group by 1 order by 1',
  );
  reportFaults({
    fault: 'kill -9 while domains change state',
    rounds: KILLS,
    counts: {
      ...counts,
      'changes of state': changes.length,
      'sent from domains': claims.length,
      'sent from unproven ones': unproven.length,
      'sent twice': twice,
      unsigned: unsigned.length,
      'removed with mail in flight': waited,
      ...Object.fromEntries(statuses.map(({ status, count }) => [status, count])),
    },
  });
  expect(unproven).toEqual([]);
  expect(unsigned.map(({ to }) => to)).toEqual([]);
  expect(twice).toBe(0);
  expect(claims.length).toBeGreaterThan(0);
  expect(statuses.every(({ status }) => ['submitted', 'uncertain'].includes(status))).toBe(true);
});
