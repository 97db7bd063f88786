import { after, DAY } from '#kernel/base/clock.ts';
import type { Candidate, Facts } from '../facts.ts';
import type { SentRow } from '../repository.ts';
import { sharedPassage } from '../text/passages.ts';
import { wordsOf } from '../text/words.ts';
import { isCalm, isEstablished, isOfSender, isPlain } from './sources.ts';

/** The shortest passage that counts, in characters. */
export const PASSAGE = 80;

/** How long ago somebody may have asked for something that leaves now. */
const LATELY = 2 * DAY;

/** Whether mail that the key read, or of the last days, fits a condition. */
export function lately(facts: Facts, fits: (candidate: Candidate) => boolean): boolean {
  const since = after(facts.send.now, -LATELY);
  return facts.candidates.some(
    (each) => (each.read_at !== null || new Date(each.created_at) > since) && fits(each),
  );
}

/**
 * Those of these messages whose content nobody can have talked the agent into passing on: it goes to one established correspondent,
 * who neither wrote lately nor is named by recent mail. What went to others already, as worms and chain letters do, does not
 * count, and of strangers only plain words do.
 */
export function unasked(
  facts: Facts,
  candidates: readonly Candidate[],
  sent: readonly SentRow[],
): ReadonlyMap<string, 'established' | 'stranger'> {
  const { send, outside } = facts;
  const [recipient, ...more] = outside;
  if (!recipient || more.length > 0 || recipient.written === 0 || send.isReply) return new Map();
  const { address } = recipient;
  if (lately(facts, ({ sender, digest }) => sender === address || digest.addresses.has(address)))
    return new Map();
  const since = after(send.now, -LATELY);
  const elsewhere = sent
    .filter(({ created_at, recipients }) => new Date(created_at) > since && !recipients.includes(address))
    .map(({ text }) => wordsOf(text));
  const spreads = ({ digest }: Candidate): boolean =>
    elsewhere.some((words) => sharedPassage(words, (each) => digest.shingles.has(each), PASSAGE) !== null);
  return new Map(
    candidates.flatMap((each): [string, 'established' | 'stranger'][] => {
      if (!isCalm(each) || spreads(each)) return [];
      if (isEstablished(each)) return [[each.id, 'established']];
      return isHarmless(each) ? [[each.id, 'stranger']] : [];
    }),
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
