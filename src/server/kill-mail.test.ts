import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { freePort, makeProgramHome, type Program, startProgram } from '#testing/program.ts';

// The whole program as a process, killed again and again while other servers hand over mail and retry, as they do
// (RFC 5321 4.5.4.1): `250` means kept, and each message is there exactly once (issue 4).

/** PM_TEST_KILLS=50 for the long run. */
const KILLS = Number(process.env.PM_TEST_KILLS ?? 2);

/** Mail that comes together goes through the queue, and mail that comes alone is stored before its `250`. */
const loads = [
  { mail: 'mail of four senders', senders: 4, pause: 0, upFor: [150, 850] },
  { mail: 'single messages', senders: 1, pause: 300, upFor: [1_000, 2_500] },
] as const;

const home = makeProgramHome();
let program: Program | undefined;
let dns: DnsServer | undefined;

afterAll(async () => {
  await program?.kill();
  await dns?.close();
  home.remove();
});

let addresses: string[];

beforeAll(async () => {
  dns = await startDnsServer();
  addresses = await home.offline(async (_, post) => {
    const tenant = await post('/v1/tenants', { slug: 'kill', name: 'K', mode: 'live' });
    const identities = loads.map((_load, at) =>
      post(`/v1/tenants/${tenant.id}/identities`, { username: `agent-${at}` }),
    );
    return (await Promise.all(identities)).map(({ primary_address }) => primary_address!);
  });
});

const rawMessage = (id: string, large: boolean) =>
  `From: grace@sender.example\r\nSubject: ${id}\r\nMessage-ID: <${id}@sender.example>\r\n\r\n${'x'.repeat(70)}\r\n`.concat(
    large ? `${'y'.repeat(70)}\r\n`.repeat(6_000) : '',
  );

const count = (address: string) =>
  home.offline(async ({ db }) => ({
    stored: await db.rows<{ subject: string; copies: number }>(
      sql`select subject, count(*)::int as copies from messages where delivered_to = ${address} group by subject`,
    ),
    waiting: (await db.first<{ count: number }>(sql`select count(*)::int as count from inbound_receipts`))!
      .count,
  }));

/** Lets the program work until nothing waits. How long that takes depends on the machine. */
async function settled(address: string, env: Record<string, string>) {
  for (let round = 0; ; round += 1) {
    await delay(3_000 * (round + 1));
    await program!.stop();
    const counts = await count(address);
    if (counts.waiting === 0 || round === 10) return counts;
    program = await startProgram(env);
  }
}

it.each(loads)(
  `keeps $mail exactly once over ${KILLS} kills`,
  { timeout: 600_000 + KILLS * 60_000 },
  async ({ mail, ...load }) => {
    const to = addresses[loads.findIndex((one) => one.mail === mail)]!;
    const port = await freePort();
    const env = {
      PM_DATA_DIR: home.dataDir,
      PM_ROLES: 'smtp,worker',
      PM_SMTP_PORT: String(port),
      PM_DNS_SERVERS: dns!.address,
    };
    let running = true;
    let retries = 0;
    const accepted: string[] = [];

    const sender = async (name: number) => {
      for (let n = 0; running; n += 1) {
        const id = `m${name}-${n}`;
        const message = { envelope: { from: 'grace@sender.example', to }, raw: rawMessage(id, n % 5 === 0) };
        for (;;) {
          const transport = createTransport({
            host: '127.0.0.1',
            port,
            ignoreTLS: true,
            socketTimeout: 5_000,
          });
          const taken = await transport.sendMail(message).then(
            () => true,
            () => false,
          );
          if (taken) break;
          retries += 1;
          await delay(50);
        }
        accepted.push(id);
        await delay(load.pause);
      }
    };
    program = await startProgram(env);
    const senders = Array.from({ length: load.senders }, (_, name) => sender(name));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(load.upFor[0] + Math.random() * (load.upFor[1] - load.upFor[0]));
      await program.kill();
      program = await startProgram(env);
    }
    running = false;
    await Promise.all(senders);
    const { stored, waiting } = await settled(to, env);
    reportFaults({
      fault: `kill -9 while ${mail} come in`,
      rounds: KILLS,
      counts: { accepted: accepted.length, stored: stored.length, waiting, retries },
    });
    expect(waiting).toBe(0);
    expect(stored.filter(({ copies }) => copies !== 1)).toEqual([]);
    expect(stored.map(({ subject }) => subject).sort()).toEqual(accepted.sort());
    expect(accepted.length).toBeGreaterThan(KILLS);
  },
);
