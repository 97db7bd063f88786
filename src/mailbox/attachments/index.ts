export { eraser } from './erasure.ts';
export { extractText } from './jobs.ts';
export { firstTextStatus } from './text-state.ts';
