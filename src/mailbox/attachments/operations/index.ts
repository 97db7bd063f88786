import { readAttachmentText } from './read-text.ts';

export const operations = [readAttachmentText] as const;
