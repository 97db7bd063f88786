import { addressKey } from '#kernel/base/email-address.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { KeyRing } from '#kernel/keys/key-ring.ts';
import { formsOf } from './blind.ts';
import { entriesFor, storedAddress } from './names.ts';
import type { Reason } from './repository.ts';
import { type Direction, entriesAmong, type ListKind, suppressionsAmong } from './repository.ts';

/** The sources for looking up lists: the database, and the key for the hashes of erased addresses. */
export type Lookup = { db: Queryable; keyRing: KeyRing };

/** Whether an address is on the block list and on the allow list of a direction, itself or by its domain. */
export type Listed = { blocked: boolean; allowed: boolean };

/** Restrictions that apply to a recipient before a send (spec 4.6, rule 9; 4.9). */
export type RecipientRestrictions = { suppression: Reason | null } & Listed;

/**
 * Suppressions in force among the addresses that a tenant is about to send to. @returns the reason by address, as given
 */
export async function suppressedAmong(
  { db, keyRing }: Lookup,
  tenantId: string,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, Reason>> {
  const forms = addresses.map((address) =>
    formsOf(keyRing, tenantId, storedAddress(address) ?? addressKey(address)),
  );
  const rows = await suppressionsAmong(db, tenantId, [...new Set(forms.flat())], now);
  const reasons = new Map(rows.map(({ address, reason }) => [address, reason]));
  return new Map(
    addresses.flatMap((address, index) => {
      const [clear, erased] = forms[index]!;
      const reason = reasons.get(clear) ?? reasons.get(erased);
      return reason ? [[address, reason] as const] : [];
    }),
  );
}

/** All restrictions of spec 4.9 for the recipients of a send, in two statements regardless of their number. */
export async function recipientRestrictions(
  lookup: Lookup,
  tenantId: string,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, RecipientRestrictions>> {
  const [suppressed, listed] = await Promise.all([
    suppressedAmong(lookup, tenantId, addresses, now),
    listedAmong(
      lookup,
      'send',
      addresses.map((address) => ({ tenantId, address })),
    ),
  ]);
  return new Map(
    addresses.map((address, index) => [
      address,
      { suppression: suppressed.get(address) ?? null, ...listed[index]! },
    ]),
  );
}

/** The lists for the senders of a batch of incoming mail, in the given order. */
export const sendersListed = (
  lookup: Lookup,
  senders: readonly { tenantId: string; address: string }[],
): Promise<Listed[]> => listedAmong(lookup, 'receive', senders);

async function listedAmong(
  { db, keyRing }: Lookup,
  direction: Direction,
  requested: readonly { tenantId: string; address: string }[],
): Promise<Listed[]> {
  if (requested.length === 0) return [];
  const entries = requested.map(({ tenantId, address }) => {
    const [clear, ...domain] = entriesFor(address);
    return [...formsOf(keyRing, tenantId, clear!), ...domain];
  });
  const pairs = new Map(
    requested.flatMap(({ tenantId }, index) =>
      entries[index]!.map((entry) => [`${tenantId} ${entry}`, { tenantId, entry }] as const),
    ),
  );
  const rows = await entriesAmong(db, direction, {
    tenantIds: [...pairs.values()].map(({ tenantId }) => tenantId),
    entries: [...pairs.values()].map(({ entry }) => entry),
  });
  const found = new Set(rows.map((row) => `${row.kind} ${row.tenant_id} ${row.entry}`));
  const isOn = (kind: ListKind, tenantId: string, index: number): boolean =>
    entries[index]!.some((entry) => found.has(`${kind} ${tenantId} ${entry}`));
  return requested.map(({ tenantId }, index) => ({
    blocked: isOn('block', tenantId, index),
    allowed: isOn('allow', tenantId, index),
  }));
}
