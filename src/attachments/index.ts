import { extractText } from './jobs.ts';
import { getAttachmentText } from './operations/get-text.ts';

export { eraser } from './erasure.ts';
export { extractText } from './jobs.ts';
export { firstTextStatus } from './text-state.ts';

export const operations = [getAttachmentText];
export const jobs = [extractText];
