import { after, DAY } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { AddressRow, AddressState, PauseReason, SendPolicy, StoredIdentity } from './repository.ts';
import { changedSignature } from './safe-signature.ts';

/**
 * The body of a PATCH. Fields that are left out stay unchanged; owner, signature and metadata are replaced
 * completely.
 */
export type IdentityPatch = {
  display_name?: string | undefined;
  purpose?: string | undefined;
  owner?: { name: string; email: string } | null | undefined;
  signature?: StoredIdentity['signature'] | undefined;
  metadata?: StoredIdentity['metadata'] | undefined;
  send_policy?: { [K in keyof SendPolicy]?: SendPolicy[K] | undefined } | undefined;
};

/** The identity after a patch, except for its status. */
export function applyPatch(identity: StoredIdentity, patch: IdentityPatch): StoredIdentity {
  const { owner } = patch;
  return {
    ...identity,
    display_name: patch.display_name ?? identity.display_name,
    purpose: patch.purpose ?? identity.purpose,
    owner_name: owner === undefined ? identity.owner_name : (owner?.name ?? null),
    owner_email: owner === undefined ? identity.owner_email : (owner?.email ?? null),
    signature:
      patch.signature === undefined
        ? identity.signature
        : changedSignature(identity.signature, patch.signature),
    metadata: patch.metadata ?? identity.metadata,
    send_policy: mergeSendPolicy(identity.send_policy, patch.send_policy ?? {}),
  };
}

/** Stores only fields that were set; a daily cap of null counts as not set. */
const mergeSendPolicy = (
  stored: Partial<SendPolicy>,
  patch: NonNullable<IdentityPatch['send_policy']>,
): Partial<SendPolicy> =>
  Object.fromEntries(
    Object.entries({ ...stored, ...patch }).filter(([, value]) => value !== undefined && value !== null),
  );

export type IdentityState = { status: StoredIdentity['status']; pause_reason: PauseReason | null };

/**
 * The state after a caller requests a status (spec 3.3, 4.4 rule 7).
 * @throws AppError `tenant_suspended`, `scope_denied`
 */
export function nextState(
  now: IdentityState,
  requested: 'active' | 'paused',
  caller: { level: Actor['level']; tenantSuspended: boolean },
): IdentityState {
  if (requested === 'paused') return pause(now);
  if (now.status === 'active') return now;
  if (caller.tenantSuspended) throw new AppError('tenant_suspended');
  const mayOverrideAbuse = caller.level === 'platform' || caller.level === 'tenant';
  if (now.pause_reason === 'abuse_threshold' && !mayOverrideAbuse) {
    throw new AppError('scope_denied', { field: 'status', reason: 'abuse_threshold' });
  }
  return { status: 'active', pause_reason: null };
}

/**
 * A pause for abuse keeps its reason; otherwise a manual pause would let anybody lift it. A pause by suspension
 * becomes a manual one, so that it outlives the suspension.
 */
function pause(now: IdentityState): IdentityState {
  if (now.status === 'paused' && now.pause_reason !== 'tenant_suspended') return now;
  return { status: 'paused', pause_reason: 'manual' };
}

const active = { status: 'active', retire_at: null, retired_at: null } as const;

/** The state of an address that receives mail for some more days, or no more from now on. */
export function retiring(address: AddressRow, days: number, now: Date): AddressState {
  const role = 'alias' as const;
  if (days === 0 || address.status === 'pending') {
    return { id: address.id, role, status: 'retired', retire_at: null, retired_at: now.toISOString() };
  }
  return {
    id: address.id,
    role,
    status: 'retiring',
    retire_at: after(now, days * DAY).toISOString(),
    retired_at: null,
  };
}

/**
 * The new states after `address` becomes the primary address (spec 3.3). The previous primary is retired, or stays as an
 * alias if it is the platform address, which stays as long as the identity.
 * @throws AppError `domain_not_ready` for a pending address, `address_taken` for a retired one, which cannot be reactivated
 */
export function promoted(
  address: AddressRow,
  previous: AddressRow | undefined,
  retirePreviousAfterDays: number,
  now: Date,
): AddressState[] {
  if (address.status === 'pending') throw new AppError('domain_not_ready');
  if (address.status === 'retired') throw new AppError('address_taken', { reason: 'retired' });
  const states: AddressState[] = [{ id: address.id, role: 'primary', ...active }];
  if (previous?.is_platform) states.push({ id: previous.id, role: 'alias', ...active });
  else if (previous) states.push(retiring(previous, retirePreviousAfterDays, now));
  return states;
}

/**
 * The new state of an address that is retired.
 * @throws AppError `address_is_primary`, `address_in_use` for the platform address (spec 4.4, rule 4)
 */
export function retired(address: AddressRow, afterDays: number, now: Date): AddressState {
  if (address.role === 'primary') throw new AppError('address_is_primary');
  if (address.is_platform) throw new AppError('address_in_use');
  return address.status === 'retired' ? address : retiring(address, afterDays, now);
}
