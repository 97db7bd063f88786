import { createHash } from 'node:crypto';
import { after, DAY } from '../base/clock.ts';
import { AppError } from '../catalogue/errors.ts';
import { limits } from '../catalogue/limits.ts';
import { createBatchers } from '../data/batcher.ts';
import { type Queryable, sql } from '../data/database.ts';
import type { Narrow, Row } from '../data/row.ts';
import { type Actor, callerId } from './actor.ts';

type KeyRule = 'required' | 'optional' | 'ignored';

/** The fields of an operation that decide how a key is honoured; the whole declaration is in `operation.ts`. */
export type IdempotentOperation = Readonly<{
  name: string;
  method: string;
  execution?: { idempotency?: { key: KeyRule; scope?: 'identity' | 'key' } };
  oneTimeSecret?: boolean;
}>;

/** A completed request's answer, as it is replayed (spec 4.1, rule 4). */
export type StoredAnswer = { status: number; body: Record<string, unknown> | null };

/** One use of an Idempotency-Key: its scope, a hash of the request, and the time. */
export type Claim = { scope: string; key: string; requestHash: Buffer; at: Date };

/** Another request with the key was completed after `takeClaim` had looked. Claim again to get its stored answer. */
export class AlreadyAnswered extends Error {}

/** Answers of this time or earlier have expired (rule 3). */
const forgottenBefore = (now: Date): Date => after(now, -limits.idempotencyDays * DAY);

// Printable ASCII; a header value never begins or ends with a space.
const KEY_FORM = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * The key to honour, or null. @throws AppError `invalid_idempotency_key`, `idempotency_key_required` (rules 1, 2, 7).
 */
export function honouredKey(
  operation: IdempotentOperation,
  header: string | null,
  dryRun: boolean,
): string | null {
  const mode = keyRuleOf(operation);
  if (mode === 'ignored') return null;
  if (header === null) {
    if (mode === 'required' && !dryRun) throw new AppError('idempotency_key_required');
    return null;
  }
  if (!KEY_FORM.test(header)) throw new AppError('invalid_idempotency_key');
  return dryRun ? null : header;
}

/** Whether it honours a key: POST only (spec 4.1). */
export const keyRuleOf = ({ method, execution }: IdempotentOperation): KeyRule =>
  method === 'POST' ? (execution?.idempotency?.key ?? 'optional') : 'ignored';

/** Mail counts keys per identity, everything else per API key and tenant. */
export const countsPerIdentity = ({ execution }: IdempotentOperation): boolean =>
  execution?.idempotency?.scope === 'identity';

/** The scope of a key (rule 3): the identity for mail, otherwise the API key and the tenant, partner or deployment. */
export function claimScope(
  operation: IdempotentOperation,
  actor: Actor,
  named: { tenant_id: string | null; identity_id?: string },
): string {
  if (countsPerIdentity(operation)) return `identity/${named.identity_id}`;
  const tenant = named.tenant_id ?? actor.tenant_id;
  if (tenant) return `key/${callerId(actor)}/${tenant}`;
  return actor.level === 'partner' ? `partner/${actor.partner_id}` : 'deployment';
}

/** A hash of the request: the operation and its validated input, independent of the order of properties. */
export const requestHash = (operation: IdempotentOperation, input: unknown): Buffer =>
  createHash('sha256').update(operation.name).update('\0').update(canonicalJson(input)).digest();

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

type Record_ = Narrow<
  Row<'idempotency_records', 'request_hash' | 'status' | 'response' | 'message_id'>,
  { response: StoredAnswer['body'] }
>;

/**
 * Claims the key for this transaction. Null means that the request can run. A stored response means that the request
 * was completed before. The lock ends with the transaction, so a crash leaves nothing behind.
 * @throws AppError `request_in_progress`, `idempotency_conflict`
 */
export async function takeClaim(tx: Queryable, claim: Claim): Promise<StoredAnswer | null> {
  const lock = createHash('sha256').update(`${claim.scope}\0${claim.key}`).digest().readBigInt64BE();
  const found = await tx.first<{ locked: boolean } & Partial<Record_>>({
    name: 'idempotency.take',
    text: `select l.locked, r.request_hash, r.status, r.response, r.message_id
           from (select pg_try_advisory_xact_lock($1::bigint) as locked) l
           left join idempotency_records r on r.scope = $2 and r.key = $3 and r.created_at > $4`,
    values: [lock.toString(), claim.scope, claim.key, forgottenBefore(claim.at)],
  });
  if (found?.request_hash) return replay(claim, found as Record_);
  if (!found?.locked) throw new AppError('request_in_progress', undefined, { retryAfter: 1 });
  return null;
}

