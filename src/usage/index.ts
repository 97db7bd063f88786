import { listOutcomes } from './operations/list-outcomes.ts';
import { readUsage } from './operations/read.ts';
import { readCaps } from './operations/read-caps.ts';
import { readDailyUsage } from './operations/read-daily.ts';
import { rollUpHourly } from './roll-up.ts';

export { eraser } from './erasure.ts';
export { createMeter } from './meter.ts';
export { usageRollup } from './roll-up.ts';

export const operations = [readUsage, readDailyUsage] as const;

export const consoleOperations = [listOutcomes, readCaps] as const;

export const jobs = [rollUpHourly] as const;
