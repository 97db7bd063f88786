export { eraser } from './erasure.ts';
export {
  type LinkKind,
  type LinkKinds,
  linkToken,
  mintLink,
  openLink,
  readLink,
} from './links.ts';
export { extractTextJob, firstTextStatus, textExtractedJob } from './text-state.ts';
