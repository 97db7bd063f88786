import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type EmbeddingsServer, startEmbeddingsServer } from '#testing/embeddings-server.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { startMeilisearchServer } from '#testing/meilisearch-server.ts';
import {
  type FaultyPostgres,
  type Interruption,
  interruptions,
  startFaultyPostgres,
} from '#testing/postgres-faults.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';

// The database is interrupted again and again while every part is busy: mail is received and sent, events are delivered,
// mail is indexed, embedded and mirrored. All parts go on, and nothing is lost. PM_TEST_INTERRUPTIONS=30 for the long run.

const ROUNDS = Number(process.env.PM_TEST_INTERRUPTIONS ?? interruptions.length);
const PATIENCE = 60_000;

let postgres: FaultyPostgres;
let embeddings: EmbeddingsServer;
let meilisearch: Awaited<ReturnType<typeof startMeilisearchServer>>;
let receiver: WebhookReceiver;
let product: MailProduct;
let sender: Mailbox;
let inbox: Mailbox;

beforeAll(async () => {
  postgres = await startFaultyPostgres();
  [embeddings, meilisearch, receiver] = await Promise.all([
    startEmbeddingsServer(),
    startMeilisearchServer(),
    startWebhookReceiver(),
  ]);
  product = await openMailProduct({
    DATABASE_URL: postgres.url,
    PM_INSECURE_TARGETS: 'on',
    PM_EMBEDDINGS_URL: embeddings.url,
    PM_EMBEDDINGS_MODEL: 'model',
    MEILISEARCH_URL: meilisearch.url,
    MEILISEARCH_API_KEY: meilisearch.key,
  });
  const policy = { quarantine: { on_auth_fail: false }, inbound: { per_sender_per_hour: 100_000 } };
  sender = await product.mailbox({ tenant: { policy } });
  inbox = await product.mailbox({ tenantId: sender.tenantId });
  const path = `/v1/tenants/${sender.tenantId}/webhooks`;
  await product.call('POST', path, { body: { url: receiver.url, events: ['message.received'] } });
}, 120_000);
afterAll(async () => {
  await product?.close();
  await Promise.all([embeddings?.close(), meilisearch?.close(), receiver?.close()]);
  await postgres?.close();
});

const accepted = { in: [] as string[], out: [] as string[] };
let running = true;

/** Tries until it is accepted, as other mail servers and clients do. */
async function insist(attempt: () => Promise<boolean>, pause: number): Promise<void> {
  while (!(await attempt().catch(() => false))) await delay(pause);
}

/** Milliseconds between two sends, because a key has 120 requests a minute, including refused ones. */
const SEND_PAUSE = 600;

async function receiveMail(name: number): Promise<void> {
  for (let n = 0; running; n += 1) {
    const subject = `in-${name}-${n}`;
    const attempt = async () =>
      /^250/.test(await product.handOver(inbox.address, mailTo(inbox.address, subject)));
    await insist(attempt, 100);
    accepted.in.push(subject);
    await delay(50);
  }
}

async function sendMail(name: number): Promise<void> {
  for (let n = 0; running; n += 1) {
    const subject = `out-${name}-${n}`;
    const message = { to: [`r${n}@outside.example`], subject, text: 'x' };
    const attempt = async () =>
      (await product.send(sender, message, { idempotencyKey: subject })).status === 202;
    await insist(attempt, SEND_PAUSE);
    accepted.out.push(subject);
    await delay(SEND_PAUSE);
  }
}

/** The waiting work of each part, by name. Empty when all parts have caught up. */
async function backlog(): Promise<Record<string, number>> {
  const subjects = new Set(receiver.received.map(({ event }) => event.data.message.subject));
  const row = await product.services.db.first<Record<string, number>>(sql`
    select (select count(*)::int from inbound_receipts) as incoming_mail,
           (select count(*)::int from messages m where m.direction = 'outbound' and m.status = 'queued') as jobs,
           (select count(*)::int from graphile_worker._private_jobs where locked_at < now() - interval '15 s') as stuck_jobs,
           (select count(*)::int from search_pending) as search_index,
           (select count(*)::int from search_mirror_pending) as search_mirror`);
  const counts = {
    ...row!,
    webhooks: accepted.in.filter((subject) => !subjects.has(subject)).length,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Resolves when new mail has passed through every part. @returns milliseconds */
async function workGoesOn(): Promise<number> {
  const begun = performance.now();
  const seen = { in: accepted.in.length, out: accepted.out.length };
  const isThrough = async (): Promise<boolean> => {
    const fresh = accepted.in[seen.in];
    const sent = accepted.out[seen.out];
    if (fresh === undefined || sent === undefined) return false;
    if (!receiver.received.some(({ event }) => event.data.message.subject === fresh)) return false;
    const row = await product.services.db.first<{ n: number }>(sql`
      select count(*)::int as n from messages m where m.subject = ${sent} and m.status <> 'queued'`);
    return row!.n === 1;
  };
  while (!(await isThrough().catch(() => false))) {
    if (performance.now() - begun > PATIENCE) {
      const states = product.services.supervisor.states();
      throw new Error(`Work does not go on: ${JSON.stringify({ states, waits: await backlog() })}`);
    }
    await delay(50);
  }
  return performance.now() - begun;
}

it(`goes on after ${ROUNDS} interruptions of the database`, {
  timeout: 120_000 + ROUNDS * (PATIENCE + 10_000),
}, async () => {
  const load = Promise.all([receiveMail(0), receiveMail(1), sendMail(0)]);
  await workGoesOn();
  const times = new Map<Interruption, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const kind = interruptions[round % interruptions.length]!;
    await delay(Math.random() * 500);
    await postgres.interrupt(kind);
    times.set(kind, [...(times.get(kind) ?? []), await workGoesOn()]);
  }
  running = false;
  await load;
  await product.eventually(backlog, (waits) => Object.keys(waits).length === 0);

  const stored = await product.services.db.rows<{ subject: string; copies: number }>(sql`
    select subject, count(*)::int as copies from messages group by subject`);
  const longest = [...times].map(([kind, each]) => [
    `${kind}, longest s`,
    (Math.max(...each) / 1000).toFixed(1),
  ]);
  const restarts = product.services.supervisor.states().reduce((sum, part) => sum + part.restarts, 0);
  reportFaults({
    fault: 'interruption of the database',
    rounds: ROUNDS,
    counts: {
      'mails in': accepted.in.length,
      'mails out': accepted.out.length,
      stored: stored.length,
      'restarts of parts': restarts,
      ...Object.fromEntries(longest),
    },
  });
  expect(stored.filter(({ copies }) => copies !== 1)).toEqual([]);
  expect(stored.map(({ subject }) => subject).sort()).toEqual([...accepted.in, ...accepted.out].sort());
});
