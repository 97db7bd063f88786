import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { findRules } from '../repository.ts';
import { rulesSchema } from '../schema.ts';
import { toRules } from '../serialize.ts';

export const readSignInRules = defineOperation({
  name: 'members.sign_in_rules',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/sign-in',
  summary: 'Read how members sign in',
  description: 'Returns the rules of the workspace and the ways to sign in that this deployment offers.',
  permission: 'members:read',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: { 200: rulesSchema },
  async run({ db, services, target }) {
    return {
      status: 200,
      body: await toRules(db, services, target.id, await findRules(db, target.id)),
    };
  },
});
