export { beginApp, checkSecondFactor, confirmApp, dropIdleRecoveryCodes, removeApp } from './app.ts';
export { deletePasskey, type ListedPasskey, listPasskeys, renamePasskey } from './passkey-repository.ts';
export { addPasskey, askForPasskey, beginPasskey, checkPasskey } from './passkeys.ts';
export { newRecoveryCodes } from './recovery.ts';
export { type Held, readHeld } from './repository.ts';
export { challengeRetention } from './retention.ts';
