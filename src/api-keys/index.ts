import { createKey } from './operations/create.ts';
import { getKey } from './operations/get.ts';
import { listApiKeys } from './operations/list.ts';
import { describeOwnKey } from './operations/me.ts';
import { revokeKey } from './operations/revoke.ts';
import { rotateKey } from './operations/rotate.ts';

export { type Authenticator, createAuthenticator } from './authenticate.ts';
export { type BootstrapKey, ensureBootstrapKey } from './bootstrap.ts';
export { eraser } from './erasure.ts';
export { createLastUsed } from './last-used.ts';
export { type KeyRow, revokeKeysOf } from './repository.ts';
export { keyTarget } from './target.ts';

/** For the registry. */
export const operations = [describeOwnKey, createKey, listApiKeys, getKey, revokeKey, rotateKey];
