import { exportTenants } from './export-tenants.ts';
import { listOutcomes } from './list-outcomes.ts';
import { listRates } from './list-rates.ts';
import { listTenants } from './list-tenants.ts';
import { readUsage } from './read.ts';
import { readCaps } from './read-caps.ts';
import { readDailyUsage } from './read-daily.ts';

export const operations = [readUsage, readDailyUsage, listTenants, exportTenants] as const;
export const consoleOperations = [listOutcomes, listRates, readCaps] as const;
