import { z } from 'zod';
import { limits } from '#kernel/catalogue/limits.ts';
import { permissions } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { id } from '#kernel/operation/schema.ts';
import { approveRequest, requireOpenRequest } from '../decide.ts';
import { assertNamed, namedInput } from '../named.ts';

export const decided = z.object({
  /** Null for a device, which polls. */
  redirect_to: z.string().nullable(),
});

/** Every member may give an application the permissions that they hold. These end with their membership. */
export const approveAccess = defineOperation({
  name: 'applications.approve',
  method: 'POST',
  path: '/console/applications/approve',
  summary: 'Grant an application access to this workspace',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: [
    'access_request_not_found',
    'key_scope_exceeded',
    'tenant_not_found',
    'tenant_erased',
    'rate_limited',
  ],
  input: z.strictObject({
    ...namedInput,
    /** Null for the whole workspace. */
    identity_ids: z.array(id('identity')).min(1).max(limits.oauth.identities).nullable(),
    permissions: z.array(z.enum(permissions)).min(1).max(100),
    days: z.int().min(1).max(366).nullable(),
  }),
  responses: { 200: decided },
  execution: { mode: 'transaction', idempotency: { key: 'ignored' } },
  async run({ actor, db, services }, input) {
    assertNamed(input);
    const request = await requireOpenRequest(db, services, actor, input);
    return { status: 200, body: { redirect_to: await approveRequest(db, services, actor, request, input) } };
  },
});
