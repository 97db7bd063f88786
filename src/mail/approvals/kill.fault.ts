import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { consoleIsBuilt, freePort, type Program, startProgram } from '#testing/program.ts';
import { type ScriptedSmtpServer, startScriptedSmtpServer } from '#testing/scripted-smtp-server.ts';

// The program is killed (kill -9) again and again while people approve, edit, reject, and decide in batches and
// concurrently, and while requests expire (decisions-2, Approval). Each message has one decision, one audit row and one
// event. Approved messages are sent once, in the approved version, and nothing else is sent.

/** `npm run test:faults` kills 10 times. */
const KILLS = Number(process.env.PM_TEST_KILLS ?? 2);
const PATIENCE = 120_000;
const ways = ['approve', 'edit', 'reject', 'batch', 'race', 'expire'] as const;
type Way = (typeof ways)[number];
type Asked = { way: Way; id: string; approval: string; hash: string; to: string };
type Json = TestApi extends { call(...args: never[]): Promise<{ body: infer Body }> } ? Body : never;

let api: TestApi;
let smtp: ScriptedSmtpServer;
let program: Program | undefined;
let port = 0;
let tenant: string;
let identity: string;
let agent: string;
let approver: string;

const secretOf = async (body: Json): Promise<string> =>
  (await api.call('POST', '/v1/keys', { body })).body.secret;

beforeAll(async () => {
  api = await openTestApi();
  port = await freePort();
  smtp = await startScriptedSmtpServer();
  const policy = { sending: { approval: 'always' } };
  tenant = (
    await api.call('POST', '/v1/tenants', { body: { slug: 'kill', name: 'K', mode: 'live', policy } })
  ).body.id;
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const body = { username: 'agent', owner };
  identity = (await api.call('POST', `/v1/tenants/${tenant}/identities`, { body })).body.id;
  agent = await secretOf({
    name: 'a',
    level: 'identity',
    identity_id: identity,
    permissions: ['messages:send'],
  });
  approver = await secretOf({
    name: 'b',
    level: 'tenant',
    tenant_id: tenant,
    permissions: ['sends:approve'],
  });
});
afterAll(async () => {
  await program?.kill();
  await smtp?.close();
  await api?.close();
});

const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.services.db.pool.query(text, values)).rows;

const start = (): Promise<Program> =>
  startProgram({
    DATABASE_URL: api.services.db.pool.options.connectionString,
    PM_DATA_DIR: api.services.config.dataDir,
    PM_ROLES: 'web,worker',
    PORT: String(port),
    PM_BASIC_TRANSPORT: 'smtp',
    PM_SMTP_URL: smtp.url,
  });

let asks = 0;
async function ask(way: Way): Promise<Asked> {
  asks += 1;
  const to = `${way}-${asks}@outside.example`;
  const { body } = await api.call('POST', `/v1/identities/${identity}/messages`, {
    key: agent,
    headers: { 'idempotency-key': `ask ${asks}` },
    body: { to: [to], subject: `Ask ${asks}`, text: 'As the agent wrote it.' },
  });
  const { body: approval } = await api.call('GET', `/v1/approvals/${body.approval.id}`, { key: approver });
  return { way, id: body.id, approval: approval.id, hash: approval.content_sha256, to };
}

