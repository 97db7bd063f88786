import { getAttachmentText } from './get-text.ts';

export const operations = [getAttachmentText] as const;