function replay(claim: Claim, record: Record_): StoredAnswer {
  if (!claim.requestHash.equals(record.request_hash)) {
    throw new AppError(
      'idempotency_conflict',
      record.message_id ? { original_message_id: record.message_id } : undefined,
    );
  }
  return { status: record.status, body: record.response };
}

/**
 * The earlier answer to a request with this key, or null. Requests at the same time share a statement.
 * @throws AppError `idempotency_conflict`
 */
export async function findAnswer(db: Queryable, claim: Claim): Promise<StoredAnswer | null> {
  const record = await batchedRecord(db, claim);
  return record && replay(claim, record);
}

const batchedRecord = createBatchers(findRecords, 256);

async function findRecords(db: Queryable, claims: readonly Claim[]): Promise<(Record_ | null)[]> {
  const rows = await db.rows<Record_ & { place: number }>({
    name: 'idempotency.find',
    text: `select c.place, r.request_hash, r.status, r.response, r.message_id
           from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality as c (scope, key, after, place)
           join idempotency_records r on r.scope = c.scope and r.key = c.key and r.created_at > c.after`,
    values: [
      claims.map(({ scope }) => scope),
      claims.map(({ key }) => key),
      claims.map(({ at }) => forgottenBefore(at)),
    ],
  });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return claims.map((_, index) => byPlace.get(index + 1) ?? null);
}

/** Whether a request with the key has been answered in the meantime. */
export const answeredSince = async (
  db: Queryable,
  { scope, key }: Pick<Claim, 'scope' | 'key'>,
  since: Date,
): Promise<boolean> =>
  (await db.first(sql`
    select 1 from idempotency_records where scope = ${scope} and key = ${key} and created_at > ${since}`)) !==
  null;

const running = new Set<string>();

/**
 * Runs work for a key only once at a time in this process. If another process does the same work, the one that stores its
 * answer second replays the answer of the first. @throws AppError `request_in_progress`
 */
export async function alone<T>({ scope, key }: Claim, work: () => Promise<T>): Promise<T> {
  const name = `${scope}\0${key}`;
  if (running.has(name)) throw new AppError('request_in_progress', undefined, { retryAfter: 1 });
  running.add(name);
  try {
    return await work();
  } finally {
    running.delete(name);
  }
}

/** An answer with the key under which it is replayed. */
export type AnswerToStore = { claim: Claim; operation: IdempotentOperation; answer: StoredAnswer };

/**
 * Stores answers in the transaction of their effects and overwrites expired ones.
 * @throws AlreadyAnswered if two requests with one key both found no earlier answer, and this one is second
 */
export async function storeAnswers(tx: Queryable, answers: readonly AnswerToStore[]): Promise<void> {
  const stored = await tx.run({
    name: 'idempotency.store',
    text: `insert into idempotency_records as r
             (scope, key, request_hash, operation, status, response, message_id, created_at)
           select scope, key, decode(request_hash, 'hex'), operation, status, response, message_id, created_at
           from jsonb_to_recordset($1::jsonb) as s (scope text, key text, request_hash text, operation text, status int,
             response jsonb, message_id text, created_at timestamptz)
           on conflict (scope, key) do update
           set request_hash = excluded.request_hash, operation = excluded.operation, status = excluded.status,
               response = excluded.response, message_id = excluded.message_id, created_at = excluded.created_at
           where r.created_at <= excluded.created_at - make_interval(days => $2)`,
    values: [JSON.stringify(answers.map(toRecord)), limits.idempotencyDays],
  });
  if (stored < answers.length) throw new AlreadyAnswered();
}

function toRecord({ claim, operation, answer }: AnswerToStore): Record<string, unknown> {
  const { secret: _shownOnce, ...body } = answer.body ?? {};
  return {
    scope: claim.scope,
    key: claim.key,
    request_hash: claim.requestHash.toString('hex'),
    operation: operation.name,
    status: answer.status,
    response: answer.body && (operation.oneTimeSecret ? { ...body, secret_replayed: false } : answer.body),
    message_id: typeof body.id === 'string' && body.id.startsWith('msg_') ? body.id : null,
    created_at: claim.at,
  };
}

/** Deletes expired answers. The retention job calls it. */
export const forgetAnswers = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`delete from idempotency_records where created_at <= ${forgottenBefore(now)}`);
