import { changeSettings } from './change-settings.ts';
import { createTenant } from './create.ts';
import { listTenants } from './list.ts';
import { readTenant } from './read.ts';
import { readBilling } from './read-billing.ts';
import { readSettings } from './read-settings.ts';
import { updateTenant } from './update.ts';
import { updateBilling } from './update-billing.ts';

export const operations = [
  createTenant,
  listTenants,
  readTenant,
  updateTenant,
  readBilling,
  updateBilling,
] as const;
export const consoleOperations = [readSettings, changeSettings] as const;
