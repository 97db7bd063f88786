export { beginTenantErasure, finishTenantErasure } from './erasure-repository.ts';
export { partnerFilter } from './partner-filter.ts';
export { effectivePolicies, effectiveSettings, type Settings, shortestRawDays } from './policies.ts';
export {
  type ApprovalMode,
  approvalMode,
  type GuardMode,
  guardMode,
  includesApproval,
  includesGuard,
  type Policy,
} from './policy/catalogue.ts';
export { effectivePolicy } from './policy/document.ts';
export { countTenantsOf, listTenants, lockTenant, type TenantRow, updateTenant } from './repository.ts';
export { requestsPerMinute } from './request-limit.ts';
export { tenantFields } from './schema.ts';
export { assertNotErased, tenantTarget, writableTenantTarget } from './target.ts';
