import { explain } from './explain.ts';
import { listRefused } from './list-refusals.ts';

export const operations = [explain, listRefused] as const;
