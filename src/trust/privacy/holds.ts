import type { Queryable } from '#kernel/data/database.ts';
import { threadsInvolving } from '#mailbox/messages/index.ts';
import { activeHolds, type HoldRow } from './holds-repository.ts';
import type { HeldThread } from './repository.ts';

/** Which of these threads of a mailbox are covered by an active hold, each with the reason of the oldest such hold. */
export async function heldThreads(
  db: Queryable,
  { tenantId, identityId }: { tenantId: string; identityId: string },
  threadIds: readonly string[],
): Promise<HeldThread[]> {
  const holds = await activeHolds(db, tenantId, identityId, threadIds);
  if (holds.length === 0) return [];
  const addresses = holds.flatMap(({ counterparty_address }) => counterparty_address ?? []);
  const named = addresses.length === 0 ? [] : await threadsInvolving(db, threadIds, [...new Set(addresses)]);
  const covers = (hold: HoldRow, threadId: string): boolean =>
    hold.scope === 'tenant' ||
    hold.scope === 'identity' ||
    hold.thread_id === threadId ||
    named.some(({ thread_id, address }) => thread_id === threadId && address === hold.counterparty_address);
  return threadIds.flatMap((threadId) => {
    const hold = holds.find((candidate) => covers(candidate, threadId));
    return hold ? { thread_id: threadId, reason: hold.reason } : [];
  });
}
