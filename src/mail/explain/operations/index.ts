import { explain } from './explain.ts';

export const operations = [explain] as const;
