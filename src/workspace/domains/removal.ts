import { recordEvents } from '#events/index.ts';
import { enqueue } from '#jobs/index.ts';
import { after, MINUTE } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { clearTraces, type Traces } from './declared-jobs.ts';
import { domainRemoved } from './events.ts';
import { usesSes } from './provider.ts';
import {
  type DomainRow,
  deleteDomain,
  hasMailInFlight,
  lockDomain,
  publishedBy,
  updateDomain,
} from './repository.ts';

export const tracesOf = (row: DomainRow, isAtProvider: boolean): Traces => ({
  domain: row.domain,
  at_provider: isAtProvider,
  edge:
    row.edge_zone_id === null
      ? null
      : {
          edge_zone_id: row.edge_zone_id,
          is_own_zone: row.method === 'nameservers',
          records: publishedBy(row).map(({ name, type, value }) => ({ name, type, value })),
        },
});

/** Removes a domain with everything that belongs to it, in one transaction. */
export async function removeDomain(
  tx: Transaction,
  services: Services,
  row: DomainRow,
  reason: 'requested' | 'zone_expired',
): Promise<void> {
  await services.hooks.domainRemoved(tx, services, row.id);
  await deleteDomain(tx, row.id);
  const left = tracesOf(row, usesSes(services.config, row.transport));
  if (left.at_provider || left.edge) await enqueue(tx, clearTraces, left);
  const event = domainRemoved({
    tenant_id: row.tenant_id,
    domain_id: row.id,
    data: { domain_id: row.id, reason },
  });
  await recordEvents(tx, services, [event]);
}

/**
 * Removes the domain now, or only marks it if mail from it still waits to be sent, because that mail needs its keys. For
 * everything else, a marked domain no longer exists.
 * @returns whether it was removed
 */
export async function beginRemoval(tx: Transaction, services: Services, row: DomainRow): Promise<boolean> {
  if (!(await hasMailInFlight(tx, row.id, row.domain))) {
    await removeDomain(tx, services, row, 'requested');
    return true;
  }
  const now = services.clock.now();
  await updateDomain(tx, {
    ...row,
    is_default: false,
    removing_at: now.toISOString(),
    next_check_at: after(now, MINUTE).toISOString(),
    updated_at: now.toISOString(),
  });
  return false;
}

/** Removes a marked domain if its mail has been sent; otherwise this is tried again a minute later. */
export async function finishRemoval(tx: Transaction, services: Services, id: string): Promise<void> {
  const row = await lockDomain(tx, id);
  if (!row || row.removing_at === null) return;
  if (!(await hasMailInFlight(tx, row.id, row.domain))) return removeDomain(tx, services, row, 'requested');
  const due = after(services.clock.now(), MINUTE);
  await updateDomain(tx, { ...row, next_check_at: due.toISOString() });
}
