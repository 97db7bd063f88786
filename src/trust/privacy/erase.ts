import { type NewEvent, recordEvents } from '#events/index.ts';
import type { JobContext } from '#jobs/index.ts';
import { SECOND } from '#kernel/base/clock.ts';
import { deleteUnusedBlobs } from '#kernel/data/blob-references.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockHolds } from '#kernel/data/legal-holds.ts';
import { lockNames } from '#kernel/data/locks.ts';
import {
  type Erased,
  type ErasedSample,
  type Eraser,
  type ErasureScope,
  erasureCounts,
} from '#kernel/operation/erasure.ts';
import type { Services } from '#kernel/operation/services.ts';
import { finishDeletion, nextIdentityId } from '#mailbox/identities/index.ts';
import { lockAttachments, type ScannedMessage, scanMailbox } from '#mailbox/messages/index.ts';
import { lockThreads } from '#mailbox/threads/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { finishTenantErasure } from '#workspace/tenants/index.ts';
import { erasers as allErasers } from './erasers.ts';
import { erasureCompleted, erasureFailed, identityDeleted } from './events.ts';
import { heldThreads } from './holds.ts';
import {
  type ErasureRow,
  endErasure,
  lockOpenErasure,
  type Progress,
  type Receipt,
  recordHeld,
  rememberBlobs,
  type ShownErasure,
  saveProgress,
  takeBlobs,
} from './repository.ts';
import { serializeErasure } from './serialize.ts';

/** The maximum numbers for one step: messages to examine, messages to erase, rows of a room, blobs. */
const WINDOW = 1_000;
const BATCH = 100;
const ROWS = 500;
const BLOBS = 100;
/** Erased messages that the probe searches for. */
const SAMPLES = 10;
/** Mail of a counterparty may keep arriving, so the number of passes is limited. */
const MAX_PASSES = 10;
/**
 * Steps of one run. The job is then called again with all of its attempts. A run that follows a failure or a kill ends
 * after one step, so that an erasure that makes progress never runs out of attempts, however often its process is
 * killed.
 */
const STEPS = 10;
/** The wait until systems outside the database confirm their erasure. */
const LOOK_AGAIN = 2 * SECOND;

/**
 * Performs the request step by step. Each step is one transaction that also writes its progress and counts. A kill
 * loses at most one step, which is then repeated, and two workers take turns.
 */
export async function runErasure(
  { services, signal, attempt }: JobContext,
  id: string,
  erasers: readonly Eraser[] = allErasers,
): Promise<Date | undefined> {
  const most = attempt === 1 ? STEPS : 1;
  for (let steps = 0; ; steps += 1) {
    if (signal.aborted || steps === most) return services.clock.now();
    const next = await services.db.transaction((tx) => nextStep(services, tx, id, erasers));
    if (next === null) return undefined;
    if (next !== 'step' && !(await probe(services, id, next, erasers)))
      return new Date(services.clock.now().getTime() + LOOK_AGAIN);
  }
}

/** Ends the request as failed, after its last try. */
export const failErasure = (services: Services, id: string, error: string): Promise<void> =>
  services.db.transaction(async (tx) => {
    const request = await lockOpenErasure(tx, id);
    if (!request) return;
    const now = services.clock.now();
    await endErasure(tx, id, { failed: error, receipt: request.receipt, now });
    await recordEnd(tx, services, request, 'failed');
    const data = { erasure_request_id: id, step: request.progress.phase ?? 'messages', error };
    await recordEvents(tx, services, [erasureFailed({ tenant_id: request.tenant_id, job_id: id, data })]);
  });

export function scopeOf(row: ErasureRow): ErasureScope {
  const { tenant_id: tenantId } = row;
  const identityId = row.identity_id ?? '';
  switch (row.scope) {
    case 'message':
      return { kind: 'message', tenantId, identityId, messageId: row.message_id ?? '' };
    case 'thread':
      return { kind: 'thread', tenantId, identityId, threadId: row.thread_id ?? '' };
    case 'counterparty':
      return { kind: 'counterparty', tenantId, address: row.counterparty_address ?? '' };
    case 'identity':
      return { kind: 'identity', tenantId, identityId };
    case 'tenant':
      return { kind: 'tenant', tenantId };
  }
}

