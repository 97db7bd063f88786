import { explain } from './explain.ts';
import { listRefused } from './refusals.ts';

export const operations = [explain, listRefused] as const;
