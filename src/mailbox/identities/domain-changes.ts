import { recordEvents } from '#events/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { activatePending, deletePendingOf, updateForwarding } from './domain-repository.ts';
import { identityAddressActivated } from './events.ts';
import { serializeAddress } from './serialize.ts';

/** A domain works: the addresses that waited for it take mail from now on (spec 3.3). */
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

/** A domain is removed: addresses that waited for it go with it. */
export const dropPendingAddresses = (tx: Transaction, _: Services, domainId: string): Promise<number> =>
  deletePendingOf(tx, domainId);

/** Mail to a domain is forwarded to us from now on, or no more. */
export const setForwarding = (tx: Transaction, domainId: string, isForwarded: boolean): Promise<number> =>
  updateForwarding(tx, domainId, isForwarded);
