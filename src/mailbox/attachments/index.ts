export { extractTextJob, textExtractedJob } from './declared-jobs.ts';
export { eraser } from './erasure.ts';
export { fileLinks } from './file-links.ts';
export { type LinkKind, type LinkKinds, linkToken, mintLink, openLink, readLink } from './links.ts';
export { firstTextStatus } from './text-state.ts';
