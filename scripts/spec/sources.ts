// The sources of the generated tables of docs/spec. Every import of the generator from src stands in this file, so
// that it is easy to mend when a folder moves.
import type { ZodType } from 'zod';
import { eventDefinitions } from '#api/event-registry.ts';
import type { EventType } from '#kernel/catalogue/event-types.ts';

export { catalogue as toolCatalogue } from '#api/mcp/catalogue.ts';
export { openOperations } from '#api/open-registry.ts';
export { operations } from '#api/registry.ts';
export { declaredDocument } from '#api/rest/openapi.ts';
export { fileLimits } from '#content/files/limits.ts';
export { parseLimits } from '#content/mime/limits.ts';
export { loadConfig } from '#kernel/base/config.ts';
export { auditActions } from '#kernel/catalogue/audit-actions.ts';
export { errorCatalogue } from '#kernel/catalogue/error-catalogue.ts';
export { audienceOf, eventTypeCatalogue, eventTypes } from '#kernel/catalogue/event-types.ts';
export { idPrefixes } from '#kernel/catalogue/ids.ts';
export { limits } from '#kernel/catalogue/limits.ts';
export { toolWords } from '#kernel/catalogue/mcp-tools.ts';
export { type Level, permissionCatalogue, permissions } from '#kernel/catalogue/permissions.ts';
export { requiredPermissions } from '#kernel/operation/guards.ts';
export { keyRuleOf } from '#kernel/operation/idempotency.ts';
export type { AnyOperation } from '#kernel/operation/operation.ts';
export { bucketsOf } from '#kernel/operation/rate-limit.ts';
export { headerLimits } from '#mail/sending/compose/headers.ts';
export { plans } from '#workspace/billing/catalogue.ts';
export { rolePermissions } from '#workspace/members/role-permissions.ts';
export { policyEntries } from '#workspace/tenants/policy/catalogue.ts';
export { RETRY_DELAYS } from '#workspace/webhooks/schedule.ts';

/** The payload of an event type, and whose `sequence` it counts in. */
export const eventOf = (type: EventType): { owner: string; payload: ZodType } => {
  const definition = eventDefinitions[type];
  if (!definition) throw new Error(`No room declares the event ${type}.`);
  return definition;
};
