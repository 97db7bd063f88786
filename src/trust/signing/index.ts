export { eraser } from './erasure.ts';
export { identityKeySet, KEY_SET_AGE } from './key-set.ts';
export { revokeSigningKeys } from './keys.ts';
export { signMail } from './mail/sign-mail.ts';
export { verifyMail } from './mail/verify-mail.ts';
export { revokeBuriedKeys } from './tombstones.ts';
export { keyDirectory, webBotAuthKid } from './web-bot-auth.ts';
