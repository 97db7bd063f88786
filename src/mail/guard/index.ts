export { messageGuardAdvised } from './events.ts';
export { mailboxQuery } from './facts.ts';
export { findMailboxes, type MailboxAnswer, type MailboxQuery } from './facts-repository.ts';
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
