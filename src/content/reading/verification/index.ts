export { findVerification, type Verification, type VerificationInput } from './find.ts';
