import { listOutcomes } from './list-outcomes.ts';
import { readUsage } from './read.ts';
import { readCaps } from './read-caps.ts';
import { readDailyUsage } from './read-daily.ts';

export const operations = [readUsage, readDailyUsage] as const;
export const consoleOperations = [listOutcomes, readCaps] as const;
