import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { consoleIsBuilt, freePort, type Program, startProgram } from '#testing/program.ts';
import {
  type ScriptedSmtpServer,
  type SmtpAction,
  type SmtpScript,
  startScriptedSmtpServer,
} from '#testing/scripted-smtp-server.ts';

// The program as a process that accepts mail over HTTP and sends it by SMTP to a server which fails in every way it can,
// killed at random moments (issue 5): every accepted message ends, no recipient is handed a message twice, none is lost.
// Where the console is not built the program has no HTTP, and messages are accepted in this process.

/** PM_TEST_KILLS=200 for the long run. */
const KILLS = Number(process.env.PM_TEST_KILLS ?? 3);
const IDENTITIES = 8;
const SENDERS = 3;
const STALLS = KILLS > 50;

let api: TestApi;
let server: ScriptedSmtpServer;
let program: Program | undefined;
let port = 0;
let calm = false;

/** One of the ways to fail, or null for normal behaviour. */
function pick(ways: readonly SmtpAction[], chance: number): SmtpAction | null {
  if (calm || Math.random() >= chance) return null;
  return ways[Math.floor(Math.random() * ways.length)]!;
}

const slow = (reply: string): SmtpAction => ({ reply, afterMs: 50 + Math.random() * 400 });
const lost = (ending: 'drop' | 'reset'): SmtpAction => ({ ending, afterMs: Math.random() * 200 });

const script: SmtpScript = {
  connection: () => pick(['421 4.3.2 busy', lost('drop'), lost('reset'), 'SSH-2.0-oops'], 0.08) ?? '220 hi',
  MAIL: () => pick(['451 4.3.0 later', '550 5.7.1 no', lost('drop'), 'garbage'], 0.08) ?? '250 ok',
  RCPT: () =>
    pick(['452 4.2.2 full', '550 5.1.1 unknown', lost('reset'), slow('250 2.1.5 ok'), '999 what'], 0.12) ??
    '250 2.1.5 ok',
  DATA: () => pick(['451 4.3.0 later', '554 5.7.1 no', lost('drop'), slow('354 go')], 0.1) ?? '354 go',
  content: () =>
    pick(
      [
        slow('250 2.0.0 Ok: queued as SLOW'),
        '452 4.3.1 no space',
        '554 5.6.0 no',
        lost('drop'),
        lost('reset'),
        'garbage',
        { reply: '250-2.0.0 half', ending: 'drop' },
        ...(STALLS ? [{ ending: 'stall' } as const] : []),
      ],
      0.4,
    ) ?? '250 2.0.0 Ok: queued as Q',
};

beforeAll(async () => {
  api = await openTestApi();
  port = await freePort();
  server = await startScriptedSmtpServer({ script });
});
afterAll(async () => {
  await program?.kill();
  await server?.close();
  await api?.close();
});

const start = (): Promise<Program> =>
  startProgram({
    DATABASE_URL: api.services.db.pool.options.connectionString,
    PM_DATA_DIR: api.services.config.dataDir,
    PM_ROLES: consoleIsBuilt ? 'web,worker' : 'worker',
    PORT: String(port),
    PM_BASIC_TRANSPORT: 'smtp',
    PM_SMTP_URL: server.url,
  });

type Answer = { status: number; id: string };

