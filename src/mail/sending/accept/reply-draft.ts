import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { type AddressRow, addressesOf, type IdentityRow } from '#mailbox/identities/index.ts';
import { type MessageRow, requireAnswerable } from '#mailbox/messages/index.ts';
import {
  type Mailbox,
  parseAddress,
  replyAllRecipients,
  replyRecipients,
  replyReferences,
  replySubject,
} from '../compose/index.ts';
import { commonOf, type Draft, emptyDraft, sourceOf } from './draft.ts';

type AnswerCall = { db: Queryable; actor: Actor; target: IdentityRow };

/**
 * A reply as a draft (spec 4.6, rule 7): to the sender or to everybody, in the original's thread, with its threading
 * headers, from the address that the counterparty wrote to if it can still send, otherwise from the primary address.
 * @throws AppError `message_not_found`
 */
export async function answerDraft(
  { db, actor, target }: AnswerCall,
  whom: 'sender' | 'everybody',
  input: { message_id: string } & Parameters<typeof commonOf>[0],
): Promise<Draft> {
  const [original, own] = await Promise.all([
    requireAnswerable(db, actor, target.id, input.message_id),
    addressesOf(db, target.id),
  ]);
  const { inReplyTo, references } = replyReferences({
    messageId: original.rfc_message_id,
    inReplyTo: original.in_reply_to,
    references: original.references,
  });
  return {
    ...emptyDraft,
    ...commonOf(input),
    ...recipientsOf(original, own, whom),
    identity: target,
    fromAddress: addressWrittenTo(original, own),
    subject: replySubject(original.subject),
    threadId: original.thread_id,
    inReplyTo,
    references,
    source: sourceOf(original),
    answers: { automated: original.direction === 'outbound' || (original.trust?.automated ?? false) },
  };
}

function recipientsOf(
  original: MessageRow,
  own: readonly AddressRow[],
  whom: 'sender' | 'everybody',
): Pick<Draft, 'to' | 'cc'> {
  const people = {
    from: writable(original.from ? [original.from] : [])[0] ?? null,
    replyTo: writable(original.reply_to),
    to: writable(original.to),
    cc: writable(original.cc),
  };
  const ownAddresses = own.map(({ address }) => address);
  return whom === 'sender'
    ? { to: replyRecipients(people, ownAddresses), cc: [] }
    : replyAllRecipients(people, ownAddresses);
}

/** The valid addresses, normalised. A stranger's header may also contain text that is not an address. */
const writable = (people: readonly Mailbox[]): Mailbox[] =>
  people.flatMap(({ address, name }) => {
    const parsed = parseAddress(address);
    return parsed.ok ? [{ address: parsed.address, name }] : [];
  });

/** The identity's own address that the message came to, or was sent from; null if that address can no longer send. */
export function addressWrittenTo(original: MessageRow, own: readonly AddressRow[]): string | null {
  const used =
    original.direction === 'inbound' ? original.delivered_to : (original.from?.address.toLowerCase() ?? null);
  const address = own.find((row) => row.address === used);
  return address && (address.status === 'active' || address.status === 'retiring') ? address.address : null;
}
