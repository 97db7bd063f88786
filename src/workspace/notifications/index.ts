export { digest } from './digest.ts';
export { eraser } from './erasure.ts';
export { notify } from './notify.ts';
export { notificationRetention } from './retention.ts';
