import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApiHandler } from '#api/rest/web.ts';
import { loadConfig } from '#kernel/base/config.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { sql } from '#kernel/data/database.ts';
import { embedBatch, indexBatch, measureMirror, startMirror } from '#search/index.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { migrate } from '#server/postgres/migrate.ts';
import { createServices, type OpenServices } from '#server/services.ts';
import type { GeneratedMail } from './search-collection.ts';

// biome-ignore lint/suspicious/noExplicitAny: benches read answers as a client would
export type Json = any;

export type SearchBench = {
  services: OpenServices;
  postgresPid: number;
  call(path: string, body: unknown): Promise<{ status: number; body: Json }>;
  /** A new mailbox with these mails, not indexed yet. @returns its identity, and the ids of its messages in order */
  fill(
    mails: Iterable<GeneratedMail>,
  ): Promise<{ identityId: string; tenantId: string; messageIds: string[] }>;
  /** Copies a mailbox with its index and its vectors to new mailboxes. */
  crowd(identityId: string, copies: number): Promise<void>;
  /** Indexes all waiting messages. @returns documents per second */
  indexAll(): Promise<number>;
};

/**
 * The API in this process, on a separate Postgres; mail is inserted into its tables as inbound processing does. It uses
 * the Meilisearch at MEILISEARCH_URL, if set.
 */
export async function openSearchBench(
  closers: AsyncDisposableStack,
  env: Record<string, string> = {},
): Promise<SearchBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'proofmail-bench-'));
  closers.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) });
  closers.defer(postgres.stop);
  const postgresPid = Number.parseInt(
    await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
    10,
  );
  await migrate(postgres.url);
  const { MEILISEARCH_URL, MEILISEARCH_API_KEY } = process.env;
  const config = loadConfig({
    PM_DATA_DIR: join(dataDir, 'product'),
    PM_LOG_LEVEL: 'warn',
    MEILISEARCH_URL,
    MEILISEARCH_API_KEY,
    ...env,
  });
  const services = await createServices(config, { databaseUrl: postgres.url });
  closers.defer(services.close);
  const mirror = await startMirror(services);
  closers.defer(mirror.close);
  const handler = createApiHandler(services);
  const key = config.bootstrapKey ?? services.bootstrapKey.secret!;
  // The rate limit for searches is not measured here.
  services.limiter.consume = async () => ({ allowed: true, resetSeconds: 60 });
  const call: SearchBench['call'] = async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await handler(new Request(`http://localhost:3000${path}`, init));
    return { status: answer.status, body: await answer.json() };
  };
  return {
    services,
    postgresPid,
    call,
    fill: (mails) => fill(services, call, mails),
    crowd: (identityId, copies) => crowd(services, identityId, copies),
    indexAll: () => indexAll(services),
  };
}

let tenants = 0;

async function fill(
  services: OpenServices,
  call: SearchBench['call'],
  mails: Iterable<GeneratedMail>,
): Promise<{ identityId: string; tenantId: string; messageIds: string[] }> {
  tenants += 1;
  const tenant = await call('/v1/tenants', { slug: `bench${tenants}`, name: 'Bench', mode: 'live' });
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const identity = await call(`/v1/tenants/${tenant.body.id}/identities`, { username: `b${tenants}`, owner });
  const target = { tenantId: tenant.body.id as string, identityId: identity.body.id as string };
  const threadIds = new Map<number, string>();
  const messageIds: string[] = [];
  let batch: Json[] = [];
  for (const mail of mails) {
    if (!threadIds.has(mail.thread)) threadIds.set(mail.thread, newId('thread'));
    const id = newId('message');
    messageIds.push(id);
    batch.push({ ...mail, id, thread_id: threadIds.get(mail.thread) });
    if (batch.length === 1_000) {
      await insert(services, target, batch);
      batch = [];
    }
  }
  if (batch.length > 0) await insert(services, target, batch);
  return { ...target, messageIds };
}

