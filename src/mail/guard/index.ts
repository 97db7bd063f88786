export { messageGuardAdvised } from './events.ts';
export { type Guarded, guardSend } from './guard.ts';
export type { Send } from './outgoing.ts';
export { type GuardReason, type GuardVerdict, guardReasons, guardVerdict } from './schema.ts';
