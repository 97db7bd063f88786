import {
  applyDeliveryReport,
  applyProviderNews,
  forgetOldCounters,
  sendServiceMailJob,
  simulateStep,
  submitMessage,
  submitScheduled,
} from './jobs.ts';
import { cancelMessage } from './operations/cancel.ts';
import { forwardMessage } from './operations/forward.ts';
import { replyToMessage } from './operations/reply.ts';
import { replyToAll } from './operations/reply-all.ts';
import { resolveMessage } from './operations/resolve.ts';
import { sendMessage } from './operations/send.ts';

export { captureStore } from './capture.ts';
export { capturedRetention } from './captured-retention.ts';
export { type DkimRecord, ensureDkimKey, ownDkimRecords } from './dkim/keys.ts';
export { eraser } from './erasure.ts';
export { applyDeliveryReport } from './jobs.ts';
export { attachmentLinks } from './linked-attachments.ts';
export { type CapturedRow, findCaptured, HEAD_BYTES, listCaptured } from './outbox-repository.ts';
export { receiveResendEvent, receiveSesEvent } from './provider/receive.ts';
export { sendServiceMail } from './service-mail.ts';
export { unsubscribe, unsubscribeHint } from './unsubscribe.ts';

export const operations = [
  sendMessage,
  replyToMessage,
  replyToAll,
  forwardMessage,
  cancelMessage,
  resolveMessage,
];
export const jobs = [
  submitMessage,
  submitScheduled,
  sendServiceMailJob,
  applyDeliveryReport,
  applyProviderNews,
  simulateStep,
  forgetOldCounters,
];
