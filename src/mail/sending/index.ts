export { captureStore } from './capture.ts';
export { capturedRetention } from './captured-retention.ts';
export { deliveryReportJob } from './delivery-report.ts';
export { type DkimRecord, ensureDkimKey, ownDkimRecords } from './dkim/keys.ts';
export { eraser } from './erasure.ts';
export { attachmentLinks } from './linked-attachments.ts';
export { type CapturedRow, findCaptured, HEAD_BYTES, listCaptured } from './outbox-repository.ts';
export { receiveResendEvent, receiveSesEvent } from './provider/receive.ts';
export { unsubscribe, unsubscribeHint } from './unsubscribe.ts';
