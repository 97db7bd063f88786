import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Target } from '#kernel/operation/operation.ts';
import {
  type AddressRow,
  addressesOf,
  findIdentity,
  findMailbox,
  type IdentityRow,
  lockIdentity,
  type MailboxRow,
  type StoredIdentity,
} from './repository.ts';

/** The identity that a path names. A missing one, one out of reach and a system identity give the same response. */
export const identityTarget: Target<IdentityRow> = {
  param: 'identity_id',
  notFound: 'identity_not_found',
  async resolve(db, actor, id) {
    const identity = await findIdentity(db, actor, id);
    if (!identity) throw new AppError('identity_not_found');
    return identity;
  },
  tenantOf: (identity) => identity.tenant_id,
};

/** The same for operations that only need the owner of the mail. */
export const mailboxTarget: Target<MailboxRow> = {
  param: 'identity_id',
  notFound: 'identity_not_found',
  async resolve(db, actor, id) {
    const mailbox = await findMailbox(db, actor, id);
    if (!mailbox) throw new AppError('identity_not_found');
    return mailbox;
  },
  tenantOf: (mailbox) => mailbox.tenant_id,
};

/** The fields that show whether an identity is live. */
type Living = { id: string; status: string; tenant: { status: string } };

/**
 * Checks that an identity is not deleted.
 * @throws AppError `identity_not_found` while the identity is being deleted and afterwards
 */
export function requireLive(identity: Living): void {
  const tenantGone = identity.tenant.status === 'erasing' || identity.tenant.status === 'erased';
  if (!isLive(identity) || tenantGone) throw new AppError('identity_not_found');
}

const isLive = (identity: { status: string }): boolean =>
  identity.status === 'active' || identity.status === 'paused';

/** Locks the identity for a change, so that nobody else changes it or its addresses. */
export async function lockLive(db: Queryable, identity: Living): Promise<StoredIdentity> {
  requireLive(identity);
  const current = await lockIdentity(db, identity.id);
  if (!current || !isLive(current)) throw new AppError('identity_not_found');
  return current;
}

/** All addresses of the identity, locked for a change. */
export async function lockedAddresses(db: Queryable, identity: IdentityRow): Promise<AddressRow[]> {
  await lockLive(db, identity);
  return addressesOf(db, identity.id);
}

/** Finds an address by id. @throws AppError `address_not_found`, also for an address of another identity */
export function requireAddress(addresses: readonly AddressRow[], id: string): AddressRow {
  const address = addresses.find((candidate) => candidate.id === id);
  if (!address) throw new AppError('address_not_found');
  return address;
}
