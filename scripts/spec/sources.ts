// The sources of the generated tables of docs/spec. Every import of the generator from src stands in this file, so
// that it is easy to mend when a folder moves.
import type { ZodType } from 'zod';
import { eventCatalogue } from '#events/catalogue.ts';
import type { EventType } from '#kernel/event-types.ts';

export { plans } from '#billing/catalogue.ts';
export { fileLimits } from '#files/limits.ts';
export { parseLimits } from '#inbound/parse/limits.ts';
export { auditActions } from '#kernel/audit-actions.ts';
export { loadConfig } from '#kernel/config.ts';
export { type ErrorCode, errorCatalogue } from '#kernel/errors.ts';
export { audienceOf, eventTypeCatalogue, eventTypes } from '#kernel/event-types.ts';
export { requiredPermissions } from '#kernel/guards.ts';
export { idPrefixes } from '#kernel/ids.ts';
export { limits } from '#kernel/limits.ts';
export type { AnyOperation } from '#kernel/operation.ts';
export { type Level, permissionCatalogue, permissions } from '#kernel/permissions.ts';
export { bucketsOf } from '#kernel/rate-limit.ts';
export { catalogue as toolCatalogue } from '#mcp/catalogue.ts';
export { operations } from '#registry.ts';
export { openApiDocument } from '#rest/openapi.ts';
export { headerLimits } from '#sending/compose/headers.ts';
export { rolePermissions } from '#sign-in/roles.ts';
export { policyEntries } from '#tenants/policy/catalogue.ts';
export { RETRY_DELAYS } from '#webhooks/schedule.ts';

/** The payload of an event type, and whose `sequence` it counts in. */
export const eventOf = (type: EventType): { owner: string; payload: ZodType } => {
  const { owner, data } = eventCatalogue[type];
  return { owner, payload: data };
};
