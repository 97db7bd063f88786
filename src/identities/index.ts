// First of all, and apart from the imports below: rooms that we call into build their operations on our target while
// this room still loads.
export { identityTarget, lockLive, mailboxTarget, requireLive } from './target.ts';

import { retireDue } from './jobs.ts';
import { addAddress } from './operations/add-address.ts';
import { createIdentity } from './operations/create.ts';
import { deleteAddress } from './operations/delete-address.ts';
import { listAllIdentities, listTenantIdentities } from './operations/list.ts';
import { listAddresses } from './operations/list-addresses.ts';
import { promoteAddress } from './operations/promote-address.ts';
import { lookUpIdentity, readIdentity } from './operations/read.ts';
import { retireAddress } from './operations/retire-address.ts';
import { testForwarding } from './operations/test-forwarding.ts';
import { updateIdentityOperation } from './operations/update.ts';

export { pauseForAbuse } from './abuse.ts';
export { beginDeletion, finishDeletion, nextIdentityId } from './erasure-repository.ts';
export { latinLook } from './look-alikes.ts';
export { findNamesakes } from './namesakes-repository.ts';
export {
  type AddressRow,
  addressesOf,
  addressesOfAll,
  countIdentitiesWithin,
  countInboxes,
  findByAddress as identityWithAddress,
  findIdentity,
  findRecipients,
  type IdentityRow,
  type MailboxRow,
  markReceived,
  type Recipient,
  type SendPolicy,
} from './repository.ts';
export { addressSchema, identitySchema, ownerOf, sendPolicyOf } from './serialize.ts';
export { pauseForSuspension, resumeAfterSuspension } from './suspension.ts';
export type { TenantOfIdentity } from './tenant-repository.ts';

export const operations = [
  createIdentity,
  listTenantIdentities,
  listAllIdentities,
  lookUpIdentity,
  readIdentity,
  updateIdentityOperation,
  listAddresses,
  addAddress,
  promoteAddress,
  retireAddress,
  deleteAddress,
  testForwarding,
] as const;

export const jobs = [retireDue] as const;
