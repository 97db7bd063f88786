import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#kernel/catalogue/ids.ts';
import { INLINE_BLOB_BYTES, insertBlobs, stageBlob } from '#kernel/data/blobs.ts';
import { sql } from '#kernel/data/database.ts';
import { startSmtpListener } from '#mail/inbound/index.ts';
import { offline, openTestApi, type TestApi } from '#testing/api.ts';
import { reportFaults } from '#testing/fault-report.ts';
import { type Program, startProgram } from '#testing/program.ts';
import { createWorld, type World } from '#testing/world.ts';

// A worker is killed (kill -9) again and again while it erases and mail arrives. In the end nothing of the erased data
// is left, not even a file; the receipt counts everything once, and each message that arrived is there once (spec 2.11;
// docs/architecture.md).

/** `npm run test:faults` kills 10 times. */
const KILLS = Number(process.env.PM_TEST_KILLS ?? 2);
const MESSAGES = 2_500;
const LARGE = 5;

let api: TestApi;
let world: World;
let worker: Program | undefined;

beforeAll(async () => {
  api = await openTestApi({ PM_SMTP_PORT: '0', ...offline });
  world = await createWorld(api.services.db);
});
afterAll(async () => {
  await worker?.kill();
  await api.close();
});

async function startWorker(): Promise<Program> {
  const { config, db } = api.services;
  worker = await startProgram({
    DATABASE_URL: db.pool.options.connectionString,
    PM_DATA_DIR: config.dataDir,
    PM_ROLES: 'worker',
    ...offline,
  });
  return worker;
}

/** Creates copies of the identity's message, each with its own thread and raw bytes. */
async function fill(identityId: string): Promise<void> {
  await api.services.db.run(sql`
    with n as (select lpad(n::text, 20, '0') as n from generate_series(1, ${MESSAGES}) n),
    b as (insert into blobs (id, content, size) select 'kill' || n, 'raw', 3 from n),
    t as (
      insert into threads (id, tenant_id, identity_id, subject, participants, message_count, last_at, last_any_at)
      select 'thr_' || n, o.tenant_id, o.identity_id, 'S', '[]', 1, now(), now()
      from n, threads o where o.identity_id = ${identityId})
    insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "to", cc, bcc, reply_to, subject,
                          extracted_text, text, headers, triage, rfc_message_id, raw_id)
    select 'msg_' || n, o.tenant_id, o.identity_id, 'thr_' || n, 'inbound', 'received', 'normal', '[]', '[]', '[]', '[]',
           'S', '', '', '[]', '{}', 'm' || n, 'kill' || n
    from n, messages o where o.identity_id = ${identityId}`);
  const large = await Promise.all(
    Array.from({ length: LARGE }, () => stageBlob(api.services, new Uint8Array(INLINE_BLOB_BYTES + 1))),
  );
  await insertBlobs(api.services.db, large);
  for (const { id } of large) {
    await api.services.db.run(sql`
      insert into attachments (id, message_id, identity_id, position, filename, content_type, size, disposition, blob_id, text_status)
      select ${newId('attachment')}, id, identity_id, 9, 'f', 'text/plain', 1, 'attachment', ${id}, 'skipped'
      from messages where identity_id = ${identityId} order by random() limit 1`);
  }
}

const left = async (identityId: string): Promise<number> =>
  (await api.services.db.first<{ count: number }>(sql`
    select count(*) from messages where identity_id = ${identityId}`))!.count;

/** Sends mail to the colleague over SMTP until it is stopped. @returns the subjects that were accepted */
async function mailing(port: number, signal: AbortSignal): Promise<string[]> {
  const to = world.owners.colleague.ids.address!;
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const accepted: string[] = [];
  for (let n = 0; !signal.aborted; n += 1) {
    const raw = `From: grace@sender.example\r\nSubject: arrived-${n}\r\nMessage-ID: <${n}@sender.example>\r\n\r\nHello\r\n`;
    await transport.sendMail({ envelope: { from: 'grace@sender.example', to }, raw });
    accepted.push(`arrived-${n}`);
    await delay(50);
  }
  return accepted;
}

const arrived = (): Promise<{ subject: string; copies: number }[]> =>
  api.services.db.rows(sql`
    select subject, count(*)::int as copies from messages
    where identity_id = ${world.owners.colleague.identityId} and subject like 'arrived-%' group by subject`);

const erasure = async (id: string) => (await api.call('GET', `/v1/erasure-requests/${id}`)).body;

it(`erases everything once over ${KILLS} kills`, { timeout: 300_000 + KILLS * 60_000 }, async () => {
  const { identityId } = world.owners.own;
  await fill(identityId);
  const smtp = await startSmtpListener(api.services);
  const stop = new AbortController();
  const mail = mailing(smtp.port, stop.signal);
  const { body } = await api.call('DELETE', `/v1/identities/${identityId}`);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const child = await startWorker();
    const goal = MESSAGES * (1 - kill / (KILLS + 1));
    while ((await left(identityId)) > goal) await delay(2);
    await child.kill();
  }
  expect(await left(identityId)).toBeGreaterThan(0);
  const child = await startWorker();
  while ((await erasure(body.id)).completed_at === null) await delay(50);
  stop.abort();
  const accepted = await mail;
  await smtp.close();
  while ((await arrived()).length < accepted.length) await delay(50);
  await child.kill();
  expect((await arrived()).filter(({ copies }) => copies !== 1)).toEqual([]);
  reportFaults({
    fault: 'kill -9 while an identity is erased and mail arrives',
    rounds: KILLS,
    counts: { erased: MESSAGES + 1, arrived: accepted.length },
  });

  const done = await erasure(body.id);
  expect(done.status).toBe('completed');
  // Including the message, the attachment and the export that it had before.
  expect(done.receipt).toMatchObject({
    messages_deleted: MESSAGES + 1,
    attachments_deleted: LARGE + 1,
    r2_objects_deleted: MESSAGES + 1 + LARGE + 1 + 1,
    identities_affected: [identityId],
    probe: { keyword_hits: 0, semantic_hits: 0 },
  });
  const { db, config } = api.services;
  expect(await db.rows(sql`select id from threads where identity_id = ${identityId}`)).toEqual([]);
  expect(await db.rows(sql`select blob_id from erasure_blobs`)).toEqual([]);
  const files = await readdir(join(config.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([]);
});
