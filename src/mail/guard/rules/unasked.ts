import { after, DAY } from '#kernel/base/clock.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { SentRow } from '../repository.ts';
import { sharedPassage } from '../text/passages.ts';
import { wordsOf } from '../text/words.ts';
import { isCalm, isEstablished, isOfMachine, isOfSender, isPlain } from './sources.ts';

/** The shortest passage that counts, in characters. */
export const PASSAGE = 80;

/** How long a request may precede the send that it causes. */
const LATELY = 2 * DAY;

/** The mail that the key has read, and all mail of the last days. */
export function lately({ candidates, send }: Facts): readonly Candidate[] {
  const since = after(send.now, -LATELY);
  return candidates.filter((each) => each.read_at !== null || new Date(each.created_at) > since);
}

export type Freedom = 'free' | 'advice';

/**
 * The messages whose content nobody can have manipulated the agent into passing on. The content must go to one correspondent
 * whom the identity has written to before. This correspondent neither wrote recently nor is named by recent mail, or asked
 * before the message came from another established correspondent. A notice or letter that is forwarded unchanged, such as a
 * bill, also qualifies. Content that already went to others does not, because worms and chain letters spread so, and from
 * strangers only plain words do.
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
 * An authenticated automated mail, such as a bill, forwarded unchanged, so that its recipient sees who sent it. Mail with a
 * code is excluded, because codes are for this mailbox alone.
 */
export const isForwardedNotice = (source: Candidate, { send }: Facts): boolean =>
  send.quoted !== null &&
  send.ownMarks.urls.size === 0 &&
  send.ownMarks.accounts.size === 0 &&
  isOfMachine(source) &&
  isPlain(source) &&
  isCalm(source) &&
  source.verification === null;

/** An unknown sender's mail, forwarded unchanged and without links or accounts. */
const isForwardedLetter = (source: Candidate, { send }: Facts): boolean =>
  send.quoted !== null &&
  send.marks.urls.size === 0 &&
  send.marks.accounts.size === 0 &&
  source.written_to_sender === 0 &&
  isPlain(source) &&
  isCalm(source) &&
  source.verification === null;

/** Whether a passage of the message went to somebody else in the last days. */
function spreads({ digest }: Candidate, { send }: Facts, address: string, sent: readonly SentRow[]): boolean {
  const since = after(send.now, -LATELY);
  return sent.some(
    ({ created_at, recipients, text }) =>
      new Date(created_at) > since &&
      !recipients.includes(address) &&
      sharedPassage(wordsOf(text), (each) => digest.shingles.has(each), PASSAGE) !== null,
  );
}

/** A stranger's mail without links, accounts or addresses other than the stranger's own. */
const isHarmless = (candidate: Candidate): boolean => {
  const { addresses, urls, accounts } = candidate.digest;
  return (
    isPlain(candidate) &&
    urls.size === 0 &&
    accounts.size === 0 &&
    [...addresses].every((each) => isOfSender(candidate, each))
  );
};
