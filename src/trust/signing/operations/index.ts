import { assertIdentity } from './assert.ts';
import { createIdentityKey } from './create-key.ts';
import { listIdentityKeys } from './list-keys.ts';
import { revokeIdentityKey } from './revoke-key.ts';
import { rotateIdentityKey } from './rotate-key.ts';
import { signHttpRequest } from './sign-request.ts';

export const operations = [
  listIdentityKeys,
  createIdentityKey,
  rotateIdentityKey,
  revokeIdentityKey,
  assertIdentity,
  signHttpRequest,
] as const;
