import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/base/clock.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
import { stageBlob } from '#kernel/data/blobs.ts';
import { sql } from '#kernel/data/database.ts';
import { blobSweep } from '#platform/blob-sweep.ts';
import { retention } from '#platform/retention.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, storeMail } from '#testing/mail.ts';
import { expireExports } from './jobs.ts';

// Legal holds prevent every deletion, including retention (issue 16, point 5).

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const start = new Date('2027-03-01T12:00:00.000Z');
const raw = Buffer.from('Subject: small\r\n\r\nsmall\r\n');
const never = new AbortController().signal;
const context = () => ({ services: world.services, signal: never, progress: async () => {} });

/** The id of its event, which begins with its time. */
const eventOf = (messageId: string): string => `evt_${ulidFloor(start)}${messageId.slice(-16)}`;

/** A message with all data that retention deletes, and another one that no hold covers. */
async function mailOf(tenantId: string, sender: string) {
  const mailbox = (await world.identity(tenantId)) as unknown as Mailbox;
  const content = Buffer.concat([raw, Buffer.from(sender)]);
  const message = await storeMail(world.services, mailbox, {
    raw: content,
    from: { address: sender, name: null },
  });
  const { db } = world.services;
  await db.run(sql`
    insert into events (id, type, tenant_id, identity_id, data, occurred_at)
    values (${eventOf(message.id)}, 'message.received', ${tenantId}, ${mailbox.id},
            ${JSON.stringify({ message: { id: message.id, thread_id: message.thread_id } })}, ${start})`);
  await db.run(sql`
    insert into captured_mail (id, rfc_message_id, envelope_from, envelope_to, raw_id)
    values (${message.raw_id}, ${message.id}, '', '{}', ${message.raw_id})`);
  const file = await stageBlob(world.services, Buffer.from('zip'));
  await db.run(sql`insert into blobs (id, content, size) values (${file.id}, 'zip', 3)`);
  await db.run(sql`
    insert into exports (id, tenant_id, scope, identity_id, status, with_kept_back, size, blob_id, created_at, expires_at)
    values (${`exp_${message.id}`}, ${tenantId}, 'identity', ${mailbox.id}, 'completed', false, 3, ${file.id}, ${start}, ${start})`);
  return { message, mailbox, file };
}

async function leftOf({ message, file }: Awaited<ReturnType<typeof mailOf>>) {
  const row = await world.services.db.first(sql`
    select (select raw_id is not null from messages where id = ${message.id}) as raw,
           exists (select from blobs where id = ${message.raw_id}) as bytes,
           exists (select from events where id = ${eventOf(message.id)}) as event,
           exists (select from captured_mail where rfc_message_id = ${message.id}) as captured,
           exists (select from blobs where id = ${file.id}) as export_file`);
  return row;
}

const everything = { raw: true, bytes: true, event: true, captured: true, export_file: true };
const nothing = { raw: false, bytes: false, event: false, captured: false, export_file: false };

async function deleteWhatIsOver() {
  world.time.now = new Date(Math.max(Date.now(), start.getTime()) + 400 * DAY);
  await retention.run(context());
  await expireExports.run({ ...context(), attempt: 1 } as never, {});
  await blobSweep.run(context());
}

describe.each(['tenant', 'identity', 'thread', 'counterparty'] as const)('a hold on a %s', (scope) => {
  it('keeps raw mail, events, captured copies and exports until it is released', async () => {
    world.time.now = start;
    const tenantId = await world.tenant();
    const held = await mailOf(tenantId, 'grace@held.example');
    const free = await mailOf(scope === 'tenant' ? await world.tenant() : tenantId, 'eve@free.example');
    const named = {
      tenant: {},
      identity: { identity_id: held.mailbox.id },
      thread: { identity_id: held.mailbox.id, thread_id: held.message.thread_id },
      counterparty: { counterparty_address: 'Grace@held.example' },
    }[scope];
    const hold = await world.call('POST', `/v1/tenants/${tenantId}/holds`, {
      body: { scope, reason: 'Case', ...named },
    });
    expect(hold.status).toBe(201);
    await deleteWhatIsOver();
    expect(await leftOf(held)).toEqual(everything);
    // It is unknown whether an export of another identity contains mail of the counterparty, so it stays as well.
    expect(await leftOf(free)).toEqual({ ...nothing, export_file: scope === 'counterparty' });
    const path = `/v1/identities/${held.mailbox.id}/messages/${held.message.id}/raw`;
    expect((await world.call('GET', path)).status).toBe(200);
    const release = () => world.call('DELETE', `/v1/tenants/${tenantId}/holds/${hold.body.id}`);
    expect((await release()).status).toBe(204);
    const again = await release();
    expect([again.status, again.body.error.code]).toEqual([404, 'hold_not_found']);
    expect((await world.call('GET', path)).status).toBe(410);
    await deleteWhatIsOver();
    expect(await leftOf(held)).toEqual(nothing);
  });
});
