import { getDomain } from 'tldts';
import { addressKey } from '#kernel/base/email-address.ts';
import type { Queryable } from '#kernel/data/database.ts';
import {
  applyContactChanges,
  type ContactChange,
  type ContactPair,
  type Correspondent,
  type KnownContact,
  lexeme,
  type Namesake,
  type OrganisationPair,
  type OrganisationRow,
  selectByName,
  selectContacts,
  selectCorrespondents,
  selectOrganisations,
} from './repository.ts';
import { fold, searchKeys } from './search-keys.ts';

/** One visible message between an identity and a contact. */
export type Sighting = {
  tenant_id: string;
  identity_id: string;
  address: string;
  name: string | null;
  direction: 'inbound' | 'outbound';
  at: string;
  thread_id: string;
};

export const contactKey = (identityId: string, address: string): string =>
  `${identityId} ${addressKey(address)}`;

/** The registrable domain of an address or domain, or the domain itself if it has no public suffix. */
export function organisationOf(addressOrDomain: string): string {
  const domain = addressOrDomain.slice(addressOrDomain.lastIndexOf('@') + 1).toLowerCase();
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}

/** Updates contacts in one statement. Call it in the transaction that stores the messages, after the threads are locked. */
export async function recordContacts(db: Queryable, sightings: readonly Sighting[]): Promise<void> {
  const changes = new Map<string, ContactChange>();
  for (const sighting of sightings) {
    if (!sighting.address.includes('@')) continue;
    const key = contactKey(sighting.identity_id, sighting.address);
    changes.set(key, merge(changes.get(key), toChange(sighting)));
  }
  if (changes.size > 0) await applyContactChanges(db, [...changes.values()]);
}

function toChange({ direction, at, thread_id, ...sighting }: Sighting): ContactChange {
  const address = addressKey(sighting.address);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const contact = { address, name: sighting.name || null, domain, organisation: organisationOf(domain) };
  return {
    ...contact,
    tenant_id: sighting.tenant_id,
    identity_id: sighting.identity_id,
    first_seen_at: at,
    last_seen_at: at,
    last_outbound_at: direction === 'outbound' ? at : null,
    inbound_count: direction === 'inbound' ? 1 : 0,
    outbound_count: direction === 'outbound' ? 1 : 0,
    last_thread_id: thread_id,
    keys: searchKeys(contact).map((searched) => lexeme(sighting.identity_id, searched)),
  };
}

/** Merges two changes of one contact within a batch. `next` is from the later message. */
function merge(before: ContactChange | undefined, next: ContactChange): ContactChange {
  if (!before) return next;
  const times = [before.first_seen_at, before.last_seen_at, next.last_seen_at].sort();
  const { name, keys } = next.name === null ? before : next;
  return {
    ...next,
    name,
    keys,
    first_seen_at: times[0]!,
    last_seen_at: times[2]!,
    last_outbound_at: next.last_outbound_at ?? before.last_outbound_at,
    inbound_count: before.inbound_count + next.inbound_count,
    outbound_count: before.outbound_count + next.outbound_count,
  };
}

/** The contacts among these pairs, by `contactKey`. A contact is somebody who wrote visible mail or was written to. */
export async function knownContacts(
  db: Queryable,
  pairs: readonly ContactPair[],
): Promise<ReadonlyMap<string, KnownContact>> {
  const asked = new Map(
    pairs.map((pair) => [
      contactKey(pair.identity_id, pair.address),
      { ...pair, address: addressKey(pair.address) },
    ]),
  );
  const found = asked.size === 0 ? [] : await selectContacts(db, [...asked.values()]);
  return new Map(found.map((contact) => [contactKey(contact.identity_id, contact.address), contact]));
}

export const organisationKey = (identityId: string, organisation: string): string =>
  `${identityId} ${organisation}`;

/** The organisations among these pairs with which the identity corresponds, by `organisationKey`. */
export async function knownOrganisations(
  db: Queryable,
  pairs: readonly OrganisationPair[],
): Promise<ReadonlyMap<string, OrganisationRow>> {
  const asked = new Map(pairs.map((pair) => [organisationKey(pair.identity_id, pair.organisation), pair]));
  const found = asked.size === 0 ? [] : await selectOrganisations(db, [...asked.values()]);
  return new Map(found.map((row) => [organisationKey(row.identity_id, row.organisation), row]));
}

/** The organisations with which each identity corresponds, for pairs whose organisation the identity never wrote to. */
export async function correspondentsOf(
  db: Queryable,
  pairs: readonly OrganisationPair[],
): Promise<ReadonlyMap<string, Correspondent[]>> {
  const found = pairs.length === 0 ? [] : await selectCorrespondents(db, pairs);
  return groupBy(found, (row) => row);
}

/** Each identity's contacts that have the same folded name as a sender who is not a contact. */
export async function contactsByName(
  db: Queryable,
  senders: readonly (ContactPair & { name: string })[],
): Promise<ReadonlyMap<string, Namesake[]>> {
  const found = senders.length === 0 ? [] : await selectByName(db, senders);
  return groupBy(found, ({ name, organisation, written_to }) => ({
    name: fold(name),
    organisation,
    written_to,
  }));
}

const groupBy = <Row extends { identity_id: string }, Item>(
  rows: readonly Row[],
  item: (row: Row) => Item,
): ReadonlyMap<string, Item[]> =>
  new Map(
    [...Map.groupBy(rows, ({ identity_id }) => identity_id)].map(([identity, group]) => [
      identity,
      group.map(item),
    ]),
  );