/** Null if the program was killed during the request: the client repeats it with the same key. */
async function accept(identity: string, key: string, body: object): Promise<Answer | null> {
  const path = `/v1/identities/${identity}/messages`;
  if (!consoleIsBuilt) {
    const answer = await api.call('POST', path, { headers: { 'idempotency-key': key }, body });
    return { status: answer.status, id: answer.body.id };
  }
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${api.platformKey}`,
    'idempotency-key': key,
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
    return { status: answer.status, id: ((await answer.json()) as { id: string }).id };
  } catch {
    return null;
  }
}

async function makeIdentities(): Promise<string[]> {
  const tenant = await api.call('POST', '/v1/tenants', { body: { slug: 'kill', name: 'K', mode: 'live' } });
  const ids: string[] = [];
  for (let n = 0; n < IDENTITIES; n += 1) {
    const body = { username: `agent${n}`, owner: { name: 'Ada', email: 'ada@example.com' } };
    ids.push((await api.call('POST', `/v1/tenants/${tenant.body.id}/identities`, { body })).body.id);
  }
  return ids;
}

type Delivery = { message_id: string; address: string; status: string; is_taken: boolean };
const query = async <Row>(text: string): Promise<Row[]> => (await api.services.db.pool.query(text)).rows;

/** Whether the server may have accepted it: true unless it clearly refused the whole message. */
const mayHave = (answer: string | null): boolean => answer === null || !/^[45]\d\d /.test(answer);

it(`hands nothing over twice and loses nothing over ${KILLS} kills`, {
  timeout: 180_000 + KILLS * 45_000,
}, async () => {
  const identities = await makeIdentities();
  const accepted = new Map<string, string[]>();
  let running = true;
  let cutOff = 0;
  const sender = async (name: number) => {
    for (let n = 0; running; n += 1) {
      const identity = identities[(name + n * SENDERS) % IDENTITIES];
      const to = Array.from({ length: 1 + (n % 3) }, (_, r) => `r${name}-${n}-${r}@outside.example`);
      let answer = await accept(identity!, `${name}-${n}`, { to, subject: 'Once', text: 'Once.' });
      while (answer?.status !== 202) {
        if (!answer) cutOff += 1;
        await delay(answer ? 2_000 : 50);
        answer = await accept(identity!, `${name}-${n}`, { to, subject: 'Once', text: 'Once.' });
      }
      accepted.set(answer.id, to);
      await delay(300 + Math.random() * 300);
    }
  };
  program = await start();
  const senders = Array.from({ length: SENDERS }, (_, name) => sender(name));
  for (let kill = 0; kill < KILLS; kill += 1) {
    // While mail is accepted and handed over, on a machine that is busy too.
    const enough = accepted.size + 1 + Math.floor(Math.random() * 4);
    while (accepted.size < enough) await delay(20);
    await delay(Math.random() * 400);
    await program.kill();
    program = await start();
  }
  running = false;
  await Promise.all(senders);
  calm = true;

  // Temporarily refused messages are retried at once, until nothing waits and no attempt is open.
  for (let round = 0; ; round += 1) {
    const [{ open } = { open: 0 }] = await query<{ open: number }>(
      `select (select count(*) from sends where attempt_started_at is not null)::int
            + (select count(*) from deliveries where status = 'queued' or (status = 'deferred' and not is_taken))::int as open`,
    );
    if (open === 0) break;
    if (round > 400) throw new Error(`${open} deliveries still wait.`);
    await query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`,
    );
    await delay(300);
  }
  await program.stop();

  const deliveries = await query<Delivery>('select message_id, address, status, is_taken from deliveries');
  const handed = new Map<string, { maybe: number; surely: number }>();
  for (const { to, answer } of server.messages) {
    for (const address of to) {
      const count = handed.get(address) ?? { maybe: 0, surely: 0 };
      if (mayHave(answer)) count.maybe += 1;
      if (answer?.startsWith('250 ')) count.surely += 1;
      handed.set(address, count);
    }
  }
  const counts = Object.fromEntries(
    [...new Set(deliveries.map(({ status }) => status))]
      .sort()
      .map((status) => [status, deliveries.filter((row) => row.status === status).length]),
  );
  const recipients = [...accepted.values()].flat();
  const twice = [...handed].filter(([, { maybe }]) => maybe > 1);
  reportFaults({
    fault: 'kill -9 while mail goes out',
    rounds: KILLS,
    counts: {
      accepted: accepted.size,
      'requests cut off': cutOff,
      recipients: recipients.length,
      ...counts,
      'handed over': server.messages.length,
      twice: twice.length,
    },
  });
  expect(twice).toEqual([]);
  expect(deliveries.map(({ address }) => address).sort()).toEqual(recipients.sort());
  const wrong = deliveries.filter(({ address, status }) => {
    const { maybe, surely } = handed.get(address) ?? { maybe: 0, surely: 0 };
    if (status === 'submitted') return surely !== 1;
    if (status === 'uncertain') return false;
    return status !== 'rejected' || maybe > 0;
  });
  expect(wrong).toEqual([]);
  expect(accepted.size).toBeGreaterThan(KILLS);
});
