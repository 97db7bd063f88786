export { digest } from './digest.ts';
export { eraser } from './erasure.ts';
export { type NoticeKind, PLATFORM } from './kinds.ts';
export { type Block, type Letter, tileOf } from './letter/index.ts';
export { type Notice, notify, type Reader } from './notify.ts';
export { findOperators } from './repository.ts';
export { notificationRetention } from './retention.ts';
export {
  type ComposedServiceMail,
  type ServiceMail,
  sendServiceMail,
  serviceMailJob,
} from './service-mail.ts';
export { whenIn } from './when.ts';
