// First, and apart from the imports below: rooms that these call into (identities) define operations on the targets,
// and the targets must be there when the circle of imports comes round to them.
export { assertNotErased, tenantTarget, writableTenantTarget } from './target.ts';

import { changeSettings } from './operations/change-settings.ts';
import { createTenant } from './operations/create.ts';
import { listTenants } from './operations/list.ts';
import { readTenant } from './operations/read.ts';
import { readBilling } from './operations/read-billing.ts';
import { readSettings } from './operations/read-settings.ts';
import { updateTenant } from './operations/update.ts';
import { updateBilling } from './operations/update-billing.ts';

export { beginTenantErasure, finishTenantErasure } from './erasure-repository.ts';
export { effectivePolicies, effectiveSettings, type Settings, shortestRawDays } from './policies.ts';
export type { Policy } from './policy/catalogue.ts';
export { effectivePolicy } from './policy/document.ts';
export { countTenantsOf, lockTenant, type TenantRow } from './repository.ts';

export { createTenant };

export const operations = [
  createTenant,
  listTenants,
  readTenant,
  updateTenant,
  readBilling,
  updateBilling,
] as const;

export const consoleOperations = [readSettings, changeSettings] as const;
