import { z } from 'zod';
import { limits } from '#kernel/catalogue/limits.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { changeRules } from '../change.ts';
import { rulesSchema } from '../schema.ts';
import { toRules } from '../serialize.ts';

const way = z.string().regex(/^[a-z][a-z0-9_-]{0,19}$/, 'Use `mail`, `passkey`, or the name of a provider.');

export const changeSignInRules = defineOperation({
  name: 'members.change_sign_in_rules',
  method: 'PATCH',
  path: '/v1/tenants/{tenant_id}/sign-in',
  summary: 'Change how members sign in',
  description:
    'Fields that are left out stay unchanged; null removes a rule. Members with an address on a verified domain of ' +
    'the workspace can sign in only with `sso_provider`. Sessions that the rules do not accept lose access to the ' +
    'workspace at once. A person who changes the rules must have signed in in a way that the new rules accept.',
  permission: 'members:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['tenant_erased', 'own_sign_in_excluded'],
  example: { session_hours: 12 },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    session_hours: z
      .int()
      .min(1)
      .max(limits.sessionDays.absolute * 24)
      .nullish()
      .meta({ description: 'The maximum length of members’ sessions, in hours.' }),
    methods: z.array(way).min(1).max(10).nullish().meta({
      description: 'The accepted ways to sign in: `mail`, `passkey`, or the name of a provider.',
    }),
    sso_provider: way.nullish().meta({ description: 'The name of a provider of this deployment.' }),
  }),
  responses: { 200: rulesSchema },
  async run(call, { tenant_id, ...requested }) {
    const row = await changeRules(call, tenant_id, requested);
    return { status: 200, body: await toRules(call.db, call.services, tenant_id, row) };
  },
});
