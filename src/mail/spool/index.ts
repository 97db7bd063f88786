export { Backlog, MAX_WAITING_RECEIPTS } from './backlog.ts';
export { deliverInside } from './deliver-inside.ts';
export { eraser } from './erasure.ts';
export {
  claimReceipts,
  deleteReceipts,
  insertAccepted,
  measureReceipts,
  type NewReceipt,
  postponeReceipt,
  type Receipt,
  releaseLeases,
} from './repository.ts';
