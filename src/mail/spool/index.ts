export { Backlog, MAX_WAITING_RECEIPTS } from './backlog.ts';
export { deliverInside } from './deliver-inside.ts';
export { eraser } from './erasure.ts';
export { fairOrderOf, networkOf } from './fair-order.ts';
export {
  buryReceipt,
  claimReceipts,
  deleteReceipts,
  insertAccepted,
  lockWaiting,
  measureReceipts,
  type NewSpoolEntry,
  postponeReceipt,
  releaseLeases,
  releaseLost,
  returnReceipts,
  reviveReceipt,
  type SpoolEntry,
} from './repository.ts';
