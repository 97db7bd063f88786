export { digest } from './digest.ts';
export { eraser } from './erasure.ts';
export { notify } from './notify.ts';
export { notificationRetention } from './retention.ts';
export { type ServiceMail, sendServiceMail, serviceMailJob } from './service-mail.ts';
