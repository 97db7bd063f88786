import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { recordEvents } from '#events/index.ts';
import { systemClock } from '#kernel/base/clock.ts';
import { openDatabase } from '#kernel/data/database.ts';
import { openSharedWakeUp, type WakeUps } from '#kernel/data/shared-wake-up.ts';
import { createSupervisor } from '#kernel/threads/supervise.ts';
import { messageCanceled } from '#mail/sending/events.ts';
import { fanOut } from '../src/workspace/webhooks/index.ts';
import { call, type Identity, makeIdentities } from './client.ts';
import { timed } from './processes.ts';
import { type Baseline, startBaseline, startProduct } from './product.ts';
import { median, printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// Events per second from their commit to a loopback receiver's 200, beside a bare loop that signs and posts the same
// bodies, 16 at a time to each endpoint as the product does; and the time from commit to arrival of single events.
const ROUNDS = roundsOr(3);
const EVENTS = 2_000;
const EVENTS_TO_MANY = 200;
const PER_COMMIT = 50;
const CONNECTIONS = 16;
const SINGLES = 100;
const PATIENCE = 60_000;

type Receiver = { origin: string; bodies: string[]; until(count: number): Promise<void> };

async function startReceiver(closers: AsyncDisposableStack): Promise<Receiver> {
  const bodies: string[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200).end();
      arrivals.emit('one');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.defer(() => void server.closeAllConnections());
  const until = async (count: number): Promise<void> => {
    const signal = AbortSignal.timeout(PATIENCE);
    while (bodies.length < count) await once(arrivals, 'one', { signal });
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, until };
}

async function main(closers: AsyncDisposableStack): Promise<void> {
  const receiver = await startReceiver(closers);
  const product = await startProduct(closers, { env: { PM_INSECURE_TARGETS: 'on' } });
  const [identity] = (await makeIdentities(product, 'events', 1)) as [Identity];
  const db = openDatabase(product.databaseUrl);
  const wakeUps: WakeUps = new EventEmitter();
  const supervisor = createSupervisor({
    log: pino({ level: 'silent' }),
    isPassing: () => true,
    giveUp: () => {},
  });
  const wakeUp = openSharedWakeUp(db, wakeUps, supervisor);
  const record = (count: number) =>
    db.transaction((tx) =>
      recordEvents(
        tx,
        {
          clock: systemClock,
          wakeUps,
          hooks: {
            eventsRecorded: fanOut,
            tenantStatusChanged: async () => {},
            domainReady: async () => {},
            domainRemoved: async () => {},
            domainForwarding: async () => {},
            signMail: async (_services, { raw }) => raw,
            verifyMail: async () => null,
          },
        },
        Array.from({ length: count }, () =>
          messageCanceled({
            tenant_id: identity.tenant_id,
            identity_id: identity.id,
            data: { message_id: 'x'.repeat(1_000) },
          }),
        ),
      ),
    );
  const addEndpoints = async (count: number): Promise<string[]> => {
    for (let index = 0; index < count; index += 1)
      await call(product, 'POST', `/v1/tenants/${identity.tenant_id}/webhooks`, {
        url: `${receiver.origin}/hook`,
        events: ['message.canceled'],
      });
    return Array.from({ length: count }, () => '/hook');
  };
  /** Measured from the commit of all events, because inserting them is a cost of the change that they report. */
  const ours = async (events: number, endpoints: number): Promise<Round> => {
    receiver.bodies.length = 0;
    await record(events);
    const begin = performance.now();
    const work = async () => {
      await receiver.until(events * endpoints);
      return { pieces: events * endpoints, seconds: (performance.now() - begin) / 1000 };
    };
    return timed(product.pid, work, product.postgresPid);
  };
  /** A sequence of commits, each of which is awaited and counted. */
  const stream = async (events: number): Promise<number> => {
    receiver.bodies.length = 0;
    const begin = performance.now();
    for (let left = events; left > 0; left -= PER_COMMIT) await record(PER_COMMIT);
    await receiver.until(events);
    return events / ((performance.now() - begin) / 1000);
  };
  const baseline = await startBaseline(closers, 'webhook-post.ts', []);
  const bare = async (paths: string[], bodies: string[]) => {
    baseline.child.send({ origin: receiver.origin, paths, bodies, connections: CONNECTIONS });
    const [seconds] = await once(baseline.child, 'message');
    return { pieces: bodies.length * paths.length, seconds: seconds as number };
  };
  let paths = await addEndpoints(1);
  const single = await singles(receiver, record, baseline);
  console.log(
    `\nOne event at a time, commit to arrival p50: ${single.ours.toFixed(1)} ms; a bare post ${single.bare.toFixed(1)} ms ` +
      `(${(single.ours / single.bare).toFixed(1)} times, goal: under 20)`,
  );
  console.log(
    `\n${EVENTS} events in commits of ${PER_COMMIT}, one after the other, these counted too: ` +
      `${Math.round(await stream(EVENTS))} /s (no baseline)`,
  );
  for (const [endpoints, events] of [
    [1, EVENTS],
    [20, EVENTS_TO_MANY],
  ] as const) {
    if (endpoints > 1) paths = [...paths, ...(await addEndpoints(endpoints - 1))];
    const rounds: { bare: Round[]; ours: Round[] } = { bare: [], ours: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.ours.push(await ours(events, endpoints));
      const bodies = receiver.bodies.slice(0, events);
      await delay(200);
      rounds.bare.push(await timed(baseline.child.pid!, () => bare(paths, bodies)));
    }
    printComparison(`Events to ${endpoints} endpoint(s), commit to 200`, 'deliveries/s', {
      baseline: { name: 'bare loop: sign and post', rounds: rounds.bare },
      ours: { name: 'Proofmail', rounds: rounds.ours },
      goal: 0.5,
    });
  }
  wakeUp.close();
  await db.close();
}

/** Milliseconds from the commit of one event to its arrival, and from the beginning of a bare post to its end. */
async function singles(receiver: Receiver, record: (count: number) => Promise<unknown>, { child }: Baseline) {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let index = 0; index < SINGLES; index += 1) {
    const before = receiver.bodies.length;
    await record(1);
    const begin = performance.now();
    await receiver.until(before + 1);
    ours.push(performance.now() - begin);
    child.send({
      origin: receiver.origin,
      paths: ['/hook'],
      bodies: [receiver.bodies.at(-1)!],
      connections: 1,
    });
    const [seconds] = await once(child, 'message');
    bare.push((seconds as number) * 1_000);
    await delay(20);
  }
  return { ours: median(ours), bare: median(bare) };
}

await runBench(main);
