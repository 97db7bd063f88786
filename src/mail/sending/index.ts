export { attachmentLinks } from './compose/linked-attachments.ts';
export { unsubscribe, unsubscribeHint } from './compose/unsubscribe.ts';
export { eraser } from './erasure.ts';
export { captureStore } from './submit/capture.ts';
export { type CapturedRow, findCaptured, HEAD_BYTES, listCaptured } from './submit/captured-repository.ts';
export { capturedRetention } from './submit/captured-retention.ts';
export { type DkimRecord, ensureDkimKey, ownDkimRecords } from './submit/dkim/keys.ts';
export { deliveryReportJob } from './transition/delivery-report.ts';
export { receiveResendEvent, receiveSesEvent } from './transition/provider/receive.ts';
