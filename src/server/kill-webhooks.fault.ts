import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { freePort, makeProgramHome, type Program, startProgram } from '#testing/program.ts';
import { type Received, startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';

// The whole program, killed again and again while mail comes in and events go out to 20 endpoints, of which 5 fail in
// different ways (issue 6): every event reaches every healthy endpoint, duplicates keep their webhook-id, and sequences
// have no gaps. PM_TEST_KILLS=50 for the long run.

const KILLS = Number(process.env.PM_TEST_KILLS ?? 3);
const HEALTHY = 15;
const SENDERS = 4;
const PATIENCE = 180_000;

const insecure = { PM_INSECURE_TARGETS: 'on' };
const home = makeProgramHome(insecure);
let program: Program | undefined;
let dns: DnsServer | undefined;
let receiver: WebhookReceiver | undefined;

afterAll(async () => {
  await program?.kill();
  await dns?.close();
  await receiver?.close();
  home.remove();
});

/** A mailbox whose tenant has 15 healthy endpoints and 5 that fail. */
const setUp = (urls: readonly string[]) =>
  home.offline(async (_, post) => {
    // All mail comes from one sender. Above 60 messages an hour it would be throttled, which causes no event.
    const policy = { quarantine: { on_auth_fail: false }, inbound: { per_sender_per_hour: 100_000 } };
    const tenant = await post('/v1/tenants', { slug: 'kill', name: 'K', mode: 'live', policy });
    const identity = await post(`/v1/tenants/${tenant.id}/identities`, { username: 'agent' });
    for (const url of urls)
      await post(`/v1/tenants/${tenant.id}/webhooks`, { url, events: ['message.received'] });
    return identity.primary_address!;
  });

const answers: Record<string, Parameters<WebhookReceiver['answer']>[0]> = {
  '/error': (_, response) => void response.writeHead(500).end(),
  '/redirect': (_, response) => void response.writeHead(302, { location: '/healthy-0' }).end(),
  '/reset': (_, response) => void response.destroy(),
  '/stall': () => undefined,
};

/**
 * Waits for a random number of further deliveries, so that the kill hits claims, posts and their
 * ends.
 */
async function somewhereInTheMiddle({ received }: WebhookReceiver): Promise<void> {
  const enough = received.length + 1 + Math.random() * 200;
  for (let waited = 0; received.length < enough && waited < PATIENCE; waited += 5) await delay(5);
}

const subjectOf = ({ event }: Received): string => event.data.message.subject;

it(`delivers every event to every healthy endpoint over ${KILLS} kills`, {
  timeout: 600_000 + KILLS * 60_000,
}, async () => {
  dns = await startDnsServer();
  const customer = await startWebhookReceiver();
  receiver = customer;
  customer.answer((received, response, request) =>
    (answers[received.path] ?? ((_, ok) => void ok.writeHead(200).end()))(received, response, request),
  );
  const healthy = Array.from({ length: HEALTHY }, (_, index) => `/healthy-${index}`);
  const failing = [...Object.keys(answers).map((path) => customer.url + path), 'http://127.0.0.1:1/refused'];
  const urls = [...failing, ...healthy.map((path) => customer.url + path)];
  const to = await setUp(urls);
  const port = await freePort();
  const env = {
    ...insecure,
    PM_DATA_DIR: home.dataDir,
    PM_ROLES: 'smtp,worker',
    PM_SMTP_PORT: String(port),
    PM_DNS_SERVERS: dns.address,
  };
  const accepted: string[] = [];
  let running = true;

  const sender = async (name: number) => {
    for (let n = 0; running; n += 1) {
      const raw = `From: grace@sender.example\r\nSubject: m${name}-${n}\r\nMessage-ID: <m${name}-${n}@sender.example>\r\n\r\nHello\r\n`;
      for (let taken = false; !taken; ) {
        const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, socketTimeout: 5_000 });
        taken = await transport.sendMail({ envelope: { from: 'grace@sender.example', to }, raw }).then(
          () => true,
          () => false,
        );
        await delay(taken ? 20 : 50);
      }
      accepted.push(`m${name}-${n}`);
    }
  };
  program = await startProgram(env);
  const sending = Promise.all(Array.from({ length: SENDERS }, (_, name) => sender(name)));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await somewhereInTheMiddle(customer);
    await program.kill();
    program = await startProgram(env);
  }
  running = false;
  await sending;

  const missing = () =>
    healthy.flatMap((path) => {
      const got = new Set(customer.received.filter((received) => received.path === path).map(subjectOf));
      return accepted.filter((subject) => !got.has(subject)).map((subject) => `${path} ${subject}`);
    });
  for (let waited = 0; missing().length > 0 && waited < PATIENCE; waited += 200) await delay(200);
  await program.stop();

  expect(missing()).toEqual([]);
  const ids = new Map<string, Set<string>>();
  for (const received of customer.received) {
    const known = ids.get(subjectOf(received)) ?? new Set();
    ids.set(subjectOf(received), known.add(received.headers['webhook-id']!));
  }
  expect([...ids].filter(([, webhookIds]) => webhookIds.size !== 1)).toEqual([]);
  const sequences = await home.offline(({ db }) =>
    db.rows<{ sequence: number }>(sql`
      select sequence from events where identity_id is not null order by sequence`),
  );
  expect(sequences.map(({ sequence }) => sequence)).toEqual(sequences.map((_, index) => index + 1));
  const delivered = customer.received.filter(({ path }) => path.startsWith('/healthy')).length;
  reportFaults({
    fault: 'kill -9 while events go out',
    rounds: KILLS,
    counts: {
      events: accepted.length,
      endpoints: HEALTHY,
      delivered,
      duplicates: delivered - accepted.length * HEALTHY,
      missing: missing().length,
      'sequences without a gap': sequences.length,
    },
  });
});
