import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type DnsZone, startDnsServer } from '#testing/dns-server.ts';
import { mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { startInboundProcessor } from './index.ts';

// A process that stops returns its mail to the others at once, so that they need not wait for its lease to end.

const HANGING = 20;

it('gives back what it was reading when the process stops', { timeout: 120_000 }, async () => {
  const zone: DnsZone = {};
  for (let index = 0; index < HANGING; index += 1) {
    zone[`hang${index}.example`] = 'silent';
    zone[`_dmarc.hang${index}.example`] = 'silent';
  }
  const dns = await startDnsServer(zone);
  const product = await openMailProduct({ PM_DNS_SERVERS: dns.address });
  try {
    const mailbox = await product.mailbox();
    const { db } = product.services;
    const client = createTransport({
      host: '127.0.0.1',
      port: product.smtpPort,
      ignoreTLS: true,
      pool: true,
    });
    for (let index = 0; index < HANGING; index += 1) {
      const from = `a@hang${index}.example`;
      const raw = mailTo(mailbox.address, `hang ${index}`, { From: from }).replace(/\r?\n/g, '\r\n');
      await client.sendMail({ envelope: { from, to: mailbox.address }, raw });
    }
    client.close();
    const leased = () =>
      db.rows<{ id: string }>(sql`select id from inbound_receipts where run_at > now() order by id`);
    await product.eventually(leased, (held) => held.length === HANGING);
    await product.stopWorker();
    expect(await leased()).toEqual([]);
    const [waiting] = await db.rows<{ n: number; attempts: number }>(
      sql`select count(*)::int as n, max(attempts) as attempts from inbound_receipts`,
    );
    expect(waiting).toEqual({ n: HANGING, attempts: 0 });
    // Another process stores each of them, once.
    const other = await startInboundProcessor(product.services);
    const stored = () => db.first<{ n: number }>(sql`select count(*)::int as n from messages`);
    await product.eventually(stored, (found) => found!.n === HANGING);
    await other.close();
  } finally {
    await product.close();
    await dns.close();
  }
});
