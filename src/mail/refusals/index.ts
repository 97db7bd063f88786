export { eraser } from './erasure.ts';
export { createRefusalLog, type RefusalLog } from './log.ts';
export { Beginning } from './message-id.ts';
export { type RefusalReason, refusalReasons, refusalStages } from './reasons.ts';
export { listRefusals, type RefusalRow } from './repository.ts';
export { REFUSAL_DAYS, refusalRetention } from './retention.ts';
