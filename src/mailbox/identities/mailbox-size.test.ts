import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { sql } from '#kernel/data/database.ts';
import { forgetRaws } from '#mailbox/messages/retention-repository.ts';
import { storeMail } from '#testing/mail.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// A mailbox holds 10 GB (spec 8.3).

let product: MailProduct;
beforeAll(async () => {
  product = await openMailProduct();
});
afterAll(() => product.close());

const bytesOf = async ({ id }: Mailbox) =>
  (
    await product.services.db.first<{ bytes: number }>(
      sql`select bytes from mailbox_usage where identity_id = ${id}`,
    )
  )?.bytes ?? 0;
const fill = ({ id }: Mailbox, bytes: number) =>
  product.services.db.run(sql`
    insert into mailbox_usage (identity_id, bytes) values (${id}, ${bytes})
    on conflict (identity_id) do update set bytes = ${bytes}`);
const eventsOf = ({ id }: Mailbox) =>
  product.services.db.rows<{ data: object }>(sql`
    select data from events where identity_id = ${id} and type = 'identity.mailbox_full'`);

describe('the size of a mailbox', () => {
  it('is that of raw messages and attachments, and shrinks with them', async () => {
    const box = await product.mailbox();
    const owner = { id: box.id, tenant_id: box.tenantId, primary_address: box.address };
    const raw = Buffer.alloc(1_000, 'x');
    const attachments = [{ filename: 'a.txt', content: Buffer.alloc(500, 'y') }];
    const one = await storeMail(product.services, owner, { raw, attachments });
    await storeMail(product.services, owner, { raw: Buffer.alloc(70, 'z') });
    expect(await bytesOf(box)).toBe(1_570);
    await forgetRaws(product.services.db, [one.id]);
    expect(await bytesOf(box)).toBe(570);
    await product.services.db.run(sql`delete from attachments where message_id = ${one.id}`);
    expect(await bytesOf(box)).toBe(70);
    await product.services.db.run(sql`delete from messages where identity_id = ${box.id}`);
    expect(await bytesOf(box)).toBe(0);
  });
});

describe('a full mailbox', () => {
  it('refuses mail with 552 and sends with 422, and tells once', async () => {
    const [box, other] = [await product.mailbox(), await product.mailbox()];
    await fill(box, limits.mailbox);
    const mail = mailTo(box.address, 'Too much');
    for (let n = 0; n < 2; n += 1)
      await expect(product.handOver(box.address, mail)).rejects.toMatchObject({ responseCode: 552 });
    expect(await product.handOver([other.address], mailTo(other.address, 'Room'))).toMatch(/^250/);
    const sent = await product.send(box, { to: [{ address: other.address }], subject: 'x', text: 'x' });
    expect([sent.status, sent.body.error.code]).toEqual([422, 'mailbox_full']);
    expect(await eventsOf(box)).toEqual([
      { data: { identity_id: box.id, bytes: limits.mailbox, limit: limits.mailbox } },
    ]);
    await fill(box, limits.mailbox - 1);
    expect(await product.handOver(box.address, mail)).toMatch(/^250/);
  });

  it('is told when a send meets it first', async () => {
    const box = await product.mailbox();
    await fill(box, limits.mailbox + 1);
    const dry = { to: [{ address: 'a@example.com' }], subject: 'x', text: 'x' };
    expect((await product.send(box, dry, { query: '?dry_run=true' })).body.error.code).toBe('mailbox_full');
    expect(await eventsOf(box)).toEqual([]);
    expect((await product.send(box, dry)).status).toBe(422);
    expect(await eventsOf(box)).toHaveLength(1);
  });

  it('refuses mail from inside the deployment as over SMTP, and the sender learns it', async () => {
    const [box, other] = [await product.mailbox(), await product.mailbox()];
    await fill(box, limits.mailbox);
    const to = [{ address: box.address }, { address: other.address }];
    const sent = await product.send(other, { to, subject: 'Inside', text: 'x' });
    const { body } = await product.eventually(
      () => product.call('GET', `/v1/identities/${other.id}/messages/${sent.body.id}`),
      (answer) => answer.body.status !== 'queued',
    );
    expect(body.deliveries).toMatchObject([
      {
        address: box.address,
        status: 'bounced',
        smtp_code: 552,
        enhanced_code: '5.2.2',
        bounce_type: 'soft',
      },
      { address: other.address, status: 'delivered' },
    ]);
    await product.eventually(
      () => eventsOf(box),
      (events) => events.length === 1,
    );
    const { body: list } = await product.call('GET', `/v1/tenants/${box.tenantId}/suppressions`);
    expect(list.data).toEqual([]);
  });
});
