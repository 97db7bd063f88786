import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';
import { createKey } from '#testing/tenants.ts';

// Cancelling against the transport (interface-spec 3.1): never both cancelled and sent.

/** PM_TEST_CANCELS=5000 for the long run. */
const RACES = Number(process.env.PM_TEST_CANCELS ?? 200);
/** Within the limits of an identity per minute and day, and of a key. */
const PER_TENANT = 100;
const AT_ONCE = 8;

let sink: SmtpSink;
let product: MailProduct;

beforeAll(async () => {
  sink = await startSmtpSink();
  product = await openMailProduct({ PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url });
});
afterAll(async () => {
  await product?.close();
  await sink?.close();
});

it(`never both cancels and sends, in ${RACES} races`, { timeout: 60_000 + RACES * 200 }, async () => {
  const canceled = new Set<string>();
  const sent = new Set<string>();
  const other: unknown[] = [];
  const race = async (key: string, identity: string, n: number, waitMs: number): Promise<void> => {
    const body = { to: [`r${n}@outside.example`], subject: `Race ${n}`, text: 'Hi.' };
    const headers = { 'idempotency-key': `race-${n}` };
    const message = await product.call('POST', `/v1/identities/${identity}/messages`, { key, headers, body });
    if (message.status !== 202) return void other.push(message.body);
    if (waitMs > 0) await delay(waitMs);
    const answer = await product.call(
      'POST',
      `/v1/identities/${identity}/messages/${message.body.id}/cancel`,
      { key },
    );
    if (answer.status === 200) {
      expect(answer.body).toMatchObject({ status: 'canceled', deliveries: [{ status: 'canceled' }] });
      canceled.add(`r${n}@outside.example`);
    } else if (answer.body.error.code === 'not_cancelable') sent.add(`r${n}@outside.example`);
    else other.push(answer.body);
  };
  for (let from = 0; from < RACES; from += PER_TENANT) {
    const mailbox = await product.mailbox();
    const key = await createKey(product, {
      level: 'tenant',
      tenant_id: mailbox.tenantId,
      permissions: ['messages:send', 'messages:read'],
    });
    const numbers = Array.from({ length: Math.min(PER_TENANT, RACES - from) }, (_, index) => from + index);
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (let n = numbers.pop(); n !== undefined; n = numbers.pop())
        await race(key, mailbox.id, n, Math.random() < 0.5 ? 0 : Math.random() * 4);
    });
    await Promise.all(lanes);
  }
  expect(other).toEqual([]);
  await sink.waitFor(sent.size, 30_000);
  const received = sink.messages.flatMap(({ to }) => to);
  console.info(`${RACES} races: ${canceled.size} cancelled, ${sent.size} sent, ${received.length} received`);
  expect(received.filter((address) => canceled.has(address))).toEqual([]);
  expect(received.toSorted()).toEqual([...sent].sort());
});
