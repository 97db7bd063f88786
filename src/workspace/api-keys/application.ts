import { after, MINUTE } from '#kernel/base/clock.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import type { Queryable, Transaction } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { assertMayGive } from '#kernel/operation/guards.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';
import {
  addAccessToken,
  endToken,
  findTokenKey,
  markApplication,
  narrowKeys,
} from './application-repository.ts';
import { findHolder, findHolderOfAll } from './holder.ts';
import { insertKey, type KeyRow, lockedKey, markRevoked, revokeDescendants } from './repository.ts';
import { assertHoldable, type Holder } from './scope.ts';
import { BEARER_FORM, hashSecret, newAccessToken, prefixOf } from './secret.ts';

// The keys of connected applications (src/workspace/oauth): their secrets are access tokens, which work for an hour.

/** How long an access token works. */
export const ACCESS_TOKEN_SECONDS = 3_600;
/** How long the previous token still works, for requests that are under way. */
const OVERLAP = MINUTE;

/** The access that a person gives an application: their workspace, or some identities of it. */
export type ApplicationGrant = {
  /** Null for the workspace. */
  identity_ids: readonly string[] | null;
  permissions: readonly Permission[];
  expires_at: string | null;
};

/**
 * Checks that the person may give this access, by the same rules as for creating a key.
 * @throws AppError `invalid_request`, `key_scope_exceeded`, `tenant_not_found`, `tenant_erased`
 */
export async function assertMayConnect(
  db: Queryable,
  person: Actor,
  { identity_ids, permissions, expires_at }: ApplicationGrant,
): Promise<Holder> {
  const level = identity_ids === null ? 'tenant' : 'identity';
  assertHoldable(level, permissions);
  const holder =
    identity_ids !== null && identity_ids.length > 1
      ? await findHolderOfAll(db, person, identity_ids)
      : await findHolder(db, person, {
          level,
          ...(identity_ids === null ? { tenant_id: person.tenant_id } : { identity_id: identity_ids[0] }),
        });
  assertMayGive(person, { permissions, expires_at, allowed_cidrs: [] });
  return holder;
}

/** Creates the key of an application with its first access token. @throws AppError as `assertMayConnect` */
export async function createApplicationKey(
  tx: Transaction,
  person: Actor,
  grant: ApplicationGrant & { name: string; client_id: string; now: Date },
): Promise<{ key: KeyRow; token: string }> {
  const holder = await assertMayConnect(tx, person, grant);
  const token = newAccessToken(holder.mode);
  const key = await insertKey(tx, {
    ...holder,
    id: newId('key'),
    name: grant.name,
    level: grant.identity_ids === null ? 'tenant' : 'identity',
    identity_ids: holder.identity_id === null ? [...(grant.identity_ids ?? [])] : [],
    permissions: [...grant.permissions],
    expires_at: grant.expires_at,
    secret_hash: hashSecret(token),
    allowed_cidrs: [],
    prefix: prefixOf(token),
    created_by_key_id: null,
    created_by_user_id: person.user_id,
    mcp_view: null,
    tools: [],
  });
  const validUntil = after(grant.now, ACCESS_TOKEN_SECONDS * 1000);
  await markApplication(tx, { id: key.id, clientId: grant.client_id, validUntil });
  return { key, token };
}

/** Issues a new access token for a valid key and locks the key until the commit. Null if the key has ended. */
export async function renewAccessToken(
  tx: Transaction,
  keyId: string,
  now: Date,
): Promise<{ key: KeyRow; token: string } | null> {
  const key = await lockedKey(tx, keyId);
  if (!key || (key.expires_at !== null && new Date(key.expires_at) <= now)) return null;
  const token = newAccessToken(key.mode);
  await addAccessToken(tx, {
    keyId,
    hash: hashSecret(token),
    prefix: prefixOf(token),
    now,
    validUntil: after(now, ACCESS_TOKEN_SECONDS * 1000),
    othersUntil: after(now, OVERLAP),
  });
  return { key, token };
}

/** Ends an access token of this application. Tokens of other applications and unknown ones are ignored. */
export async function endAccessToken(
  db: Queryable,
  token: string,
  clientId: string,
  now: Date,
): Promise<void> {
  if (!BEARER_FORM.test(token)) return;
  const hash = hashSecret(token);
  const key = await findTokenKey(db, hash);
  if (key?.oauth_client_id === clientId) await endToken(db, hash, now);
}

/** Revokes an application's key and everything that the key created. @returns whether it was still valid */
export async function endApplicationKey(
  tx: Transaction,
  call: AuditCall,
  key: { id: string; tenant_id: string },
  details: Record<string, unknown>,
  now: Date,
): Promise<boolean> {
  if (!(await markRevoked(tx, key.id, now))) return false;
  await recordAudit(tx, call, {
    action: 'application.disconnect',
    target_type: 'key',
    target_id: key.id,
    tenant_id: key.tenant_id,
    details,
  });
  for (const child of await revokeDescendants(tx, { key_id: key.id }, now)) {
    await recordAudit(tx, call, {
      action: 'key.revoke',
      target_type: 'key',
      target_id: child.id,
      tenant_id: child.tenant_id,
      details: { created_by: key.id },
    });
  }
  return true;
}

/** After a change of a person's role, reduces the permissions of their applications to those that they still have. */
export const narrowApplications = (
  tx: Transaction,
  person: { user_id: string; tenant_id: string },
  permissions: readonly Permission[],
): Promise<number> => narrowKeys(tx, person, permissions);
