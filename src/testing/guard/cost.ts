import { readdirSync, readFileSync } from 'node:fs';
import { MINUTE } from '#kernel/base/clock.ts';
import { sql } from '#kernel/data/database.ts';
import type { World } from '../identities.ts';
import { type Mailbox, storeMail } from '../mail.ts';
import { textual } from './sends.ts';

// The CPU that the guard adds to an accepted send, in this process and in its Postgres sessions. Each round sends the same
// messages with the guard off and on, in alternating order. The clock is moved on between rounds, so that no identity writes to
// many new people within minutes, which would be a burst.

const SENDS = Number(process.env.GUARD_COST_SENDS ?? 300);
const ROUNDS = Number(process.env.GUARD_COST_ROUNDS ?? 7);
const AT_ONCE = 20;
const KEYS = 25;
/** How many new recipients an identity may have within minutes. */
const FEW = 8;

type Side = { cpu: number[]; send(): Promise<void>; mailboxes: number };

/** @returns one line with the medians, in milliseconds of CPU for each send */
export async function costOfGuard(world: World, received: number): Promise<string> {
  const sides = {
    off: await openSide(world, 'off', received),
    on: await openSide(world, 'advise', received),
  };
  await world.services.db.run(sql`analyze`);
  const both = [sides.off, sides.on];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? both : both.toReversed()) {
      const cpu = await sendMany(world, side);
      // The first round only warms up the code.
      if (round > 0) side.cpu.push(cpu / SENDS);
    }
  const more = sides.on.cpu.map((cpu, at) => cpu - sides.off.cpu[at]!);
  const shares = more.map((each, at) => each / sides.off.cpu[at]!);
  return (
    `${received} received: ${median(sides.off.cpu).toFixed(2)} ms without the guard, ${median(sides.on.cpu).toFixed(2)} ms ` +
    `with it; it adds ${median(more).toFixed(2)} ms, ${(100 * median(shares)).toFixed(0)} % (${ROUNDS * SENDS} sends each)`
  );
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function openSide(world: World, guard: string, received: number): Promise<Side> {
  const caps = { identity_daily_send_cap: 1_000_000, tenant_daily_send_cap: 1_000_000 };
  const tenantId = await world.tenant({ policy: { sending: { guard }, ...caps } });
  const keys: string[] = [];
  for (let at = 0; at < KEYS; at += 1)
    keys.push(await world.key({ level: 'tenant', tenant_id: tenantId }, ['messages:send']));
  const mailboxes: Mailbox[] = [];
  // An identity may send 120 times a minute by the real clock.
  for (let at = 0; at < (received > 100 ? 40 : 60); at += 1) {
    const owner = { name: 'Ada', email: 'ada@home.example' };
    const mailbox = (await world.identity(tenantId, { owner })) as unknown as Mailbox;
    for (let from = 0; from < received; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, received - from) }, (_, at) => from + at);
      await Promise.all(some.map((count) => receive(world, mailbox, count)));
    }
    mailboxes.push(mailbox);
  }
  let index = 0;
  const send = async (): Promise<void> => {
    index += 1;
    const { status } = await world.call(
      'POST',
      `/v1/identities/${mailboxes[index % mailboxes.length]!.id}/messages`,
      {
        key: keys[index % KEYS]!,
        body: {
          to: [`someone${index}@outside.example`],
          subject: `Your order ${index}`,
          text: 'It is on its way. '.repeat(50),
        },
        headers: { 'idempotency-key': `cost ${index}` },
      },
    );
    if (status !== 202) throw new Error(`A send was answered with ${status}.`);
  };
  return { cpu: [], send, mailboxes: mailboxes.length };
}

const receive = (world: World, mailbox: Mailbox, count: number) =>
  storeMail(world.services, mailbox, {
    at: new Date(world.time.now.getTime() - (count + 1) * 10 * MINUTE),
    from: { address: `writer${count}@firm${count % 40}.example`, name: `Writer ${count}` },
    subject: `Offer ${count}`,
    ...textual(
      `${`Hello, this is what offer ${count} says. `.repeat(8)}See https://firm${count % 40}.example/${count}, ` +
        `or write to desk@firm${count % 40}.example.`,
    ),
  });

/** @returns milliseconds of CPU */
async function sendMany({ time }: World, { send, mailboxes }: Side): Promise<number> {
  let cpu = 0;
  for (let done = 0; done < SENDS; ) {
    time.now = new Date(time.now.getTime() + 11 * MINUTE);
    const until = Math.min(SENDS, done + FEW * mailboxes);
    const [own, postgres] = [process.cpuUsage(), postgresTicks()];
    const sender = async (): Promise<void> => {
      while (done < until) {
        done += 1;
        await send();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    const { user, system } = process.cpuUsage(own);
    cpu += (user + system) / 1000 + (postgresTicks() - postgres) * 10;
  }
  return cpu;
}

/** CPU time of this run's Postgres sessions, in hundredths of a second (proc(5)). */
function postgresTicks(): number {
  const sessions = statsOfPostgres().filter(({ parent }) => parent === server());
  return sessions.reduce((sum, { ticks }) => sum + ticks, 0);
}

let serverPid: number | null = null;

/** The process id of Postgres, which has the same parent as this process. */
function server(): number {
  serverPid ??= statsOfPostgres().find(({ parent }) => parent === process.ppid)?.pid ?? null;
  if (serverPid === null) throw new Error('The Postgres of this run was not found.');
  return serverPid;
}

type Stat = { pid: number; parent: number; ticks: number };

const PARENT = 1;
const USER_TIME = 11;

const statsOfPostgres = (): Stat[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(name);
      if (!stat.includes('(postgres)')) return [];
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const ticks = fields[USER_TIME]! + fields[USER_TIME + 1]!;
      return [{ pid: Number(name), parent: fields[PARENT]!, ticks }];
    });

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}
