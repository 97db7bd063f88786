export { createRequestLog } from './buffer.ts';
export { eraser } from './erasure.ts';
export { requestLogRetention } from './retention.ts';
