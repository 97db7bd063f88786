import { enqueue } from '#jobs/index.ts';
import type { Transaction } from '#kernel/database.ts';
import type { Services } from '#kernel/services.ts';
import type { Triage } from '#messages/index.ts';
import type { Policy } from '#tenants/index.ts';
import { noReading } from './input.ts';
import { triageMessages } from './jobs.ts';
import { resetTriage } from './repository.ts';

/** The rules take a millisecond for each; a model is asked for one at a time, so that each has its own tries. */
const MESSAGES_PER_JOB = 50;

type Eligible = { status: string };

/** What a new message says until its job has run (interface-spec 3.2: triage runs for what was received). */
export const triageAtFirst = ({ status }: Eligible, policy: Pick<Policy, 'triage'>): Triage => {
  if (status !== 'received') return noReading('skipped', { reason: 'not_eligible' });
  if (!policy.triage.enabled) return noReading('skipped', { reason: 'policy_disabled' });
  return noReading('pending');
};

/** Has new inbound messages triaged, in the transaction that stores them. Skipped ones get their risk flags. */
export async function requestTriage(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  messageIds: readonly string[],
): Promise<void> {
  const size = config.llm === null ? MESSAGES_PER_JOB : 1;
  const chunks: Promise<void>[] = [];
  for (let at = 0; at < messageIds.length; at += size) {
    chunks.push(enqueue(tx, triageMessages, { message_ids: messageIds.slice(at, at + size) }));
  }
  await Promise.all(chunks);
}

/** Triages a message again: asked for, or because it was released. */
export async function triageAgain(tx: Transaction, services: Services, messageId: string): Promise<void> {
  const changed = await resetTriage(tx, messageId, noReading('pending'));
  if (changed > 0) await requestTriage(tx, services, [messageId]);
}
