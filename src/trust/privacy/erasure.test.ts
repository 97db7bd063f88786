import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openPrivacyProduct, type PrivacyProduct } from '#testing/privacy.ts';
import { auditRows } from '#testing/tenants.ts';

// Erasure from its users' point of view: mail in by SMTP and out by the API, erased over HTTP (spec 2.11, 3.3, 4.4, 4.11).

type Json = ApiAnswer['body'];
let product: PrivacyProduct;
let { keyFor, erase, ended, received, count } = {} as PrivacyProduct;

beforeAll(async () => {
  product = await openPrivacyProduct();
  ({ keyFor, erase, ended, received, count } = product);
});
afterAll(() => product.close());

const withFile = (to: string, subject: string): string =>
  [
    `From: Grace <grace@sender.example>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Message-ID: <with-file@sender.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See the file.',
    '--b',
    'Content-Type: text/plain; name=notes.txt',
    'Content-Disposition: attachment; filename=notes.txt',
    '',
    'The text of the file.',
    '--b--',
    '',
  ].join('\n');

describe('an identity (4.4, identity rule 5)', () => {
  it('is deleting at once and deleted when nothing of it is left', async () => {
    const ada = await product.mailbox({
      identity: { username: 'ada', client_id: 'ada-1', metadata: { of: 'Ada' } },
    });
    const colleague = await product.mailbox({ tenantId: ada.tenantId });
    const key = await keyFor({ level: 'identity', identity_id: ada.id });
    await product.handOver([ada.address, colleague.address], withFile(ada.address, 'With a file'));
    await product.arrived(ada, 'With a file');
    await product.arrived(colleague, 'With a file');
    const sent = await product.send(ada, { to: ['x@elsewhere.example'], subject: 'Out', text: 'Out' });
    await product.eventually(
      () => product.message(ada, sent.body.id),
      ({ body }) => body.status !== 'queued',
    );
    // Both messages and the page of the file are indexed.
    await product.eventually(
      () =>
        count(
          sql`select (select count(*) from search_pending) - (select count(*) from search_pages) as count`,
        ),
      (left) => left === -2,
    );
    const blobsBefore = await count(sql`select count(*) from blobs`);

    const answer = await product.call('DELETE', `/v1/identities/${ada.id}`, { key });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ scope: 'identity', tenant_id: ada.tenantId, completed_at: null });
    // The same key no longer works, because it is revoked.
    expect((await product.call('GET', '/v1/me', { key })).body.error.code).toBe('key_revoked');
    expect((await product.call('DELETE', `/v1/identities/${ada.id}`)).body.error.code).toBe(
      'identity_not_found',
    );
    await expect(product.handOver(ada.address, mailTo(ada.address, 'Too late'))).rejects.toThrow(/550/);

    const done = await ended(answer);
    expect(done.status).toBe('completed');
    expect(done.receipt).toMatchObject({
      messages_deleted: 2,
      attachments_deleted: 1,
      // The sent message and its copy in the outbox. The received message also belongs to the colleague.
      r2_objects_deleted: 2,
      fts_rows_deleted: 3,
      vectors_deleted: 0,
      identities_affected: [ada.id],
      held: [],
      probe: { keyword_hits: 0, semantic_hits: 0 },
    });
    expect(done.receipt.events_deleted).toBeGreaterThan(0);
    expect(await count(sql`select count(*) from blobs`)).toBe(blobsBefore - 2);
    const { body } = await product.call('GET', `/v1/identities/${ada.id}`);
    expect(body).toMatchObject({
      status: 'deleted',
      display_name: '',
      owner: null,
      signature: null,
      metadata: {},
      client_id: null,
    });
    expect(body.addresses.map((address: Json) => address.status)).toEqual(['retired']);
    const { db } = product.services;
    const events = await db.rows<{ type: string; sequence: number; identity_id: string | null }>(sql`
      select type, sequence, identity_id from events
      where data->>'erasure_request_id' = ${done.id} or data->'erasure_request'->>'id' = ${done.id} order by position`);
    expect(events).toEqual([
      { type: 'identity.deleted', sequence: 1, identity_id: ada.id },
      { type: 'erasure.completed', sequence: 2, identity_id: null },
    ]);
    const rows = await auditRows(product, ada.id);
    expect(rows.map(({ action }) => action)).toContain('identity.delete');
    expect((await auditRows(product, done.id)).map(({ action }) => action)).toEqual([
      'erasure.create',
      'erasure.complete',
    ]);
    const copy = await product.arrived(colleague, 'With a file');
    expect(await product.raw(colleague, copy.id)).toContain('The text of the file.');
  });

  it('leaves no row of it behind', async () => {
    const bob = await product.mailbox({ identity: { username: 'bob', display_name: 'Bob Marker' } });
    const message = await received(bob, 'To Bob');
    await product.reply(bob, message.id, { text: 'Answer' });
    await ended(await product.call('DELETE', `/v1/identities/${bob.id}`));
    for (const table of ['messages', 'threads', 'attachments', 'sends', 'thread_tokens', 'contacts']) {
      const { rows } = await product.services.db.pool.query(
        `select count(*)::int as count from ${table} where identity_id = $1`,
        [bob.id],
      );
      expect([table, rows[0].count]).toEqual([table, 0]);
    }
    const answers = sql`select count(*) from idempotency_records where response::text like ${`%${bob.id}%`}`;
    expect(await count(answers)).toBe(0);
  });

  it('keeps its addresses from everyone and frees its client_id', async () => {
    const carol = await product.mailbox({ identity: { username: 'carol', client_id: 'one' } });
    await product.call('POST', `/v1/identities/${carol.id}/addresses`, {
      body: { local_part: 'carols-alias' },
    });
    await product.call('DELETE', `/v1/identities/${carol.id}`);
    const create = (username: string) =>
      product.call('POST', `/v1/tenants/${carol.tenantId}/identities`, {
        body: { username, client_id: 'one' },
      });
    expect((await create('carol')).body.error.code).toBe('username_taken');
    const other = await create('carol-2');
    expect(other.status).toBe(201);
    const alias = await product.call('POST', `/v1/identities/${other.body.id}/addresses`, {
      body: { local_part: 'carols-alias' },
    });
    expect([alias.status, alias.body.error.code]).toEqual([409, 'address_taken']);
    const found = await product.call(
      'GET',
      `/v1/identities/lookup?address=${encodeURIComponent(carol.address)}`,
    );
    expect([found.status, found.body.error.code]).toEqual([404, 'identity_not_found']);
  });

  it('sends nothing while deleting, and is there to read', async () => {
    const dave = await product.mailbox();
    await product.call('DELETE', `/v1/identities/${dave.id}`);
    const send = await product.send(dave, { to: ['x@elsewhere.example'], subject: 'S', text: 'T' });
    expect([send.status, send.body.error.code]).toEqual([404, 'identity_not_found']);
    const patch = await product.call('PATCH', `/v1/identities/${dave.id}`, { body: { display_name: 'D' } });
    expect(patch.body.error.code).toBe('identity_not_found');
    expect(['deleting', 'deleted']).toContain(
      (await product.call('GET', `/v1/identities/${dave.id}`)).body.status,
    );
  });

  it('is erased again when mail comes too late', async () => {
    const box = await product.mailbox();
    const message = await received(box, 'Late');
    const done = await ended(await product.call('DELETE', `/v1/identities/${box.id}`));
    const { db } = product.services;
    // Simulates a delivery that began before the deletion and committed after the job.
    await db.run(sql`
      insert into threads (id, tenant_id, identity_id, subject, participants, message_count, last_at, last_any_at)
      values (${message.thread_id}, ${box.tenantId}, ${box.id}, 'S', '[]', 1, now(), now())`);
    await db.run(sql`
      insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "to", cc, bcc, reply_to, subject,
                            extracted_text, text, headers, triage, rfc_message_id)
      values (${message.id}, ${box.tenantId}, ${box.id}, ${message.thread_id}, 'inbound', 'received', 'normal', '[]', '[]',
              '[]', '[]', 'S', '', '', '[]', '{}', 'm')`);
    await db.run(sql`
      select graphile_worker.add_job('privacy.erase_late', ${JSON.stringify({ erasure_id: done.id })}::json)`);
    const again = await product.eventually(
      () => product.call('GET', `/v1/erasure-requests/${done.id}`),
      ({ body }) => body.receipt.messages_deleted === 2 && body.status === 'completed',
    );
    expect(again.body.receipt.probe.keyword_hits).toBe(0);
    expect(await count(sql`select count(*) from messages where identity_id = ${box.id}`)).toBe(0);
  });

  it('needs identities:write and erasure:manage', async () => {
    const erin = await product.mailbox();
    for (const [held, required] of [
      [['erasure:manage'], 'identities:write'],
      [['identities:write'], 'erasure:manage'],
    ] as const) {
      const key = await keyFor({ level: 'tenant', tenant_id: erin.tenantId }, [...held]);
      const { status, body } = await product.call('DELETE', `/v1/identities/${erin.id}`, { key });
      expect([status, body.error.details.required]).toEqual([403, required]);
    }
  });
});

describe('messages, threads and counterparties (4.11)', () => {
  it('erases one message and counts its thread again', async () => {
    const box = await product.mailbox();
    const first = await received(box, 'Keep the thread');
    const answer = await product.reply(box, first.id, { text: 'Stays' });
    const erased = await ended(await product.call('DELETE', `/v1/identities/${box.id}/messages/${first.id}`));
    expect(erased).toMatchObject({
      scope: 'message',
      receipt: { messages_deleted: 1, identities_affected: [box.id] },
    });
    expect((await product.message(box, first.id)).body.error.code).toBe('message_not_found');
    const { body } = await product.call('GET', `/v1/identities/${box.id}/threads/${answer.body.thread_id}`);
    expect([body.message_count, body.unread_count, body.messages.length]).toEqual([1, 0, 1]);
  });

  it('erases a thread', async () => {
    const box = await product.mailbox();
    const message = await received(box, 'A thread to erase');
    const answer = await erase({
      tenant_id: box.tenantId,
      scope: 'thread',
      identity_id: box.id,
      thread_id: message.thread_id,
      reason: 'asked',
    });
    expect((await ended(answer)).receipt.messages_deleted).toBe(1);
    const { body } = await product.call('GET', `/v1/identities/${box.id}/threads/${message.thread_id}`);
    expect(body.error.code).toBe('thread_not_found');
  });

  it('erases a counterparty in the whole tenant, both directions, and nowhere else', async () => {
    const one = await product.mailbox();
    const two = await product.mailbox({ tenantId: one.tenantId });
    const other = await product.mailbox();
    const from = { From: 'Mallory <Mallory@Away.Example>' };
    await received(one, 'From Mallory', from);
    await received(one, 'From Grace');
    await received(two, 'Copied to Mallory', { Cc: 'mallory@away.example' });
    await received(other, 'Elsewhere', from);
    const sent = await product.send(two, { to: ['MALLORY@away.example'], subject: 'To Mallory', text: 'T' });
    const answer = await erase({
      tenant_id: one.tenantId,
      scope: 'counterparty',
      counterparty_address: 'mallory@AWAY.example',
    });
    const { status, receipt } = await ended(answer);
    expect([status, receipt.messages_deleted]).toEqual(['completed', 3]);
    expect(receipt.identities_affected.toSorted()).toEqual([one.id, two.id].toSorted());
    expect((await product.message(two, sent.body.id)).status).toBe(404);
    const subjects = async ({ id }: Mailbox) =>
      (await product.call('GET', `/v1/identities/${id}/messages`)).body.data.map((m: Json) => m.subject);
    expect(await subjects(one)).toEqual(['From Grace']);
    expect(await subjects(two)).toEqual([]);
    expect(await subjects(other)).toEqual(['Elsewhere']);
    const kept = sql`select count(*) from erasure_requests where counterparty_address is not null`;
    expect(await count(kept)).toBe(0);
  });

  it('leaves no participant of an erased message in a thread that goes on', async () => {
    const box = await product.mailbox();
    const first = await received(box, 'Two of us', { Cc: 'mallory@away.example' });
    const answer = mailTo(box.address, 'Re: Two of us', { 'In-Reply-To': '<Two-of-us@sender.example>' });
    await product.handOver(box.address, answer);
    await product.thread(box, first.thread_id, 2);
    await ended(
      await erase({
        tenant_id: box.tenantId,
        scope: 'counterparty',
        counterparty_address: 'mallory@away.example',
      }),
    );
    const { body } = await product.call('GET', `/v1/identities/${box.id}/threads/${first.thread_id}`);
    expect(body.message_count).toBe(1);
    expect(JSON.stringify(body)).not.toContain('mallory');
  });

  it('needs the fields of its scope and takes no other', async () => {
    const box = await product.mailbox();
    const paths = async (body: Json) => {
      const answer = await erase(body);
      expect(answer.status).toBe(400);
      return answer.body.error.details.errors.map((error: Json) => error.path);
    };
    expect(await paths({ tenant_id: box.tenantId, scope: 'message' })).toEqual(['identity_id', 'message_id']);
    expect(await paths({ tenant_id: box.tenantId, scope: 'tenant', identity_id: box.id })).toEqual([
      'identity_id',
    ]);
    expect(await paths({ scope: 'identity', identity_id: box.id })).toEqual(['tenant_id']);
  });

  it('lets an identity key erase within its own identity only, and see no other request', async () => {
    const box = await product.mailbox();
    const other = await product.mailbox({ tenantId: box.tenantId });
    const key = await keyFor({ level: 'identity', identity_id: box.id });
    const foreign = await erase({ scope: 'identity', identity_id: other.id }, key);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'identity_not_found']);
    for (const body of [
      { scope: 'tenant' },
      { scope: 'counterparty', counterparty_address: 'a@b.example' },
    ]) {
      const { status, body: refusal } = await erase(body, key);
      expect([status, refusal.error.code]).toEqual([403, 'scope_denied']);
    }
    const message = await received(box, 'Mine');
    const theirs = await ended(await product.call('DELETE', `/v1/identities/${other.id}`));
    const mine = await erase({ scope: 'message', identity_id: box.id, message_id: message.id }, key);
    expect(mine.status).toBe(202);
    const list = await product.call('GET', '/v1/erasure-requests', { key });
    expect(list.body.data.map((row: Json) => row.id)).toEqual([mine.body.id]);
    const read = await product.call('GET', `/v1/erasure-requests/${theirs.id}`, { key });
    expect([read.status, read.body.error.code]).toEqual([404, 'erasure_not_found']);
  });
});

describe('a tenant (3.3, 4.3 rule 6, 4.11)', () => {
  it('is erasing, then erased; its keys end, its names stay taken, its partner is kept', async () => {
    const { body: partner } = await product.call('POST', '/v1/partners', { body: { name: 'P' } });
    const partnerKey = await keyFor({ level: 'partner', partner_id: partner.id }, [
      'tenants:manage',
      'erasure:manage',
      'identities:write',
    ]);
    const made = await product.call('POST', '/v1/tenants', {
      key: partnerKey,
      body: { slug: 'gone', name: 'Gone', mode: 'live', owner: { email: 'own@gone.example', name: 'O' } },
    });
    const box = await product.mailbox({ tenantId: made.body.id });
    await product.services.db.run(sql`
      insert into dead_letters (id, ref, queue, job, tenant_id, payload, tries, error, attempts, status,
                                first_failed_at, last_failed_at)
      values ('dlq_gone', 'gone', 'sending', 'sending.submit', ${box.tenantId}, '{}', 1, 'e', 1, 'open', now(), now())`);
    const key = await keyFor({ level: 'tenant', tenant_id: box.tenantId });
    const answer = await erase({ scope: 'tenant', reason: 'closing' }, key);
    expect(answer.body).toMatchObject({ tenant_id: box.tenantId, scope: 'tenant', status: 'queued' });
    expect((await product.call('GET', '/v1/me', { key })).body.error.code).toBe('key_revoked');
    const done = await ended(answer);
    expect([done.status, done.receipt.identities_affected]).toEqual(['completed', [box.id]]);

    const path = `/v1/tenants/${box.tenantId}`;
    const tenant = await product.call('GET', path);
    expect(tenant.body).toMatchObject({ status: 'erased', slug: 'gone', partner_id: partner.id, name: '' });
    for (const status of ['active', 'suspended']) {
      const patch = await product.call('PATCH', path, { body: { status } });
      expect([patch.status, patch.body.error.code]).toEqual([409, 'tenant_erased']);
      const byPartner = await product.call('PATCH', path, { key: partnerKey, body: { status } });
      expect([byPartner.status, byPartner.body.error.code]).toEqual([404, 'tenant_not_found']);
    }
    const again = await erase({ tenant_id: box.tenantId, scope: 'tenant' });
    expect([again.status, again.body.error.code]).toEqual([409, 'tenant_erased']);
    const taken = await product.call('POST', '/v1/tenants', { body: { slug: 'gone', name: 'N' } });
    expect(taken.body.error.code).toBe('slug_taken');
    expect(await count(sql`select count(*) from members where tenant_id = ${box.tenantId}`)).toBe(0);
    expect(await count(sql`select count(*) from dead_letters where id = 'dlq_gone'`)).toBe(0);
    expect(await count(sql`select count(*) from users where email = 'own@gone.example'`)).toBe(0);
    const deleted = await product.call('DELETE', `/v1/partners/${partner.id}`);
    expect(deleted.status).toBe(204);
    expect((await product.call('GET', path)).body.partner_id).toBe(partner.id);
  });

  it('shares bytes with others, who keep them until they are erased as well', async () => {
    const [one, two] = [await product.mailbox(), await product.mailbox()];
    await product.handOver([one.address, two.address], mailTo(one.address, 'Shared'));
    const mine = await product.arrived(one, 'Shared');
    const theirs = await product.arrived(two, 'Shared');
    const { raw_id } = (await product.services.db.first<{ raw_id: string }>(sql`
      select raw_id from messages where id = ${mine.id}`))!;
    const blobs = () => count(sql`select count(*) from blobs where id = ${raw_id}`);
    const first = await ended(await erase({ tenant_id: one.tenantId, scope: 'tenant' }));
    expect([first.receipt.messages_deleted, first.receipt.r2_objects_deleted]).toEqual([1, 0]);
    expect(await product.raw(two, theirs.id)).toContain('Text of Shared.');
    const second = await ended(await erase({ tenant_id: two.tenantId, scope: 'tenant' }));
    expect([second.receipt.r2_objects_deleted, await blobs()]).toEqual([1, 0]);
  });

  it('answers 200 with the request that is still running, and supersedes open ones', async () => {
    const box = await product.mailbox();
    const body = { tenant_id: box.tenantId, scope: 'tenant' };
    await product.services.db.run(sql`
      insert into erasure_requests (id, tenant_id, scope, identity_id, status, created_at)
      values ('era_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', ${box.tenantId}, 'identity', ${box.id}, 'running', now())`);
    // Both at once: one creates the request, and the other finds it, open or completed.
    const answers = await Promise.all([erase(body), erase(body)]);
    const [made, other] = answers.toSorted((a, b) => (a.status === 202 ? -1 : b.status - a.status));
    expect(made!.status).toBe(202);
    if (other!.status === 200) expect(other!.body.id).toBe(made!.body.id);
    else expect(other!.body.error.code).toBe('tenant_erased');
    await ended(made!);
    const superseded = await product.call('GET', '/v1/erasure-requests/era_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
    expect(superseded.body.status).toBe('canceled');
  });
});
