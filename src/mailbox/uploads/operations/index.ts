import { createUpload } from './create.ts';

export const operations = [createUpload] as const;
