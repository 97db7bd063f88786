import { AppError } from '#kernel/errors.ts';
import type { Target } from '#kernel/operation.ts';
import { type EndpointRow, findEndpoint } from './repository.ts';

/** The endpoint that a path names, within the caller's reach. */
export const webhookTarget: Target<EndpointRow> = {
  param: 'webhook_id',
  notFound: 'webhook_not_found',
  async resolve(db, actor, id) {
    const endpoint = await findEndpoint(db, actor, id);
    if (!endpoint) throw new AppError('webhook_not_found');
    return endpoint;
  },
  tenantOf: (endpoint) => endpoint.tenant_id,
};
