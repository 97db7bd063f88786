import type { MessageReading } from '#content/reading/index.ts';
import { enqueueMany } from '#jobs/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { noReading, type Triage } from '#mailbox/messages/index.ts';
import { TriageAllowance } from '#workspace/billing/index.ts';
import type { Policy, Settings } from '#workspace/tenants/index.ts';
import { foundIn, type Subject, triageByReader, triageUnread } from './by-reader.ts';
import { triageJob } from './declared-jobs.ts';
import { resetTriage } from './repository.ts';

/**
 * The initial triage of a new inbound message. The reader has already read it in the parse thread
 * (`read`), so most are complete; `pending` ones wait for a model, or for another attempt of the reader if `read` is
 * null. Pass them to `requestTriage`.
 */
export function triageAtFirst(
  message: Subject,
  read: MessageReading | null,
  policy: Pick<Policy, 'triage'>,
  allowance: Allowed,
  { config }: Pick<Services, 'config'>,
): Triage {
  if (read === null) return noReading('pending');
  const readerDoes = config.llm === null;
  const unread = triageUnread(message, read, policy, readerDoes ? allowance.take : allowance.has);
  if (unread) return unread;
  return readerDoes ? triageByReader(message, read) : noReading('pending', foundIn(message, read));
}

/** The allowance of a message's tenant. Work for a model counts when it is done. */
type Allowed = { has(): boolean; take(): boolean };

/** The remaining allowance of these tenants; see `countTriaged`. */
export const lockAllowance = (
  tx: Transaction,
  services: Services,
  tenants: readonly Settings[],
): Promise<TriageAllowance> =>
  services.config.llm === null
    ? TriageAllowance.lock(tx, services, tenants)
    : TriageAllowance.read(tx, services, tenants);

type Triaged = { tenant_id: string; triage: Triage };

/** Counts the triaged ones among these messages, in the transaction that stores their triage. */
export const countTriaged = (
  tx: Transaction,
  allowance: TriageAllowance,
  messages: readonly Triaged[],
): Promise<void> =>
  allowance.count(
    tx,
    messages.flatMap(({ tenant_id, triage }) => (triage.status === 'done' ? [tenant_id] : [])),
  );

/**
 * Enqueues the triage, in the transaction that makes the messages `pending`. Each has its own job, because models are
 * slow.
 */
export const requestTriage = (tx: Transaction, messages: readonly Ours[]): Promise<void> =>
  enqueueMany(
    tx,
    triageJob,
    messages.map(({ id, tenant_id }) => ({ tenant_id, message_ids: [id] })),
  );

/** A message and its tenant. */
type Ours = { id: string; tenant_id: string };

/** Triages a message again, on request or after a release. */
export async function triageAgain(tx: Transaction, message: Ours): Promise<void> {
  const changed = await resetTriage(tx, message.id, noReading('pending'));
  if (changed > 0) await requestTriage(tx, [message]);
}
