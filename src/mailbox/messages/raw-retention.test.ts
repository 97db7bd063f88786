import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/base/clock.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { sql } from '#kernel/data/database.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, type MailOptions, storeMail } from '#testing/mail.ts';
import { rawMessageRetention } from './retention.ts';

let world: World;
let plain: Mailbox;
let brief: Mailbox;
const start = new Date('2027-03-01T12:00:00.000Z');
const small = Buffer.from('Subject: small\r\n\r\nsmall\r\n');
const large = Buffer.alloc(300 * 1024, 'x');

beforeAll(async () => {
  world = await openWorld();
  plain = (await world.identity(await world.tenant())) as unknown as Mailbox;
  const tenant = await world.tenant();
  await world.call('PATCH', `/v1/tenants/${tenant}`, { body: { policy: { retention: { raw_days: 2 } } } });
  brief = (await world.identity(tenant)) as unknown as Mailbox;
});
afterAll(() => world.close());
beforeEach(() => {
  world.time.now = start;
});

const store = (mailbox: Mailbox, options: MailOptions = {}) =>
  storeMail(world.services, mailbox, { raw: small, ...options });
const later = (days: number) => {
  world.time.now = new Date(start.getTime() + days * DAY);
};
const run = (signal = new AbortController().signal) =>
  rawMessageRetention.run({ services: world.services, signal });
const raw = (mailbox: Mailbox, id: string) =>
  world.call('GET', `/v1/identities/${mailbox.id}/messages/${id}/raw`);
const blobExists = async (id: string): Promise<boolean> =>
  (await world.services.db.first(sql`select 1 from blobs where id = ${id}`)) !== null;
const files = async (): Promise<string[]> => {
  const entries = await readdir(join(world.services.config.dataDir, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

describe('raw retention (interface-spec 2.3, 4.6)', () => {
  it('keeps raw messages for policy.retention.raw_days, then answers 410 raw_expired', async () => {
    const [ninety, two] = [await store(plain), await store(brief)];
    later(1.9);
    expect((await raw(brief, two.id)).status).toBe(200);
    later(2);
    expect((await raw(brief, two.id)).body.error.code, 'also before the job ran').toBe('raw_expired');
    expect((await raw(plain, ninety.id)).status).toBe(200);
    await run();
    expect([await blobExists(two.raw_id!), await blobExists(ninety.raw_id!)]).toEqual([false, true]);
    expect((await raw(brief, two.id)).body.error.code).toBe('raw_expired');
    later(90);
    await run();
    expect((await raw(plain, ninety.id)).status).toBe(410);
    expect(await blobExists(ninety.raw_id!)).toBe(false);
    const message = await world.call('GET', `/v1/identities/${plain.id}/messages/${ninety.id}`);
    expect(message.body.extracted_text, 'the message itself stays').toBe('Where is it?');
  });

  it('deletes files of large messages after the commit, and a second run changes nothing', async () => {
    const mail = await store(brief, { raw: large });
    expect(await files()).toContain(mail.raw_id);
    later(3);
    await run();
    expect(await files()).not.toContain(mail.raw_id);
    await run();
    expect((await raw(brief, mail.id)).status).toBe(410);
  });

  it('keeps bytes as long as another mailbox, mail on its way or the outbox points to them', async () => {
    const { db } = world.services;
    const first = await store(brief);
    const copy = await storeMail(world.services, plain, { raw_id: first.raw_id });
    const [onItsWay, captured] = [await store(brief), await store(brief)];
    await db.run(sql`
      insert into inbound_receipts (id, source, envelope_from, recipients, helo_name, remote_address, raw_id, content_hash, received_at)
      values (${newUlid()}, 'loopback', '', '{}', '', '', ${onItsWay.raw_id}, '\\x00', now())`);
    await db.run(sql`
      insert into captured_mail (id, rfc_message_id, envelope_from, envelope_to, raw_id)
      values (${newUlid()}, '<x@example.net>', '', '{}', ${captured.raw_id})`);
    later(3);
    await run();
    for (const mail of [first, onItsWay, captured]) {
      expect((await raw(brief, mail.id)).status).toBe(410);
      expect(await blobExists(mail.raw_id!)).toBe(true);
    }
    expect((await raw(plain, copy.id)).status).toBe(200);
    later(91);
    await run();
    expect(await blobExists(first.raw_id!)).toBe(false);
  });

  it('forgets nothing that is still to be sent', async () => {
    const waiting = await store(brief, { direction: 'outbound', status: 'deferred' });
    const sent = await store(brief, { direction: 'outbound' });
    later(3);
    await run();
    expect([await blobExists(waiting.raw_id!), await blobExists(sent.raw_id!)]).toEqual([true, false]);
  });

  it('does more than one batch, and stops when it is told to', async () => {
    const shared = await store(brief);
    for (let n = 0; n < 20; n += 1) await store(brief);
    await world.services.db.run(sql`
      insert into messages
      select (jsonb_populate_record(m, jsonb_build_object('id', m.id || n, 'content_hash', null))).*
      from messages m, generate_series(1, 600) n where m.id = ${shared.id}`);
    later(3);
    const stopped = new AbortController();
    stopped.abort();
    expect(await run(stopped.signal)).toBe(0);
    const left = () =>
      world.services.db.first<{ count: number }>(
        sql`select count(*) from messages where identity_id = ${brief.id} and raw_id is not null and status <> 'deferred'`,
      );
    expect(await left()).toEqual({ count: 621 });
    expect(await run()).toBeGreaterThan(600);
    expect(await left()).toEqual({ count: 0 });
    expect(await blobExists(shared.raw_id!)).toBe(false);
  });
});
