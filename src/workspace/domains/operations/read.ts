import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { domainSchema } from '../schema.ts';
import { domainBody } from '../surroundings.ts';
import { domainTarget } from '../target.ts';

export const readDomain = defineOperation({
  name: 'domains.get',
  method: 'GET',
  path: '/v1/domains/{domain_id}',
  summary: 'Read a domain',
  description:
    'Returns each record with the value to publish and the result of the last check. Issues say what to do next.',
  permission: 'domains:read',
  levels,
  target: domainTarget,
  errors: ['domain_not_found'],
  input: z.strictObject({ domain_id: pathId('domain') }),
  responses: { 200: domainSchema },
  async run(call) {
    return { status: 200, body: await domainBody(call.db, call.target) };
  },
});
