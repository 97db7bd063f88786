import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, line, pageInput, pageOf } from '#kernel/operation/schema.ts';
import { listKeys } from '../repository.ts';
import { keyRecord } from '../schema.ts';
import { serializeKey } from '../serialize.ts';

export const listApiKeys = defineOperation({
  name: 'keys.list',
  method: 'GET',
  path: '/v1/keys',
  summary: 'List API keys',
  description:
    'Lists the keys that the calling key can manage, newest first: a platform key gets all keys, a partner key ' +
    'the tenant and identity keys of its tenants, a tenant key the keys of its tenant, and an identity key ' +
    'the keys of its own identity. Revoked keys are left out.',
  permission: 'keys:manage',
  levels,
  target: noTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    tenant_id: id('tenant').optional().meta({ description: 'Only keys of this tenant and its identities.' }),
    identity_id: id('identity').optional().meta({ description: 'Only keys of this identity.' }),
    created_by: line(64, 1)
      .optional()
      .meta({
        description: 'Only keys that this key or person created.',
        examples: ['usr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'],
      }),
    level: z.enum(levels).optional().meta({ description: 'Only keys of this level.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(keyRecord) },
  async run(call, input) {
    const page = openPage(call, 'keys.list', input);
    const before = (page.after?.[0] as string | undefined) ?? null;
    const rows = await listKeys(call.db, call.actor, input, { before, take: page.take });
    return { status: 200, body: page.answer(rows, serializeKey, (row) => [row.id]) };
  },
});
