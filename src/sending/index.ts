import { applyDeliveryReport, sendServiceMailJob, simulateStep, submitMessage } from './jobs.ts';
import { replyToMessage } from './operations/reply.ts';
import { sendMessage } from './operations/send.ts';

export { captureStore } from './capture.ts';
export { eraser } from './erasure.ts';
export { applyDeliveryReport } from './jobs.ts';
export { sendServiceMail } from './service-mail.ts';

export const operations = [sendMessage, replyToMessage];
export const jobs = [submitMessage, sendServiceMailJob, applyDeliveryReport, simulateStep];
