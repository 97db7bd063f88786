import { readOverview } from './read.ts';

export const operations = [readOverview] as const;
