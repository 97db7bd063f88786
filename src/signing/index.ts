import { revokeRetiredKeys } from './jobs.ts';
import { assertIdentity } from './operations/assert.ts';
import { createIdentityKey } from './operations/create-key.ts';
import { listIdentityKeys } from './operations/list-keys.ts';
import { revokeIdentityKey } from './operations/revoke-key.ts';
import { rotateIdentityKey } from './operations/rotate-key.ts';
import { signHttpRequest } from './operations/sign-request.ts';

export { eraser } from './erasure.ts';
export { identityKeySet } from './key-set.ts';
export { revokeAllOf as revokeSigningKeysOf } from './repository.ts';
export { keyDirectory, webBotAuthKid } from './web-bot-auth.ts';

export const operations = [
  listIdentityKeys,
  createIdentityKey,
  rotateIdentityKey,
  revokeIdentityKey,
  assertIdentity,
  signHttpRequest,
] as const;

export const jobs = [revokeRetiredKeys] as const;
