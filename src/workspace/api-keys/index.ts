export {
  ACCESS_TOKEN_SECONDS,
  type ApplicationGrant,
  assertMayConnect,
  createApplicationKey,
  endAccessToken,
  endApplicationKey,
  narrowApplications,
  renewAccessToken,
} from './application.ts';
export { type Authenticator, createAuthenticator } from './authenticate.ts';
export { type BootstrapKey, ensureBootstrapKey } from './bootstrap.ts';
export { endKeysMadeBy } from './descendants.ts';
export { eraser } from './erasure.ts';
export { type ExpiringKey, findExpiringKeys } from './expiring-repository.ts';
export { createLastUsed } from './last-used.ts';
export { type KeyRow, leaveKeysOfSeveral, revokeKeysOf } from './repository.ts';
export { keyTarget } from './target.ts';
