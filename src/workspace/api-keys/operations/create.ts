import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { toolWords } from '#kernel/catalogue/mcp-tools.ts';
import { levels, permissions } from '#kernel/catalogue/permissions.ts';
import { assertMayGive } from '#kernel/operation/guards.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { id, line, timestamp } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { findHolder } from '../holder.ts';
import { insertKey } from '../repository.ts';
import { keyWithSecret } from '../schema.ts';
import { allowedCidrs, assertHoldable, assertLevelWithin } from '../scope.ts';
import { hashSecret, newSecret, prefixOf } from '../secret.ts';
import { serializeKey } from '../serialize.ts';

export const createKey = defineOperation({
  name: 'keys.create',
  method: 'POST',
  path: '/v1/keys',
  summary: 'Create an API key',
  description:
    'Creates a key within the caller’s own level, scope, permissions, lifetime and networks. The response is ' +
    'the only one that shows the secret. A tenant or identity key has the mode of its tenant; a partner key ' +
    'can create only tenant and identity keys. Give an agent an identity key with only the permissions that ' +
    'it needs.',
  permission: 'keys:manage',
  levels,
  target: noTarget,
  oneTimeSecret: true,
  errors: [
    'key_scope_exceeded',
    'partner_not_found',
    'tenant_not_found',
    'identity_not_found',
    'tenant_erased',
  ],
  example: {
    name: 'Support agent',
    level: 'tenant',
    tenant_id: 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
    permissions: ['messages:read', 'messages:send'],
    expires_at: '2027-11-21T00:00:00Z',
  },
  input: z.strictObject({
    name: line(200, 1).meta({ description: 'A name that helps people to tell keys apart.' }),
    level: z.enum(levels).meta({ description: 'The level of the key.' }),
    partner_id: id('partner')
      .nullish()
      .meta({ description: 'The partner of the key. Only for level partner.' }),
    tenant_id: id('tenant')
      .nullish()
      .meta({ description: 'The tenant of the key. Only for level tenant; a tenant key may leave it out.' }),
    identity_id: id('identity').nullish().meta({
      description: 'The identity of the key. Only for level identity; an identity key may leave it out.',
    }),
    permissions: z
      .array(z.enum(permissions))
      .min(1)
      .max(100)
      .meta({ description: 'The permissions of the key. There are no wildcards.' }),
    expires_at: timestamp.nullish().meta({
      description:
        'When the key expires; null for never. By default the key expires together with the calling key, or ' +
        'never.',
    }),
    allowed_cidrs: allowedCidrs.optional(),
    mcp_view: z.enum(['agent', 'plain']).default('agent').meta({
      description:
        'How the MCP tools show mail to this key. `agent`, the default, is the safe view for models; `plain` shows mail as it arrived.',
    }),
    tools: z
      .array(z.enum(toolWords))
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          'Restricts the key to these MCP tools: groups (`read`, `search`, `send`, `organise`, `sign`) and names of tools. ' +
          'The key has no access to other tools, whatever the URL of a connection names. The default is the tools of the calling ' +
          'key, or all tools that the permissions allow. For REST, only the permissions count.',
        examples: [['read', 'mail_reply']],
      }),
  }),
  responses: { 201: keyWithSecret },
  async run(call, input) {
    const { actor, db, services } = call;
    const now = services.clock.now();
    const requested = [...new Set(input.permissions)];
    if (input.expires_at && new Date(input.expires_at) <= now) {
      throw invalidRequest([{ path: 'expires_at', message: 'Use a time in the future.' }]);
    }
    assertHoldable(input.level, input.permissions);
    assertLevelWithin(actor, input.level);
    const holder = await findHolder(db, actor, input);
    const limits = {
      permissions: requested,
      expires_at: input.expires_at === undefined ? actor.expires_at : input.expires_at,
      allowed_cidrs: input.allowed_cidrs ?? [...(actor.allowed_cidrs ?? [])],
      tools: [...new Set(input.tools ?? actor.tools)],
    };
    assertMayGive(actor, limits);
    const secret = newSecret(holder.mode);
    const key = await insertKey(db, {
      ...holder,
      id: newId('key'),
      identity_ids: [],
      name: input.name,
      level: input.level,
      ...limits,
      mcp_view: input.mcp_view,
      secret_hash: hashSecret(secret),
      prefix: prefixOf(secret),
      created_by_key_id: actor.key_id,
      created_by_user_id: actor.user_id,
    });
    await recordAudit(db, call, {
      action: 'key.create',
      target_type: 'key',
      target_id: key.id,
      tenant_id: key.tenant_id,
      details: {
        level: key.level,
        permissions: requested,
        expires_at: key.expires_at,
        ...(key.allowed_cidrs.length > 0 && { allowed_cidrs: key.allowed_cidrs }),
        ...(key.tools.length > 0 && { tools: key.tools }),
      },
    });
    return { status: 201, body: { ...serializeKey(key), secret } };
  },
});
