// Loaded by the parse threads as well: nothing here may bring the database driver or other rooms with it.
export { eraser } from './erasure.ts';
export { verificationEvents } from './events.ts';
export { findVerification, type Verification, type VerificationInput } from './find.ts';
export { recordWait, type WaitedPair, waitedSince } from './repository.ts';
