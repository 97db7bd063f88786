import { recordEvents } from '#events/index.ts';
import { addressKey } from '#kernel/base/email-address.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { formsOf, hintOf } from './blind.ts';
import { suppressionCreated } from './events.ts';
import { storedAddress } from './names.ts';
import type { Reason } from './repository.ts';
import { erasedAmong, insertSuppressions } from './repository.ts';

export type ToSuppress = {
  tenant_id: string;
  /** The identity whose mail caused it, if any. */
  identity_id?: string | null;
  address: string;
  reason: Reason;
  note?: string | null;
  /** The message that bounced or was complained about. */
  source_message_id?: string | null;
  expires_at?: Date | null;
};

/**
 * Suppresses addresses, in the transaction of their cause. Safe to run twice: a suppressed address stays suppressed, and
 * only a complaint replaces another reason. @returns for each address, in the given order, whether it is new
 */
export async function suppress(
  services: Pick<Services, 'clock' | 'hooks' | 'keyRing' | 'wakeUps'>,
  tx: Transaction,
  requested: readonly ToSuppress[],
  now: Date,
): Promise<boolean[]> {
  if (requested.length === 0) return [];
  const addresses = await storedForms(services, tx, requested);
  const rows = requested.map((each, index) => ({
    id: newUlid(),
    tenant_id: each.tenant_id,
    identity_id: each.identity_id ?? null,
    address: addresses[index]!,
    reason: each.reason,
    note: each.note ?? null,
    source_message_id: each.source_message_id ?? null,
    created_at: now.toISOString(),
    expires_at: each.expires_at?.toISOString() ?? null,
  }));
  // One statement cannot write a row twice, so only the most serious reason of each address is kept.
  const ordered = rows.toSorted(
    (a, b) => Number(b.reason === 'complaint') - Number(a.reason === 'complaint'),
  );
  const distinct = new Map(ordered.toReversed().map((row) => [`${row.tenant_id} ${row.address}`, row]));
  // A fixed order, so that two transactions cannot deadlock.
  const sorted = [...distinct.keys()].sort().map((key) => distinct.get(key)!);
  const written = await insertSuppressions(tx, sorted);
  await recordEvents(
    tx,
    services,
    sorted
      .filter(({ id }) => written.has(id))
      .map(({ tenant_id, identity_id, address, reason, source_message_id }) =>
        suppressionCreated({
          tenant_id,
          identity_id,
          data: { address_hint: hintOf(address), reason, source_message_id },
        }),
      ),
  );
  return rows.map(({ id }) => written.has(id));
}

/** The stored form of each address. An erased person's stays a hash, even if the person complains again. */
async function storedForms(
  { keyRing }: Pick<Services, 'keyRing'>,
  tx: Transaction,
  requested: readonly ToSuppress[],
): Promise<string[]> {
  const forms = requested.map(({ tenant_id, address }) =>
    formsOf(keyRing, tenant_id, storedAddress(address) ?? addressKey(address)),
  );
  const erased = await erasedAmong(tx, {
    tenantIds: requested.map(({ tenant_id }) => tenant_id),
    hashes: forms.map(([, hash]) => hash),
  });
  return forms.map(([clear, hash]) => (erased.has(hash) ? hash : clear));
}
