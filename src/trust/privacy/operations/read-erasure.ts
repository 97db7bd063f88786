import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, type Target } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { findErasure, type ShownErasure } from '../repository.ts';
import { erasureSchema } from '../schema.ts';
import { serializeErasure } from '../serialize.ts';

const erasureTarget: Target<ShownErasure> = {
  param: 'erasure_id',
  notFound: 'erasure_not_found',
  async resolve(db, actor, id) {
    const row = await findErasure(db, actor, id);
    if (!row) throw new AppError('erasure_not_found');
    return row;
  },
  tenantOf: (row) => row.tenant_id,
};

export const readErasure = defineOperation({
  name: 'erasures.get',
  method: 'GET',
  path: '/v1/erasure-requests/{erasure_id}',
  summary: 'Read an erasure request',
  description:
    'Returns the status and a receipt with the number of items that have been erased so far. Requests are kept after the ' +
    'erasure.',
  permission: 'erasure:manage',
  levels,
  target: erasureTarget,
  errors: ['erasure_not_found'],
  input: z.strictObject({ erasure_id: pathId('erasure') }),
  responses: { 200: erasureSchema },
  run: async ({ target }) => ({ status: 200, body: serializeErasure(target) }),
});