type Step = {
  services: Services;
  tx: Transaction;
  erasers: readonly Eraser[];
  request: ErasureRow;
  scope: ErasureScope;
  progress: Progress;
  receipt: Receipt;
};

type Probing = { scope: ErasureScope; samples: readonly ErasedSample[] };

/** @returns whether another step follows, or the probe of this scope; null if there is nothing more to do */
async function nextStep(
  services: Services,
  tx: Transaction,
  id: string,
  erasers: readonly Eraser[],
): Promise<'step' | Probing | null> {
  const request = await lockOpenErasure(tx, id);
  if (!request) return null;
  const { progress, receipt } = request;
  const step: Step = { services, tx, erasers, request, scope: scopeOf(request), progress, receipt };
  const phase = progress.phase ?? 'messages';
  if (phase === 'messages') await eraseMessages(step);
  else if (phase === 'rooms') await eraseRows(step);
  else if (phase === 'probe') return { scope: step.scope, samples: progress.samples ?? [] };
  else if (!(await eraseBlobs(step))) progress.phase = 'probe';
  await saveProgress(tx, id, step);
  return 'step';
}

/** Counts what a room erased, and stores the blobs that it pointed to and the samples for the probe. */
async function note(
  { tx, request, progress, receipt }: Step,
  { counts = {}, blobs = [], samples = [] }: Erased,
): Promise<void> {
  progress.samples = [...(progress.samples ?? []), ...samples].slice(0, SAMPLES);
  for (const name of erasureCounts) receipt[name] = (receipt[name] ?? 0) + (counts[name] ?? 0);
  if (blobs.length > 0) await rememberBlobs(tx, request.id, blobs);
}

async function eraseMessages(step: Step): Promise<void> {
  const { tx, scope, progress } = step;
  const identityId = await mailboxNow(step);
  if (identityId === null) return endPass(step);
  await lockHolds(tx, [scope.tenantId]);
  await lockNames(tx, 'mailbox', [identityId]);
  const rows = await scanMailbox(tx, identityId, scope, { after: progress.after ?? null, take: WINDOW });
  const wanted = rows.filter((row) => row.wanted);
  await eraseBatch(step, identityId, wanted.slice(0, BATCH));
  const last = wanted.length > BATCH ? wanted[BATCH - 1] : rows.at(-1);
  if (last) progress.after = { created_at: last.created_at, id: last.id };
  const isDone = wanted.length <= BATCH && rows.length < WINDOW;
  if (isDone) Object.assign(progress, { identity: identityId, after: null });
}

/** The mailbox to continue with; null when all are done. */
async function mailboxNow({ tx, scope, progress }: Step): Promise<string | null> {
  const done = progress.identity ?? null;
  if ('identityId' in scope) return done === scope.identityId ? null : scope.identityId;
  return nextIdentityId(tx, scope.tenantId, done ?? '');
}

/** Starts another pass for mail that arrived during this one. */
function endPass({ progress }: Step): void {
  const { pass = 1, erased = 0 } = progress;
  if (erased > 0 && pass < MAX_PASSES) {
    Object.assign(progress, { pass: pass + 1, erased: 0, identity: null, after: null });
    return;
  }
  Object.assign(progress, { phase: 'rooms', rooms_done: [], identity: null, after: null });
}

async function eraseBatch(step: Step, identityId: string, wanted: readonly ScannedMessage[]): Promise<void> {
  const { tx, request, scope, progress, receipt } = step;
  // The identity itself is deleted, so it is affected even without mail.
  if (scope.kind === 'identity' || scope.kind === 'tenant') affect(receipt, identityId);
  if (wanted.length === 0) return;
  const of = { tenantId: scope.tenantId, identityId };
  const held = await heldThreads(tx, of, distinct(wanted));
  if (held.length > 0) await recordHeld(tx, request.id, held);
  const free = wanted.filter(({ thread_id }) => !held.some((thread) => thread.thread_id === thread_id));
  if (free.length === 0) return;
  const messageIds = free.map(({ id }) => id);
  const threadIds = distinct(free);
  await lockThreads(tx, threadIds);
  const attachmentIds = await lockAttachments(tx, messageIds);
  for (const eraser of step.erasers) {
    const erased = await eraser.ofMessages?.(tx, {
      ...of,
      scope: scope.kind,
      messageIds,
      threadIds,
      attachmentIds,
    });
    if (erased) await note(step, erased);
  }
  progress.erased = (progress.erased ?? 0) + free.length;
  affect(receipt, identityId);
}

