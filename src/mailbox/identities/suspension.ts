import { recordEvents } from '#events/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { statusEvent } from './events.ts';
import { pauseActive, resumePaused } from './suspension-repository.ts';

/**
 * Pauses what is active in a tenant that is being suspended, and tells of it. Call it after the tenant's own row was
 * updated in the same transaction.
 */
export const pauseForSuspension = async (tx: Transaction, services: Services, tenantId: string) =>
  tell(tx, services, tenantId, await pauseActive(tx, tenantId), 'tenant_suspended');

/** Resumes exactly those identities that the suspension paused, and tells of it. */
export const resumeAfterSuspension = async (tx: Transaction, services: Services, tenantId: string) =>
  tell(tx, services, tenantId, await resumePaused(tx, tenantId), null);

const tell = (
  tx: Transaction,
  services: Services,
  tenant_id: string,
  moved: readonly { id: string }[],
  pause_reason: 'tenant_suspended' | null,
): Promise<string[]> =>
  recordEvents(
    tx,
    services,
    moved.map(({ id }) => statusEvent({ tenant_id, identity_id: id }, { pause_reason })),
  );
