export { eraser } from './erasure.ts';
export { identityKeySet } from './key-set.ts';
export { revokeAllOf as revokeSigningKeysOf } from './repository.ts';
export { keyDirectory, webBotAuthKid } from './web-bot-auth.ts';