const distinct = (messages: readonly ScannedMessage[]): string[] => [
  ...new Set(messages.map(({ thread_id }) => thread_id)),
];

function affect(receipt: Receipt, identityId: string): void {
  receipt.identities_affected ??= [];
  if (!receipt.identities_affected.includes(identityId)) receipt.identities_affected.push(identityId);
}

/** Erases rows that belong to no message, room by room. */
async function eraseRows(step: Step): Promise<void> {
  const { tx, scope, progress } = step;
  const done = progress.rooms_done ?? [];
  const eraser = step.erasers.find(({ name }) => !done.includes(name));
  if (!eraser) {
    progress.phase = 'blobs';
    return;
  }
  const erased = (await eraser.ofScope?.(tx, scope, ROWS, step.services)) ?? { rows: 0 };
  await note(step, erased);
  if (erased.rows === 0) progress.rooms_done = [...done, eraser.name];
}

/**
 * Deletes blobs that nothing refers to anymore; copies of a message share them, even across tenants. Returns false if
 * there are no more to check.
 */
async function eraseBlobs(step: Step): Promise<boolean> {
  const { services, tx, request } = step;
  const candidates = await takeBlobs(tx, request.id, BLOBS);
  if (candidates.length === 0) return false;
  await note(step, { counts: { r2_objects_deleted: await deleteUnusedBlobs(services, tx, candidates) } });
  return true;
}

/** Searches for remains and ends the request. Returns false if the search indexes are not up to date yet. */
async function probe(
  services: Services,
  id: string,
  { scope, samples }: Probing,
  erasers: readonly Eraser[],
): Promise<boolean> {
  const found = { keyword_hits: 0, semantic_hits: 0 };
  for (const eraser of erasers) {
    if (!eraser.probe) continue;
    const probed = await eraser.probe(services, scope, samples);
    if (probed === null) return false;
    found.keyword_hits += probed.keyword_hits;
    found.semantic_hits += probed.semantic_hits;
  }
  await services.db.transaction(async (tx) => {
    const request = await lockOpenErasure(tx, id);
    if (!request) return;
    const { progress, receipt } = request;
    receipt.probe = found;
    await finish({ services, tx, erasers, request, scope, progress, receipt });
  });
  return true;
}

async function finish({ services, tx, request, scope, receipt }: Step): Promise<void> {
  const now = services.clock.now();
  if (scope.kind === 'identity' || scope.kind === 'tenant') {
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    await finishDeletion(tx, { tenantId: scope.tenantId, identityId }, now);
  }
  if (scope.kind === 'tenant') await finishTenantErasure(tx, scope.tenantId, now);
  const ended = await endErasure(tx, request.id, { failed: null, receipt, now });
  await recordEnd(tx, services, request, ended.status);
  await recordEvents(tx, services, eventsOf(ended));
}

function eventsOf(ended: ShownErasure): NewEvent[] {
  const { id: job_id, tenant_id, identity_id } = ended;
  const completed: NewEvent = erasureCompleted({
    tenant_id,
    job_id,
    data: { erasure_request: serializeErasure(ended) },
  });
  if (ended.scope !== 'identity' || identity_id === null) return [completed];
  const data = { identity_id, erasure_request_id: job_id };
  return [identityDeleted({ tenant_id, identity_id, job_id, data }), completed];
}

const recordEnd = (tx: Transaction, services: Services, request: ErasureRow, status: string): Promise<void> =>
  recordAudit(
    tx,
    { actor: null, requestId: null, services },
    {
      action: 'erasure.complete',
      target_type: 'erasure_request',
      target_id: request.id,
      tenant_id: request.tenant_id,
      details: { scope: request.scope, status },
    },
  );
