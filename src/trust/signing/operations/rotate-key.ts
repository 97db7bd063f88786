import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { after, HOUR } from '#kernel/base/clock.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, lockLive } from '#mailbox/identities/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { keyRotated } from '../events.ts';
import { makeKey } from '../keys.ts';
import { findActiveKey, retireKey, revokeKeyRow } from '../repository.ts';
import { identityKeySchema } from '../schema.ts';
import { serializeIdentityKey } from '../serialize.ts';
import { buryKeys } from '../tombstones.ts';

const { min, max } = limits.rotationOverlapHours;

export const rotateIdentityKey = defineOperation({
  name: 'signing.rotate_key',
  method: 'POST',
  path: '/v1/identities/{identity_id}/keys/rotate',
  summary: 'Give an identity a new signing key',
  description:
    'Creates a key that signs from now on, and returns it. The previous key stays in the published set until ' +
    'the overlap ends, so that its signatures can be verified. With 0 it is removed at once.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found'],
  example: { overlap_hours: 24 },
  input: z.strictObject({
    identity_id: pathId('identity'),
    overlap_hours: z
      .int()
      .min(min)
      .max(max)
      .default(max)
      .meta({ description: 'How many hours the previous key stays published.' }),
  }),
  responses: { 200: identityKeySchema },
  async run(call, { overlap_hours }) {
    const { db, target, services } = call;
    await lockLive(db, target);
    const previous = await findActiveKey(db, target.id);
    const now = services.clock.now();
    if (previous && overlap_hours === 0) {
      await revokeKeyRow(db, previous.kid, now);
      await buryKeys(services, [previous.kid]);
    } else if (previous) await retireKey(db, previous.kid, after(now, overlap_hours * HOUR));
    const key = await makeKey(call);
    await recordAudit(db, call, {
      action: 'identity_key.rotate',
      target_type: 'identity_key',
      target_id: key.kid,
      tenant_id: target.tenant_id,
      details: { identity_id: target.id, previous_kid: previous?.kid ?? null, overlap_hours },
    });
    await recordEvents(db, services, keyRotated(key, previous, overlap_hours === 0));
    return { status: 200, body: serializeIdentityKey(key) };
  },
});
