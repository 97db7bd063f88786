import { recordEvents } from '#events/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { statusEvent } from './events.ts';
import { pauseOne } from './suspension-repository.ts';

/**
 * Pauses an identity whose mail bounces or is reported as spam too often (spec 3.3), with an event that contains the
 * rates. An identity that is already paused or being erased stays as it is.
 */
export async function pauseForAbuse(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'hooks' | 'wakeUps'>,
  identity: { id: string; tenant_id: string },
  metrics: Record<string, number>,
): Promise<void> {
  const { id, tenant_id } = identity;
  if ((await pauseOne(tx, id, services.clock.now())) === 0) return;
  const pause_reason = 'abuse_threshold' as const;
  await recordAudit(
    tx,
    { actor: null, requestId: null, services },
    {
      action: 'identity.pause',
      target_type: 'identity',
      target_id: id,
      tenant_id,
      details: { reason: pause_reason, metrics },
    },
  );
  await recordEvents(tx, services, [statusEvent({ tenant_id, identity_id: id }, { pause_reason }, metrics)]);
}
