export { pauseForAbuse } from './abuse.ts';
export { activateAddresses, dropPendingAddresses, setForwarding } from './domain-changes.ts';
export { findPendingAddresses } from './domain-repository.ts';
export { beginDeletion, finishDeletion, nextIdentityId } from './erasure-repository.ts';
export { FORWARDING_HEADER, noteForwarded, takeForwardingTest } from './forwarding.ts';
export { latinLook } from './look-alikes.ts';
export { assertRoom, isFull, reportFull } from './mailbox-size.ts';
export { findNamesakes } from './namesakes-repository.ts';
export {
  type AddressRow,
  addressesOf,
  addressesOfAll,
  findByAddress as identityWithAddress,
  findIdentity,
  findRecipients,
  type IdentityRow,
  type MailboxRow,
  markReceived,
  type Recipient,
  type SendPolicy,
} from './repository.ts';
export { addressSchema, identitySchema } from './schema.ts';
export { ownerOf, sendPolicyOf } from './serialize.ts';
export { followTenantStatus } from './suspension.ts';
export { identityTarget, lockLive, mailboxTarget, requireLive } from './target.ts';
export type { TenantOfIdentity } from './tenant-repository.ts';
