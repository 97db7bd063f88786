import { AppError } from '#kernel/catalogue/errors.ts';
import type { Target } from '#kernel/operation/operation.ts';
import { type FoundEndpoint, findEndpoint } from './repository.ts';

/** The endpoint that a path names, within the caller's reach. */
export const webhookTarget: Target<FoundEndpoint> = {
  param: 'webhook_id',
  notFound: 'webhook_not_found',
  async resolve(db, actor, id) {
    const endpoint = await findEndpoint(db, actor, id);
    if (!endpoint) throw new AppError('webhook_not_found');
    return endpoint;
  },
  tenantOf: (endpoint) => endpoint.tenant_id,
};

/** The same for writes, which a tenant that is being erased or has been erased does not accept (spec 4.3, rule 6). */
export const writableWebhookTarget: Target<FoundEndpoint> = {
  ...webhookTarget,
  async resolve(db, actor, id) {
    const endpoint = await webhookTarget.resolve(db, actor, id);
    if (endpoint.tenant_status !== 'erasing' && endpoint.tenant_status !== 'erased') return endpoint;
    throw new AppError(actor.level === 'platform' ? 'tenant_erased' : 'webhook_not_found');
  },
};
