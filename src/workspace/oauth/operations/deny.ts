import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { denyRequest, requireOpenRequest } from '../decide.ts';
import { assertNamed, namedInput } from '../named.ts';
import { decided } from './approve.ts';

export const denyAccess = defineOperation({
  name: 'applications.deny',
  method: 'POST',
  path: '/console/applications/deny',
  summary: 'Deny an application access',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: ['access_request_not_found', 'rate_limited'],
  input: z.strictObject(namedInput),
  responses: { 200: decided },
  execution: { mode: 'transaction', idempotency: { key: 'ignored' } },
  async run({ actor, db, services }, input) {
    assertNamed(input);
    const request = await requireOpenRequest(db, services, actor, input);
    return { status: 200, body: { redirect_to: await denyRequest(db, services, actor, request) } };
  },
});