const insert = (
  services: OpenServices,
  { tenantId, identityId }: { tenantId: string; identityId: string },
  batch: Json[],
): Promise<number> =>
  services.db.run(sql`
    with given as (
      select *, now() - age * interval '1 day' as at from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
        as g (id text, thread_id text, "from" jsonb, subject text, text text, age float, read jsonb)
    ), added as (
      insert into threads (id, tenant_id, identity_id, subject, participants, message_count, last_at, last_any_at, directions)
      select distinct on (thread_id) thread_id, ${tenantId}, ${identityId}, subject, jsonb_build_array("from"), 1, at, at, '{inbound}'
      from given on conflict (id) do nothing)
    insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "from", "to", cc, bcc, reply_to,
      subject, received_at, extracted_text, text, headers, labels, triage, trust, rfc_message_id, created_at)
    select id, ${tenantId}, ${identityId}, thread_id, 'inbound', 'received', 'message', "from",
      '[{"address": "me@ours.example", "name": null}]', '[]', '[]', '[]', subject, at, text, text, '[]',
      case when right(id, 1) < '4' then '{work}'::text[] else '{}' end,
      '{"status": "done", "category": "business", "language": "en", "risk_flags": []}'::jsonb || coalesce(read, '{}') - 'spam_score',
      '{"verdict": "pass"}'::jsonb || jsonb_build_object('spam_score', coalesce(read->'spam_score', '0')), id || '@bench.example', at
    from given`);

async function indexAll(services: OpenServices): Promise<number> {
  const begin = performance.now();
  let documents = 0;
  for (let hasMore = true; hasMore; ) {
    const batch = await indexBatch(services);
    hasMore = batch.hasMore;
    documents += batch.pending.length;
  }
  const stop = new AbortController().signal;
  const { embeddings } = services;
  const rate = documents / ((performance.now() - begin) / 1_000);
  while (embeddings && (await embedBatch(services, embeddings, stop)) > 0);
  await services.db.run(sql`vacuum analyze search_documents`);
  await services.db.run(sql`vacuum analyze search_codes`);
  if (services.searchIndex) await mirrorAll(services);
  return rate;
}

async function mirrorAll({ db }: OpenServices): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const { waiting, complete } = await measureMirror(db);
    if (waiting === 0 && complete) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log(`Meilisearch has them ${((performance.now() - begin) / 1_000).toFixed(1)} s later`);
}

/** Copies the rows of every table that a search reads, without triggers and checks. */
async function crowd({ db }: OpenServices, identityId: string, copies: number): Promise<void> {
  for (let nth = 1; nth <= copies; nth += 1) {
    const suffix = `-${nth}`;
    const copied = sql`jsonb_build_object('identity_id', ${identityId + suffix}::text)`;
    await db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`set local statement_timeout = 0`);
      await tx.run(sql`
        insert into messages select r.* from messages m,
          jsonb_populate_record(m, ${copied} || jsonb_build_object('id', m.id || ${suffix})) r
        where m.identity_id = ${identityId}`);
      await tx.run(sql`
        insert into search_documents (message_id, identity_id, thread_id, seq, date, size, needs_reply, scope, keys, words)
        select message_id || ${suffix}, identity_id || ${suffix}, thread_id, seq, date, size, needs_reply,
               array[identity_id || ${suffix}, replace(scope[2], '#', ${`${suffix}#`})], keys, words
        from search_documents where identity_id = ${identityId}`);
      await tx.run(sql`
        insert into search_vectors select v.message_id || ${suffix}, v.vector from search_vectors v
        join search_codes c using (message_id) where c.identity_id = ${identityId}`);
      await tx.run(sql`
        insert into search_codes (message_id, identity_id, seq, model, code)
        select message_id || ${suffix}, identity_id || ${suffix}, seq, model, code
        from search_codes where identity_id = ${identityId}`);
    });
  }
  for (const table of ['messages', 'search_documents', 'search_codes', 'search_vectors'])
    await db.run({ name: `bench.vacuum_${table}`, text: `vacuum analyze ${table}`, values: [] });
}
