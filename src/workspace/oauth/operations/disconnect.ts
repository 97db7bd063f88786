import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { actorMay } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { endApplicationKey } from '#workspace/api-keys/index.ts';
import { findGrant } from '../applications-repository.ts';

/** Ends a connection with its tokens and everything that its key created. */
export const disconnectApplication = defineOperation({
  name: 'applications.disconnect',
  method: 'POST',
  path: '/console/applications/disconnect',
  summary: 'Disconnect an application',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: ['application_not_found'],
  input: z.strictObject({ key_id: z.string().max(64) }),
  responses: { 204: null },
  execution: { mode: 'transaction', idempotency: { key: 'ignored' } },
  async run(call, { key_id }) {
    const { actor, db, services } = call;
    const grant = await findGrant(db, actor.tenant_id ?? '', key_id);
    const isAllowed = grant && (grant.user_id === actor.user_id || actorMay(actor, 'keys:manage'));
    const key = { id: key_id, tenant_id: grant?.tenant_id ?? '' };
    const details = { reason: 'disconnected_by_person', client_id: grant?.client_id };
    if (!isAllowed || !(await endApplicationKey(db, call, key, details, services.clock.now())))
      throw new AppError('application_not_found');
    return { status: 204, body: null };
  },
});
