import { after } from '#kernel/base/clock.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Mail, MailIndex } from './digest.ts';
import { publicProviders } from './facts.ts';
import { FEW, type MailboxAnswer } from './facts-repository.ts';
import type { Outgoing } from './outgoing.ts';
import { CODES_LAST, holdsFenceMarks } from './rules/disclosure.ts';
import { WORDS as FORGED_WORDS, takesNameOfOwner } from './rules/forged.ts';
import { repeats } from './rules/habits.ts';
import { WORDS } from './rules/particulars.ts';
import { isNew, isOfSender, namesOf } from './rules/sources.ts';
import { holdsCode } from './text/codes.ts';
import { tellSomething } from './text/particulars.ts';
import { secretsIn } from './text/secrets.ts';
import { spells } from './text/skeleton.ts';
import { SHORTEST_VALUE } from './text/values.ts';

/**
 * Whether no rule can find anything. This holds for most sends: nothing in the message occurs in the mailbox's mail, and it is
 * neither a burst nor a repeat. The answer may be false although the rules then find nothing, but it is never true when a rule
 * would find something.
 */
export function isClear(
  send: Outgoing,
  found: MailboxAnswer,
  mail: readonly Mail[],
  index: MailIndex,
): boolean {
  const written = new Map(found.written.map(([address, count, last]) => [address, { count, last }]));
  const strangers = [...new Set(send.to.filter((address) => !written.get(address)?.count))];
  return (
    found.new_lately + strangers.length <= FEW &&
    !found.written.some(([, count, last]) => repeats(count, last, send.now)) &&
    !holdsFenceMarks(send.whole) &&
    secretsIn(send.whole, send.secrets).length === 0 &&
    (mail.length === 0 ||
      (sharesNothing(send, strangers, mail, index) &&
        !tells(send, written, mail, index) &&
        !followsUnproven(send, mail)))
  );
}

function sharesNothing(
  send: Outgoing,
  strangers: readonly string[],
  mail: readonly Mail[],
  index: MailIndex,
): boolean {
  // Messages that steer their reader are compared in more ways than the index covers.
  if (
    send.files.length > 0 ||
    mail.some(({ read_at, digest }) => read_at !== null && digest.steering !== null)
  )
    return false;
  const isNamed = send.to.some((address) => {
    const organisation = organisationOf(address);
    return (
      index.addresses.has(address) || (!publicProviders.has(organisation) && index.domains.has(organisation))
    );
  });
  if (isNamed || mail.some(({ received }) => received.is_disguised)) return false;
  const { marks } = send;
  const domains = new Set([...marks.linkDomains, ...strangers.map(organisationOf)]);
  const isSpelled = [...domains].some(
    (domain) => index.domains.has(domain) || mail.some(({ digest }) => spells(digest.skeleton, domain)),
  );
  // An account number can be assembled from parts in several messages, which the index cannot show.
  if (isSpelled || marks.accounts.size > 0) return false;
  if ([...marks.addresses].some((each) => index.addresses.has(each))) return false;
  const oldest = after(send.now, -CODES_LAST);
  const holdsOne = index.verifications.some(
    ({ verification, created_at }) =>
      new Date(created_at) >= oldest &&
      ((verification!.code !== null && holdsCode(send.whole, verification!.code)) ||
        (verification!.link !== null && send.whole.includes(verification!.link))),
  );
  return !holdsOne && !send.shingles.some((shingle) => index.shingles.has(shingle));
}

/** Whether a new correspondent gets a figure from received mail or, having asked, particulars from other people's mail. */
function tells(
  send: Outgoing,
  written: ReadonlyMap<string, { count: number; last: string | null }>,
  mail: readonly Mail[],
  index: MailIndex,
): boolean {
  const fresh = send.to.filter((address) => {
    const { count = 0, last = null } = written.get(address) ?? {};
    return isNew(count, last, send.now);
  });
  if (fresh.length === 0) return false;
  if ([...send.particulars.values].some((value) => value.length >= SHORTEST_VALUE && index.values.has(value)))
    return true;
  const isAsked = mail.some(
    ({ received }) => received.id === send.sourceId || fresh.some((address) => isOfSender(received, address)),
  );
  return isAsked && (repeatsOne(send, mail, WORDS) || mail.some((each) => sharesParticulars(send, each)));
}

const sharesParticulars = ({ particulars: { names, values } }: Outgoing, { digest }: Mail): boolean =>
  tellSomething(
    [...names].filter((name) => digest.words.has(name)),
    [...values].filter((value) => digest.values.has(value)),
  );

const sharesWords = ({ particulars: { words } }: Outgoing, { digest }: Mail): boolean =>
  [...words].filter((word) => digest.words.has(word)).length >= FORGED_WORDS;

const ofSenders = new WeakMap<readonly Mail[], ReadonlyMap<number, string | null>>();

/** Whether it has at least this many longer words that occur in only one sender's mail. Its figures count as well. */
function repeatsOne(
  { particulars: { words, values }, to }: Outgoing,
  mail: readonly Mail[],
  least: number,
): boolean {
  const authors = ofSenders.get(mail) ?? authorsOf(mail);
  ofSenders.set(mail, authors);
  const counts = new Map<string, number>();
  for (const word of words) {
    const author = authors.get(word);
    if (typeof author === 'string' && !to.includes(author)) counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count + values.size >= least);
}

/** The sender of each word (by its hash), or null if several senders used it. */
function authorsOf(mail: readonly Mail[]): ReadonlyMap<number, string | null> {
  const authors = new Map<number, string | null>();
  for (const { received, digest } of mail) {
    const sender = received.sender ?? '';
    for (const word of digest.words) {
      const known = authors.get(word);
      if (known === undefined) authors.set(word, sender);
      else if (known !== sender) authors.set(word, null);
    }
  }
  return authors;
}

/**
 * Whether it shares something with mail that anybody may have written: it is unauthenticated, or somebody else has the author's
 * name.
 */
const followsUnproven = (send: Outgoing, mail: readonly Mail[]): boolean =>
  unproven(mail, send.identity).some(
    (each) =>
      [...send.marks.addresses].some((address) => each.digest.addresses.has(address)) ||
      sharesParticulars(send, each) ||
      sharesWords(send, each),
  );

type Owner = Pick<Outgoing['identity'], 'owner_name' | 'owner_email'>;

const known = new WeakMap<readonly Mail[], { owner: string; found: readonly Mail[] }>();

/** Cached, because a mailbox's mail and its owner rarely change between two sends. */
function unproven(mail: readonly Mail[], identity: Owner): readonly Mail[] {
  const owner = `${identity.owner_name} ${identity.owner_email}`;
  const before = known.get(mail);
  if (before?.owner === owner) return before.found;
  // The senders by each pair of names, to find people who share two names.
  const senders = new Map<string, Set<string>>();
  for (const { received } of mail)
    for (const pair of pairsOf(received.sender_name))
      senders.set(pair, (senders.get(pair) ?? new Set()).add(received.sender ?? ''));
  const found = mail.filter(
    ({ received }) =>
      received.verdict !== 'pass' ||
      takesNameOfOwner(received, identity) ||
      pairsOf(received.sender_name).some((pair) => senders.get(pair)!.size > 1),
  );
  known.set(mail, { owner, found });
  return found;
}

function pairsOf(name: string | null): string[] {
  const names = namesOf(name).toSorted();
  return names.flatMap((one, at) => names.slice(at + 1).map((other) => `${one} ${other}`));
}
