import { contactKey, type KnownContact, knownContacts } from '#contacts/index.ts';
import type { Queryable } from '#kernel/database.ts';
import type { Copy } from '../copies.ts';

/** What is known of the senders of a batch before any of it is stored. */
export type SenderFacts = { contacts: ReadonlyMap<string, KnownContact> };

export async function findSenderFacts(db: Queryable, copies: readonly Copy[]): Promise<SenderFacts> {
  const pairs = copies.flatMap(({ recipient, delivery }) => {
    const address = delivery.processed.parsed.from?.address;
    return address ? [{ identity_id: recipient.identity_id, address }] : [];
  });
  return { contacts: await knownContacts(db, pairs) };
}

/** Whom the mailboxes of a batch know, the batch's own earlier messages included. */
export class KnownSenders {
  readonly #contacts: SenderFacts['contacts'];
  readonly #met = new Set<string>();

  constructor(facts: SenderFacts) {
    this.#contacts = facts.contacts;
  }

  /**
   * `trust.known_sender`: the identity wrote to the From address, or had visible mail from it, before. Mail that is
   * proved to come from somebody else (verdict `fail`) is from nobody known.
   */
  has({ recipient, delivery }: Copy): boolean {
    const { parsed, authentication } = delivery.processed;
    if (!parsed.from || authentication.verdict === 'fail') return false;
    const key = contactKey(recipient.identity_id, parsed.from.address);
    return this.#contacts.has(key) || this.#met.has(key);
  }

  /** A visible message makes its sender known to those after it. */
  meet({ recipient, delivery }: Copy): void {
    const address = delivery.processed.parsed.from?.address;
    if (address) this.#met.add(contactKey(recipient.identity_id, address));
  }
}
