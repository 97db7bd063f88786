export { messageGuardAdvised } from './events.ts';
export { recipientQuery } from './facts.ts';
export { findRecipientFacts, type RecipientAnswer, type RecipientQuery } from './facts-repository.ts';
export { type Guarded, guardSend } from './guard.ts';
export type { Send } from './outgoing.ts';
export { provenanceOf } from './provenance.ts';
export {
  type GuardReason,
  type GuardVerdict,
  guardReasons,
  guardVerdict,
  type Provenance,
  provenance,
} from './schema.ts';
