import { recordEvents } from '#events/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { statusEvent } from './events.ts';
import { pauseActive, resumePaused } from './suspension-repository.ts';

/**
 * Pauses the active identities of a tenant that was suspended, or resumes exactly those that its suspension paused, and
 * records their events. Runs in the transaction that changes the tenant, after its own row.
 */
export async function followTenantStatus(
  tx: Transaction,
  services: Services,
  tenant_id: string,
  status: 'active' | 'suspended',
): Promise<void> {
  const suspended = status === 'suspended';
  const moved = await (suspended ? pauseActive(tx, tenant_id) : resumePaused(tx, tenant_id));
  const pause_reason = suspended ? 'tenant_suspended' : null;
  const events = moved.map(({ id }) => statusEvent({ tenant_id, identity_id: id }, { pause_reason }));
  await recordEvents(tx, services, events);
}
