import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, lockLive } from '#mailbox/identities/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { keyRevoked } from '../events.ts';
import { findKey, revokeKeyRow } from '../repository.ts';
import { identityKeySchema, keyIdInPath } from '../schema.ts';
import { serializeIdentityKey } from '../serialize.ts';
import { buryKeys } from '../tombstones.ts';

export const revokeIdentityKey = defineOperation({
  name: 'signing.revoke_key',
  method: 'POST',
  path: '/v1/identities/{identity_id}/keys/{kid}/revoke',
  summary: "Revoke an identity's signing key",
  description:
    'Removes the key from the published set at once, so that its signatures are no longer valid. The next ' +
    'signature creates a new key. Revoking a key twice changes nothing.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'key_not_found'],
  input: z.strictObject({ identity_id: pathId('identity'), kid: keyIdInPath }),
  responses: { 200: identityKeySchema },
  async run(call, { kid }) {
    const { db, target, services } = call;
    await lockLive(db, target);
    const key = await findKey(db, target.id, kid);
    if (!key) throw new AppError('key_not_found');
    if (key.status === 'revoked') return { status: 200, body: serializeIdentityKey(key) };
    const now = services.clock.now();
    await revokeKeyRow(db, kid, now);
    await buryKeys(services, [kid]);
    await recordAudit(db, call, {
      action: 'identity_key.revoke',
      target_type: 'identity_key',
      target_id: kid,
      tenant_id: target.tenant_id,
      details: { identity_id: target.id },
    });
    await recordEvents(db, services, [keyRevoked(key)]);
    const revoked = { ...key, status: 'revoked', revoked_at: now.toISOString() } as const;
    return { status: 200, body: serializeIdentityKey(revoked) };
  },
});
