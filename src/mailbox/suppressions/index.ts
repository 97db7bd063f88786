export { eraser } from './erasure.ts';
export { entriesFor, storedEntry } from './names.ts';
export type { Reason as SuppressionReason } from './repository.ts';
export {
  type Listed,
  type RecipientStanding,
  recipientStandings,
  sendersListed,
  suppressedAmong,
} from './standing.ts';
export { suppress, type ToSuppress } from './suppress.ts';
