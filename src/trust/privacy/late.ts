import type { Queryable } from '#kernel/data/database.ts';
import { nextIdentityId } from '#mailbox/identities/index.ts';
import { type MailboxPosition, scanMailbox } from '#mailbox/messages/index.ts';
import { scopeOf } from './erase.ts';
import { heldThreads } from './holds.ts';
import { type ErasureRow, findErasureRow } from './repository.ts';

const WINDOW = 1_000;

/**
 * Checks an erased identity or tenant again, because a send or a delivery that began earlier may have committed after
 * the erasure had passed it.
 */
export async function lookForLateMail(
  db: Queryable,
  erasureId: string,
): Promise<'still open' | 'late mail' | 'nothing'> {
  const request = await findErasureRow(db, erasureId);
  if (request?.status === 'queued' || request?.status === 'running') return 'still open';
  const isWhole = request?.status === 'completed' || request?.status === 'completed_with_holds';
  return isWhole && (await hasFreeMail(db, request)) ? 'late mail' : 'nothing';
}

async function hasFreeMail(db: Queryable, request: ErasureRow): Promise<boolean> {
  if (request.scope === 'identity') return isLeft(db, request, request.identity_id ?? '');
  let identityId = await nextIdentityId(db, request.tenant_id, '');
  while (identityId !== null) {
    if (await isLeft(db, request, identityId)) return true;
    identityId = await nextIdentityId(db, request.tenant_id, identityId);
  }
  return false;
}

/** Whether a mailbox still has a message that no hold covers. Only mailboxes under a hold have messages at all. */
async function isLeft(db: Queryable, request: ErasureRow, identityId: string): Promise<boolean> {
  let after: MailboxPosition | null = null;
  for (;;) {
    const rows = await scanMailbox(db, identityId, scopeOf(request), { after, take: WINDOW });
    const threadIds = [...new Set(rows.map(({ thread_id }) => thread_id))];
    const held = await heldThreads(db, { tenantId: request.tenant_id, identityId }, threadIds);
    if (held.length < threadIds.length) return true;
    if (rows.length < WINDOW) return false;
    after = rows.at(-1)!;
  }
}
