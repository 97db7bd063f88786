import { recordEvents } from '#events/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { activatePending, deletePendingOf, updateForwarding } from './domain-repository.ts';
import { identityAddressActivated } from './events.ts';
import { serializeAddress } from './serialize.ts';

/** Activates the addresses that waited for a domain, which now works (spec 3.3). */
export async function activateAddresses(
  tx: Transaction,
  services: Services,
  domainId: string,
): Promise<void> {
  const rows = await activatePending(tx, domainId);
  const events = rows.map((row) =>
    identityAddressActivated({
      tenant_id: row.tenant_id,
      identity_id: row.identity_id,
      data: { address: serializeAddress(row) },
    }),
  );
  await recordEvents(tx, services, events);
}

/** Deletes the addresses that waited for a domain that is being removed. */
export const dropPendingAddresses = (tx: Transaction, _: Services, domainId: string): Promise<number> =>
  deletePendingOf(tx, domainId);

/** Updates the addresses of a domain after its mail began or stopped being forwarded to us. */
export const setForwarding = (tx: Transaction, domainId: string, isForwarded: boolean): Promise<number> =>
  updateForwarding(tx, domainId, isForwarded);
