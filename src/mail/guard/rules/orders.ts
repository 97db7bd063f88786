import type { Candidate, Facts } from '../facts.ts';
import { partsOfName } from '../text/names.ts';
import { introduces, isKnownTo, isOfOwner, isPlain } from './sources.ts';

type Person = { address: string };

/**
 * Whether a person of the house, having seen a message come in, said who shall get it or something of it: after it came, an
 * authenticated mail of the owner or a colleague names each of these people, or is about a message from them or that names them.
 * What that mail itself says may go to them as well. Other agents of the workspace order nothing: they may have been talked
 * into it.
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

/** Somebody of the house gave the address with a name before, and the order calls that name. */
const isIntroducedIn = (message: Candidate, order: Candidate, person: Person, facts: Facts): boolean =>
  message.id !== order.id &&
  isOfOwner(message, facts) &&
  !isBefore(order, message) &&
  introduces(message, person, facts) &&
  [...message.digest.introduced.get(person.address)!].some((part) => order.digest.names.has(part));

/** People of the house call others by one of their names. */
export const isCalled = ({ digest }: Candidate, name: string | null): boolean =>
  partsOfName(name).some((part) => digest.names.has(part));

/** Whether an order answers or speaks of a message: by its subject, or by the name of its author. */
function isAbout(order: Candidate, message: Candidate, { send }: Facts): boolean {
  const [ours, theirs] = [order.digest.subject, message.digest.subject];
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  if (shared > 0 && shared * 2 >= Math.min(ours.size, theirs.size)) return true;
  // Who takes the owner's name is not the one that the owner means.
  const own = new Set(partsOfName(`${send.identity.owner_name ?? ''} ${order.sender_name ?? ''}`));
  return partsOfName(message.sender_name).some(
    (part) => !own.has(part) && (ours.has(part) || order.digest.names.has(part)),
  );
}
