export { eraser } from './erasure.ts';
export { exportedDrafts } from './export.ts';
export { draftRetention } from './retention.ts';
export { draft as exportedDraft } from './schema.ts';
