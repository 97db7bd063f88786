import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { partnerSchema } from '../schema.ts';
import { serializePartner } from '../serialize.ts';
import { partnerTarget } from '../target.ts';

export const readPartner = defineOperation({
  name: 'partners.get',
  method: 'GET',
  path: '/v1/partners/{partner_id}',
  summary: 'Read a partner',
  description: 'Returns one partner. A deleted partner has an empty name.',
  permission: 'partners:manage',
  levels: ['platform'],
  target: partnerTarget,
  errors: [],
  input: z.strictObject({ partner_id: pathId('partner') }),
  responses: { 200: partnerSchema },
  async run({ target }) {
    return { status: 200, body: serializePartner(target) };
  },
});
