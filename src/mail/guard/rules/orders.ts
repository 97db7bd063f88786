import type { Candidate, Facts } from '../facts.ts';
import { partsOfName } from '../text/names.ts';
import { introduces, isKnownTo, isOfOwner, isPlain } from './sources.ts';

type Person = { address: string };

/**
 * Whether the owner or a colleague, having seen a message arrive, said who may get its content. An authenticated mail from
 * them, after the message, must name each recipient, or refer to a message that the recipient sent or that names the recipient.
 * That mail's own content may go to them as well. Other agents of the workspace cannot authorise anything, because they may
 * have been manipulated.
 */
export const isOrdered = (
  source: Candidate,
  facts: Facts,
  people: readonly Person[] = facts.outside,
): boolean =>
  people.length > 0 &&
  facts.candidates.some(
    (order) =>
      isOrder(order, facts) &&
      !isBefore(order, source) &&
      people.every((person) => names(order, person, facts)),
  );

const isOrder = (order: Candidate, facts: Facts): boolean => !order.is_own && isOfOwner(order, facts);

const isBefore = (a: Candidate, b: Candidate): boolean => new Date(a.created_at) < new Date(b.created_at);

const names = (order: Candidate, { address }: Person, facts: Facts): boolean =>
  order.digest.addresses.has(address) ||
  facts.recipients.some(
    (each) => each.address === address && each.written > 0 && isCalled(order, each.name),
  ) ||
  facts.candidates.some((message) => isIntroducedIn(message, order, { address }, facts)) ||
  facts.candidates.some(
    (message) =>
      message.id !== order.id &&
      (isKnownTo(message, [{ address }]) || message.digest.addresses.has(address)) &&
      !isBefore(order, message) &&
      isPlain(message) &&
      isAbout(order, message, facts),
  );

/** Whether the owner or a colleague gave the address with a name earlier, and the order uses that name. */
const isIntroducedIn = (message: Candidate, order: Candidate, person: Person, facts: Facts): boolean =>
  message.id !== order.id &&
  isOfOwner(message, facts) &&
  !isBefore(order, message) &&
  introduces(message, person, facts) &&
  [...message.digest.introduced.get(person.address)!].some((part) => order.digest.names.has(part));

/** Colleagues often refer to others by only one of their names. */
export const isCalled = ({ digest }: Candidate, name: string | null): boolean =>
  partsOfName(name).some((part) => digest.names.has(part));

/** Whether an order answers or mentions a message, by its subject or its author's name. */
function isAbout(order: Candidate, message: Candidate, { send }: Facts): boolean {
  const [ours, theirs] = [order.digest.subject, message.digest.subject];
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  if (shared > 0 && shared * 2 >= Math.min(ours.size, theirs.size)) return true;
  // The owner does not mean somebody who uses the owner's own name.
  const own = new Set(partsOfName(`${send.identity.owner_name ?? ''} ${order.sender_name ?? ''}`));
  return partsOfName(message.sender_name).some(
    (part) => !own.has(part) && (ours.has(part) || order.digest.names.has(part)),
  );
}
