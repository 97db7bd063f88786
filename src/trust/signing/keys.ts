import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type IdentityRow, lockLive, requireLive } from '#mailbox/identities/index.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';
import { keyCreated } from './events.ts';
import { newKeyPair } from './key-pair.ts';
import { findActiveKey, type IdentityKeyRow, insertKey, revokeKeysWithin } from './repository.ts';
import { buryKeys } from './tombstones.ts';

export type KeyCall = AuditCall & {
  db: Transaction;
  services: Services;
  target: Pick<IdentityRow, 'id' | 'tenant_id'> & { status: string; tenant: { status: string } };
};

/** The identity's active key, which is created if there is none. `made` is true if it was created now. */
export async function ensureActiveKey(call: KeyCall): Promise<{ key: IdentityKeyRow; made: boolean }> {
  requireLive(call.target);
  const present = await findActiveKey(call.db, call.target.id);
  if (present) return { key: present, made: false };
  await lockLive(call.db, call.target);
  const made = await findActiveKey(call.db, call.target.id);
  if (made) return { key: made, made: false };
  const key = await makeKey(call);
  await recordAudit(call.db, call, {
    action: 'identity_key.create',
    target_type: 'identity_key',
    target_id: key.kid,
    tenant_id: key.tenant_id,
    details: { identity_id: key.identity_id },
  });
  await recordEvents(call.db, call.services, [keyCreated(key)]);
  return { key, made: true };
}

/** Creates a new active key. The caller holds the identity's lock and has retired the previous key. */
export async function makeKey({ db, services, target }: KeyCall): Promise<IdentityKeyRow> {
  const { kid, publicX, privateKey } = await newKeyPair();
  const key: IdentityKeyRow = {
    kid,
    identity_id: target.id,
    tenant_id: target.tenant_id,
    public_x: publicX,
    private_key: services.sealer.seal('identity-key', privateKey, kid),
    status: 'active',
    created_at: services.clock.now().toISOString(),
    retire_at: null,
    revoked_at: null,
  };
  await insertKey(db, key);
  return key;
}

/** Permanently removes all keys of an identity, or of a tenant's identities, from the published set. */
export async function revokeSigningKeys(
  services: Services,
  tx: Transaction,
  scope: { tenantId: string; identityId: string | null },
): Promise<void> {
  await buryKeys(services, await revokeKeysWithin(tx, scope, services.clock.now()));
  // An erasure records no event when it begins.
  tx.afterCommit(() => services.wakeUps.emit('event', [`${scope.identityId ?? scope.tenantId} changed`]));
}

/** @throws AppError `identity_paused` with the reason, `identity_not_found` while deleting and afterwards */
export function requireSigner(identity: IdentityRow): void {
  requireLive(identity);
  if (identity.status === 'paused') throw new AppError('identity_paused', { reason: identity.pause_reason });
}
