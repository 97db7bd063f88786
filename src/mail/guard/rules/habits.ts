import { after, DAY, MINUTE } from '#kernel/base/clock.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Facts } from '../facts.ts';
import { FEW } from '../facts-repository.ts';
import { findSent, type SentRow } from '../repository.ts';
import type { Finding } from '../schema.ts';
import { wordsOf } from '../text/words.ts';

/** Finds many new recipients within minutes, more than the identity usually has in a day. */
export function burst({ outside, newLately, newInWeek }: Facts): Finding[] {
  const added = outside.filter(({ written, isAllowed }) => written === 0 && !isAllowed).length;
  const count = newLately + added;
  // The week includes the last minutes, which are therefore subtracted.
  const usual = Math.max(FEW, (newInWeek - newLately) / 7);
  if (added === 0 || count <= usual) return [];
  return [
    {
      reason: 'burst',
      text: `${count} new recipients in ten minutes; ${Math.ceil(usual)} in a day is usual.`,
    },
  ];
}

/** The fourth nearly identical message to the same recipients is a loop. */
const REPEATS = 3;
const SAME = 0.9;
/** The words that a signature and a disclosure may add. */
const FOOTER_WORDS = 40;
const SHORT = 10 * MINUTE;
/** People do not write this many answers within a few minutes, each just after the mail that it answers. */
const QUICK_ANSWERS = 4;
const QUICK = MINUTE;
const LOOKED_AT = 100;

/** Whether the identity has written to somebody so often, and so recently, that it may be in a loop. */
export const repeats = (written: number, last: string | null, now: Date): boolean =>
  written >= REPEATS && last !== null && new Date(last) > after(now, -DAY);

/** Finds agents that answer each other endlessly (decisions-2, Guard). */
export async function loop(db: Queryable, facts: Facts): Promise<Finding[]> {
  const { send, recipients, candidates } = facts;
  const isRepeat = recipients.some(({ written, last_written_at }) =>
    repeats(written, last_written_at, send.now),
  );
  if (!isRepeat) return [];
  const sent = await findSent(db, send.identity.id, after(send.now, -DAY), LOOKED_AT);
  const toThem = sent.filter((each) => recipients.some(({ address }) => each.recipients.includes(address)));
  const own = new Set(wordsOf(send.text).map(({ hash }) => hash));
  const same = toThem.filter(({ text }) => similarity(own, text) >= SAME);
  if (same.length >= REPEATS)
    return [
      {
        reason: 'loop',
        text: `Nearly the same text went to the same recipients ${same.length} times within a day.`,
      },
    ];
  const quick = quickAnswers(facts, toThem, candidates);
  if (quick < QUICK_ANSWERS) return [];
  return [
    {
      reason: 'loop',
      text: `${quick} replies in this conversation within ten minutes, each less than a minute after the message it answers.`,
    },
  ];
}

/** The share of words that the other text also contains, or 0 if that text is much longer. */
function similarity(own: ReadonlySet<number>, text: string): number {
  const theirs = new Set(wordsOf(text).map(({ hash }) => hash));
  if (theirs.size > own.size * 1.5 + FOOTER_WORDS) return 0;
  let shared = 0;
  for (const word of own) if (theirs.has(word)) shared += 1;
  return own.size === 0 ? 0 : shared / own.size;
}

/** Counts the messages that left within a minute after incoming mail in the same thread. */
function quickAnswers({ send }: Facts, sent: readonly SentRow[], candidates: Facts['candidates']): number {
  const since = after(send.now, -SHORT);
  const came = candidates.filter(
    ({ thread_id, created_at }) => thread_id === send.threadId && new Date(created_at) > since,
  );
  return sent.filter(({ thread_id, created_at }) => {
    const at = new Date(created_at).getTime();
    return (
      thread_id === send.threadId &&
      new Date(created_at) > since &&
      came.some((each) => {
        const waited = at - new Date(each.created_at).getTime();
        return waited >= 0 && waited <= QUICK;
      })
    );
  }).length;
}
