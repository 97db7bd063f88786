import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportFaults } from '#testing/fault-report.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { mutatedMail } from './mutated-mail-fixtures.ts';

// Mutated mail from SMTP to the mailbox: none stays in the queue, none becomes a dead letter. PM_FUZZ_MAILS=100000
// makes it a long run; PM_FUZZ_SEED repeats one.

const COUNT = Number(process.env.PM_FUZZ_MAILS ?? 600);
const SEED = Number(process.env.PM_FUZZ_SEED ?? 1);
const AT_ONCE = 40;

let product: MailProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox({
    tenant: { policy: { quarantine: { on_auth_fail: false }, inbound: { per_sender_per_hour: 1_000_000 } } },
  });
});
afterAll(() => product?.close());

it(
  `stores each of ${COUNT} mutated messages`,
  async () => {
    const mails = mutatedMail(SEED);
    const client = createTransport({
      host: '127.0.0.1',
      port: product.smtpPort,
      ignoreTLS: true,
      pool: true,
      maxConnections: AT_ONCE,
      maxMessages: Number.POSITIVE_INFINITY,
    });
    const envelope = { from: 'grace@sender.example', to: mailbox.address };
    let taken = 0;
    let cut = 0;
    const hand = async (raw: Buffer): Promise<void> => {
      try {
        await client.sendMail({ envelope, raw });
        taken += 1;
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        if (responseCode === 554) return;
        expect(responseCode ?? code).toBeOneOf([451, 'ECONNECTION', 'ESOCKET', 'ETIMEDOUT']);
        if (responseCode === undefined) cut += 1;
        // Too much is waiting for one mailbox, or the connection broke. A real server would try again too.
        await delay(1_000).then(() => hand(raw));
      }
    };
    for (let sent = 0; sent < COUNT; sent += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, COUNT - sent) }, () => mails.next().value!);
      await Promise.all(batch.map(hand));
    }
    client.close();
    const counts = async () => {
      const { rows } = await product.services.db.pool.query(
        `select (select count(*)::int from inbound_receipts) as waiting,
                (select coalesce(max(failures), 0)::int from inbound_receipts) as failures,
                (select count(*)::int from messages) as stored,
                (select count(*)::int from dead_letters) as dead,
                (select string_agg(distinct last_error, '; ') from inbound_receipts) as errors`,
      );
      return rows[0];
    };
    // Waits as long as there is progress, however slow the machine is.
    let end = await counts();
    for (let before = -1; end.waiting > 0 && end.failures === 0 && end.stored > before; ) {
      before = end.stored;
      await product.eventually(counts, (now) => now.waiting === 0 || now.failures > 0 || now.stored > before);
      end = await counts();
    }
    reportFaults({
      fault: 'mutated mail',
      rounds: COUNT,
      counts: {
        taken,
        'cut connections': cut,
        stored: end.stored,
        waiting: end.waiting,
        'dead letters': end.dead,
      },
    });
    expect(end).toMatchObject({ waiting: 0, failures: 0, dead: 0, errors: null });
    // A connection that broke after the last dot leaves a message that is handed over twice.
    expect(end.stored).toBeGreaterThanOrEqual(taken);
    expect(end.stored).toBeLessThanOrEqual(taken + cut);
    expect(taken).toBeGreaterThan(COUNT * 0.9);
  },
  60_000 + COUNT * 100,
);
