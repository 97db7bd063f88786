import { z } from 'zod';
import { enqueueMany } from '#jobs/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { lockHolds } from '#kernel/data/legal-holds.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { assertNotErased, tenantTarget } from '#workspace/tenants/index.ts';
import { lockHold, releaseHold as release } from '../holds-repository.ts';
import { eraseJob } from '../jobs.ts';
import { reopenErasures } from '../repository.ts';

export const releaseHold = defineOperation({
  name: 'holds.release',
  method: 'DELETE',
  path: '/v1/tenants/{tenant_id}/holds/{hold_id}',
  summary: 'Release a legal hold',
  description:
    'If the hold protected mail of a deleted identity or tenant, that mail is erased now. A hold that is ' +
    'already released gives `hold_not_found`.',
  permission: 'erasure:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['tenant_not_found', 'hold_not_found'],
  input: z.strictObject({ tenant_id: pathId('tenant'), hold_id: pathId('hold') }),
  responses: { 204: null },
  async run(call, { hold_id }) {
    const { db, actor, target, services } = call;
    // Only the platform can reach an erased tenant; otherwise mail under a hold there would be kept forever.
    if (actor.level !== 'platform') assertNotErased(actor, target);
    await lockHolds(db, [target.id]);
    const hold = await lockHold(db, target.id, hold_id);
    if (!hold || hold.released_at !== null) throw new AppError('hold_not_found');
    await release(db, hold.id, services.clock.now());
    const again = await reopenErasures(db, target.id);
    await enqueueMany(
      db,
      eraseJob,
      again.map((erasure_id) => ({ tenant_id: target.id, erasure_id })),
    );
    await recordAudit(db, call, {
      action: 'hold.release',
      target_type: 'legal_hold',
      target_id: hold.id,
      tenant_id: hold.tenant_id,
      details: { scope: hold.scope },
    });
    return { status: 204, body: null };
  },
});
