import type { Queryable } from '#kernel/data/database.ts';
import {
  type Correspondent,
  contactKey,
  contactsByName,
  correspondentsOf,
  knownContacts,
  knownOrganisations,
  type Namesake,
  type OrganisationRow,
  organisationKey,
  organisationOf,
} from '#mailbox/contacts/index.ts';
import { findNamesakes } from '#mailbox/identities/index.ts';
import type { Copy } from '../copies.ts';
import { comparableName } from './names.ts';

/** Facts about the senders of a batch, read before any of it is stored. */
export type SenderFacts = {
  /** The `contactKey` of everybody whom the mailbox knows. */
  contacts: ReadonlySet<string>;
  /** The organisations that the mailbox exchanges mail with, by `organisationKey`. */
  organisations: ReadonlyMap<string, OrganisationRow>;
  /** Identity → organisations of its correspondents. Only for identities that got mail from an unknown organisation. */
  correspondents: ReadonlyMap<string, Correspondent[]>;
  /** Identity → contacts that have the (folded) name of an unknown sender. */
  namesakes: ReadonlyMap<string, Namesake[]>;
  /** `tenant id + name`, folded, of identities and their owners. */
  ownNames: ReadonlySet<string>;
};

export const ownNameKey = (tenantId: string, name: string): string => `${tenantId} ${name}`;

/** Five statements for a batch of any size. The last three cost something only for unknown senders. */
export async function findSenderFacts(db: Queryable, copies: readonly Copy[]): Promise<SenderFacts> {
  const senders = copies.flatMap(({ recipient: { identity_id, tenant_id }, delivery }) => {
    const { from } = delivery.processed.parsed;
    if (!from?.address) return [];
    const name = comparableName(from.name);
    return [
      { identity_id, tenant_id, address: from.address, organisation: organisationOf(from.address), name },
    ];
  });
  const named = senders.flatMap((sender) => (sender.name === null ? [] : [{ ...sender, name: sender.name }]));
  const [contacts, organisations, correspondents, namesakes, own] = await Promise.all([
    knownContacts(db, senders),
    knownOrganisations(db, senders),
    correspondentsOf(db, senders),
    contactsByName(db, named),
    named.length === 0
      ? []
      : findNamesakes(
          db,
          [...new Set(named.map(({ tenant_id }) => tenant_id))],
          [...new Set(named.map(({ name }) => name))],
        ),
  ]);
  return {
    contacts: new Set(contacts.keys()),
    organisations,
    correspondents,
    namesakes,
    ownNames: new Set(own.map(({ tenant_id, name }) => ownNameKey(tenant_id, name))),
  };
}

/** The senders that the mailboxes of a batch know, including those of earlier messages of the batch. */
export class KnownSenders {
  readonly facts: SenderFacts;
  readonly #met = new Set<string>();

  constructor(facts: SenderFacts) {
    this.facts = facts;
  }

  /**
   * `trust.known_sender`: the identity wrote to the From address, or had visible mail from it, before. Mail that is
   * proved to come from somebody else (verdict `fail`) is from nobody known.
   */
  has({ recipient, delivery }: Copy): boolean {
    const { parsed, authentication } = delivery.processed;
    if (!parsed.from || authentication.verdict === 'fail') return false;
    const key = contactKey(recipient.identity_id, parsed.from.address);
    return this.facts.contacts.has(key) || this.#met.has(key);
  }

  /** The mailbox's contact with an organisation before this batch. */
  organisation(identityId: string, organisation: string): OrganisationRow | undefined {
    return this.facts.organisations.get(organisationKey(identityId, organisation));
  }

  /** A visible message makes its sender known to those after it. */
  meet({ recipient, delivery }: Copy): void {
    const address = delivery.processed.parsed.from?.address;
    if (address) this.#met.add(contactKey(recipient.identity_id, address));
  }
}
