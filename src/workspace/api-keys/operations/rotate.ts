import { z } from 'zod';
import { after, HOUR } from '#kernel/base/clock.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { assertMayGive } from '#kernel/operation/guards.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { lockKey, replaceSecret } from '../repository.ts';
import { keyWithSecret } from '../schema.ts';
import { hashSecret, newSecret, prefixOf } from '../secret.ts';
import { serializeKey } from '../serialize.ts';
import { keyTarget } from '../target.ts';

export const rotateKey = defineOperation({
  name: 'keys.rotate',
  method: 'POST',
  path: '/v1/keys/{key_id}/rotate',
  summary: 'Give an API key a new secret',
  description:
    'The key keeps its id, scope and permissions. The previous secret works until the overlap ends; with 0 ' +
    'it stops working now. A secret from an earlier rotation always stops working now. The caller learns the ' +
    'new secret, so the key’s permissions, lifetime and networks must lie within the caller’s own.',
  permission: 'keys:manage',
  levels,
  target: keyTarget,
  oneTimeSecret: true,
  errors: ['key_scope_exceeded'],
  example: { overlap_hours: 24 },
  input: z.strictObject({
    key_id: pathId('key'),
    overlap_hours: z
      .int()
      .min(limits.rotationOverlapHours.min)
      .max(limits.rotationOverlapHours.max)
      .default(24)
      .meta({ description: 'How long the previous secret stays valid.' }),
  }),
  responses: { 200: keyWithSecret },
  async run(call, { overlap_hours }) {
    const { actor, db, target } = call;
    const now = call.services.clock.now();
    if (target.id !== actor.key_id) assertMayGive(actor, target);
    if (target.oauth_client_id !== null) {
      const message =
        'Disconnect the application instead: this key belongs to a connected application, which renews its own tokens.';
      throw invalidRequest([{ path: 'key_id', message }]);
    }
    if (target.expires_at !== null && new Date(target.expires_at) <= now) {
      throw invalidRequest([{ path: 'key_id', message: 'Create a new key: this one has expired.' }]);
    }
    if (!(await lockKey(db, target.id))) throw new AppError('key_not_found');
    const secret = newSecret(target.mode);
    const overlapUntil = after(now, overlap_hours * HOUR);
    await replaceSecret(db, {
      keyId: target.id,
      newHash: hashSecret(secret),
      prefix: prefixOf(secret),
      now,
      overlapUntil,
    });
    await recordAudit(db, call, {
      action: 'key.rotate',
      target_type: 'key',
      target_id: target.id,
      tenant_id: target.tenant_id,
      details: { overlap_hours },
    });
    return { status: 200, body: { ...serializeKey({ ...target, prefix: prefixOf(secret) }), secret } };
  },
});
