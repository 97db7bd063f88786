import { steering } from '#content/reading/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Candidate, Facts } from '../facts.ts';
import { findTexts, type SentRow } from '../repository.ts';
import { sharedPassage } from '../text/passages.ts';
import { wordsOf } from '../text/words.ts';
import { isEstablished } from './sources.ts';

/** The shortest passage that counts, in characters. */
export const PASSAGE = 80;

/** How long ago somebody may have asked for something that leaves now. */
const LATELY = 2 * DAY;
/** From this score on a text is read as an instruction, if only faintly. */
const FAINT = 0.25;

/** Those of these messages in which nothing instructs a reader, not even faintly: their texts are read again. */
export async function calm(db: Queryable, candidates: readonly Candidate[]): Promise<ReadonlySet<string>> {
  const established = candidates.filter(isEstablished);
  if (established.length === 0) return new Set();
  const texts = await findTexts(
    db,
    established.map(({ id }) => id),
  );
  return new Set([...texts].filter(([, text]) => steering(text) < FAINT).map(([id]) => id));
}

/**
 * Those of these messages whose content nobody can have talked the agent into passing on: an established correspondent wrote
 * them, they instruct nobody, and the only recipient is an established correspondent who neither wrote lately nor is named
 * by recent mail. What went to others already, as worms and chain letters do, does not count.
 */
export async function unasked(
  db: Queryable,
  facts: Facts,
  candidates: readonly Candidate[],
  sent: readonly SentRow[],
): Promise<ReadonlySet<string>> {
  const { send, outside } = facts;
  const [recipient, ...more] = outside;
  if (!recipient || more.length > 0 || recipient.written === 0 || send.isReply) return new Set();
  const since = after(send.now, -LATELY);
  const asks = ({ created_at, read_at, sender, digest }: Candidate): boolean =>
    (read_at !== null || new Date(created_at) > since) &&
    (sender === recipient.address || digest.addresses.has(recipient.address));
  if (facts.candidates.some(asks)) return new Set();
  const elsewhere = sent
    .filter(
      ({ created_at, recipients }) => new Date(created_at) > since && !recipients.includes(recipient.address),
    )
    .map(({ text }) => wordsOf(text));
  const spreads = ({ digest }: Candidate): boolean =>
    elsewhere.some((words) => sharedPassage(words, (each) => digest.shingles.has(each), PASSAGE) !== null);
  return calm(
    db,
    candidates.filter((each) => !spreads(each)),
  );
}
