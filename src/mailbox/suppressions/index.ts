export { eraser } from './erasure.ts';
export { entriesFor, storedEntry } from './names.ts';
export type { Reason as SuppressionReason } from './repository.ts';
export {
  type Listed,
  type Lookup as SuppressionLookup,
  type RecipientRestrictions,
  recipientRestrictions,
  sendersListed,
  suppressedAmong,
} from './restrictions.ts';
export { suppress, type ToSuppress } from './suppress.ts';
