export { createAuthenticator, type Authenticator } from './authenticate.ts';
export { type BootstrapKey, ensureBootstrapKey } from './bootstrap.ts';
export { createLastUsed } from './last-used.ts';
export { describeOwnKey } from './operations/me.ts';
