import { after, DAY } from '#kernel/base/clock.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { SentRow } from '../repository.ts';
import { sharedPassage } from '../text/passages.ts';
import { wordsOf } from '../text/words.ts';
import { isCalm, isEstablished, isOfMachine, isOfSender, isPlain } from './sources.ts';

/** The shortest passage that counts, in characters. */
export const PASSAGE = 80;

/** How long ago somebody may have asked for something that leaves now. */
const LATELY = 2 * DAY;

/** The mail that the key read, and that of the last days. */
export function lately({ candidates, send }: Facts): readonly Candidate[] {
  const since = after(send.now, -LATELY);
  return candidates.filter((each) => each.read_at !== null || new Date(each.created_at) > since);
}

export type Freedom = 'free' | 'advice';

/**
 * Those of these messages whose content nobody can have talked the agent into passing on: it goes to one established
 * correspondent, who neither wrote lately nor is named by recent mail, or who had asked before the message came from another
 * established correspondent; or it is a program's notice, such as a bill, that is forwarded to one. What went to others already, as worms and chain letters do, does not count, and of strangers
 * only plain words do.
 */
export function unasked(
  facts: Facts,
  candidates: readonly Candidate[],
  sent: readonly SentRow[],
): ReadonlyMap<string, Freedom> {
  const { send, outside } = facts;
  const [recipient, ...more] = outside;
  if (!recipient || more.length > 0 || recipient.written === 0) return new Map();
  const { address } = recipient;
  const recent = lately(facts);
  const asked = recent.filter(({ sender }) => sender === address);
  const isNamed = recent.some(({ sender, digest }) => sender !== address && digest.addresses.has(address));
  if (isNamed || !asked.every((each) => isPlain(each) && isCalm(each))) return new Map();
  if (asked.length === 0 && send.isReply) return new Map();
  const isAfter = ({ created_at }: Candidate): boolean =>
    asked.every((each) => new Date(created_at) > new Date(each.created_at));
  const fine = candidates.filter(
    (each) =>
      isCalm(each) &&
      (isAfter(each) || isForwardedNotice(each, facts) || isForwardedLetter(each, facts)) &&
      !spreads(each, facts, address, sent),
  );
  return new Map(
    fine.flatMap((each): [string, Freedom][] => {
      if (isForwardedNotice(each, facts) || isForwardedLetter(each, facts)) return [[each.id, 'advice']];
      if (isEstablished(each)) return [[each.id, asked.length === 0 ? 'free' : 'advice']];
      return asked.length === 0 && isHarmless(each) ? [[each.id, 'advice']] : [];
    }),
  );
}

/**
 * What a program of proven origin sent to this mailbox, such as a bill, forwarded as it is: whoever gets it sees whose it is. Codes
 * are for the mailbox alone.
 */
export const isForwardedNotice = (source: Candidate, { send }: Facts): boolean =>
  send.quoted !== null &&
  send.ownMarks.urls.size === 0 &&
  send.ownMarks.accounts.size === 0 &&
  isOfMachine(source) &&
  isPlain(source) &&
  isCalm(source) &&
  source.verification === null;

/** What somebody unknown sent to this mailbox, such as a bill, forwarded as it is and without a way to pay or to go. */
const isForwardedLetter = (source: Candidate, { send }: Facts): boolean =>
  send.quoted !== null &&
  send.marks.urls.size === 0 &&
  send.marks.accounts.size === 0 &&
  source.written_to_sender === 0 &&
  isPlain(source) &&
  isCalm(source) &&
  source.verification === null;

/** A passage of it went to somebody else in the last days. */
function spreads({ digest }: Candidate, { send }: Facts, address: string, sent: readonly SentRow[]): boolean {
  const since = after(send.now, -LATELY);
  return sent.some(
    ({ created_at, recipients, text }) =>
      new Date(created_at) > since &&
      !recipients.includes(address) &&
      sharedPassage(wordsOf(text), (each) => digest.shingles.has(each), PASSAGE) !== null,
  );
}

/** Words of a stranger that lead nowhere but to the stranger. */
const isHarmless = (candidate: Candidate): boolean => {
  const { addresses, urls, accounts } = candidate.digest;
  return (
    isPlain(candidate) &&
    urls.size === 0 &&
    accounts.size === 0 &&
    [...addresses].every((each) => isOfSender(candidate, each))
  );
};
