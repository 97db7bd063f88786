import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DnsServer, type DnsZone, startDnsServer } from '#testing/dns-server.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// Mail whose look-ups hang leaves the fast lane, so that other mail does not wait behind it.

const HANGING = 70;

let dns: DnsServer;
let product: MailProduct;
let victim: Mailbox;
let neighbour: Mailbox;

beforeAll(async () => {
  const zone: DnsZone = {};
  for (let index = 0; index < HANGING; index += 1) {
    zone[`hang${index}.example`] = 'silent';
    zone[`_dmarc.hang${index}.example`] = 'silent';
  }
  dns = await startDnsServer(zone);
  product = await openMailProduct({ PM_DNS_SERVERS: dns.address });
  [victim, neighbour] = [await product.mailbox(), await product.mailbox()];
});
afterAll(async () => {
  await product?.close();
  await dns?.close();
});

const stored = async (mailbox: Mailbox): Promise<number> => {
  const { rows } = await product.services.db.pool.query(
    'select count(*)::int as n from messages where identity_id = $1',
    [mailbox.id],
  );
  return rows[0].n;
};

it('do not hold up the mail of others, and end', { timeout: 180_000 }, async () => {
  // The first message also waits for the threads to start.
  await product.handOver(neighbour.address, mailTo(neighbour.address, 'Warm-up', {}));
  await product.arrived(neighbour, 'Warm-up');
  const client = createTransport({
    host: '127.0.0.1',
    port: product.smtpPort,
    ignoreTLS: true,
    pool: true,
    maxConnections: 20,
  });
  await Promise.all(
    Array.from({ length: HANGING }, (_, index) => {
      const from = `a@hang${index}.example`;
      const raw = mailTo(victim.address, `hang ${index}`, { From: from }).replace(/\r?\n/g, '\r\n');
      return client.sendMail({ envelope: { from, to: victim.address }, raw });
    }),
  );
  client.close();
  await product.handOver(neighbour.address, mailTo(neighbour.address, 'Hello neighbour', {}));
  await product.arrived(neighbour, 'Hello neighbour');
  expect(await stored(victim)).toBeLessThan(HANGING / 2);
  await product.eventually(
    () => stored(victim),
    (count) => count > HANGING / 2,
  );
  const { rows } = await product.services.db.pool.query(
    `select distinct trust->>'verdict' as verdict from messages where identity_id = $1`,
    [victim.id],
  );
  expect(rows).toEqual([{ verdict: 'unverified' }]);
});