/** Repeats a request until the program responds. It may be down, and it may have died after the commit. */
async function insist(path: string, body: unknown): Promise<number> {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${approver}` },
        body: JSON.stringify(body),
      });
      await response.arrayBuffer();
      if (response.status < 500) return response.status;
    } catch {
      // The process is dead, so the next one decides.
    }
    await delay(50);
  }
}

const decisions: Record<Way, (asked: Asked) => Promise<unknown>> = {
  approve: ({ approval, hash }) => insist(`/v1/approvals/${approval}/approve`, { content_sha256: hash }),
  edit: ({ approval, hash }) =>
    insist(`/v1/approvals/${approval}/approve`, {
      content_sha256: hash,
      edit: { text: 'As the person wrote it.' },
    }),
  reject: ({ approval }) => insist(`/v1/approvals/${approval}/reject`, { comment: 'No.' }),
  batch: ({ approval, hash }) =>
    insist(`/v1/tenants/${tenant}/approvals/decide`, {
      ...{ name: 'All', decision: 'approve', approvals: [{ id: approval, content_sha256: hash }] },
    }),
  race: (asked) => Promise.all([decisions.approve(asked), decisions.reject(asked)]),
  expire: async ({ approval }) => {
    await rows(`update approvals set expires_at = now() where id = $1`, [approval]);
    await rows(
      `update graphile_worker._private_jobs set run_at = now()
       where payload->>'approval_id' = $1 and locked_at is null`,
      [approval],
    );
  },
};

const pending = async (): Promise<number> =>
  (
    await rows<{ open: number }>(`
    select ((select count(*) from approvals where status = 'pending')
      + (select count(*) from deliveries where status in ('queued', 'deferred') and not is_taken)
      + (select count(*) from sends where attempt_started_at is not null))::int as open`)
  )[0]!.open;

type Outcome = {
  id: string;
  status: string;
  audits: number;
  events: number;
  delivery: string;
  edited: boolean;
};

it.skipIf(!consoleIsBuilt)(
  `decides once over ${KILLS} kills`,
  { timeout: 300_000 + KILLS * 60_000 },
  async () => {
    const all: Asked[] = [];
    program = await start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const round = await Promise.all(ways.map((way) => ask(way)));
      all.push(...round);
      const deciding = Promise.all(round.map((asked) => decisions[asked.way](asked)));
      await delay(Math.random() * 400);
      await program.kill();
      program = await start();
      await deciding;
    }
    for (let waited = 0; (await pending()) > 0; waited += 100) {
      if (waited > PATIENCE) throw new Error(`${await pending()} still wait.`);
      await rows(
        `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`,
      );
      await delay(100);
    }
    await program.stop();
    const outcomes = await rows<Outcome>(`
      select m.id, a.status, a.original is not null as edited, d.status as delivery,
        (select count(*)::int from audit_events u where u.target_id = a.id) as audits,
        (select count(*)::int from events e where e.data->>'approval_id' = a.id
           and e.type in ('message.approved', 'message.approval_rejected', 'message.approval_expired')) as events
      from approvals a join messages m on m.id = a.message_id join deliveries d on d.message_id = m.id`);
    const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    const left = (to: string) => smtp.messages.filter((message) => message.to.includes(to));
    const expected: Record<Way, string[]> = {
      ...{ approve: ['approved'], edit: ['approved'], reject: ['rejected'], batch: ['approved'] },
      ...{ race: ['approved', 'rejected'], expire: ['expired'] },
    };
    const wrong = all.filter(({ id, way, to }) => {
      const { status, audits, events, delivery, edited } = byId.get(id)!;
      const messages = left(to);
      const isSent =
        status === 'approved'
          ? delivery === 'submitted' || delivery === 'uncertain'
          : delivery === 'canceled';
      const count =
        delivery === 'submitted'
          ? messages.length === 1
          : messages.length <= (delivery === 'uncertain' ? 1 : 0);
      const said = way === 'edit' ? 'As the person wrote it.' : 'As the agent wrote it.';
      const isRight = messages.every(({ raw }) => raw.includes(said));
      return !(
        expected[way].includes(status) &&
        audits === 1 &&
        events === 1 &&
        isSent &&
        count &&
        isRight &&
        edited === (way === 'edit')
      );
    });
    const [counter] = await rows<{ used: number }>(
      `select coalesce(sum(used), 0)::int as used from send_counters where owner_id = $1`,
      [identity],
    );
    const approved = outcomes.filter(({ status }) => status === 'approved').length;
    reportFaults({
      fault: 'kill -9 while people decide',
      rounds: KILLS,
      counts: {
        ...{ asked: all.length, approved, 'handed over': smtp.messages.length, wrong: wrong.length },
        uncertain: outcomes.filter(({ delivery }) => delivery === 'uncertain').length,
      },
    });
    expect(wrong.map((asked) => ({ ...asked, ...byId.get(asked.id), left: left(asked.to).length }))).toEqual(
      [],
    );
    expect(counter!.used).toBe(approved);
  },
);
