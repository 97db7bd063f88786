export { eraser } from './erasure.ts';
export { findUploads, type UploadedFile } from './repository.ts';
export { uploadRetention } from './retention.ts';
