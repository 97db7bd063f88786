import { steering } from '#content/reading/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Candidate, Facts } from '../facts.ts';
import { findSameFiles, findSent, findTexts, type SentRow } from '../repository.ts';
import type { Finding } from '../schema.ts';
import { sharedPassage } from '../text/passages.ts';
import { shinglesOf, wordsOf } from '../text/words.ts';
import { isEstablished, isKnownTo, senderOf } from './sources.ts';

/** The shortest passage that counts, in characters. */
const PASSAGE = 80;
/** What so many senders write is a phrase of the language. */
const COMMON = 3;
const OWN_WORDS_FOR = 30 * DAY;
const OWN_WORDS = 40;
/** How long ago somebody may have asked for something that leaves now. */
const LATELY = 2 * DAY;

/** Passages and files of mail with other people than the recipients (decisions-2, Guard). */
export async function contentOfOtherThread(db: Queryable, facts: Facts): Promise<Finding[]> {
  if (facts.outside.length === 0) return [];
  const others = facts.candidates.filter((candidate) => !isKnownTo(candidate, facts.outside));
  if (others.length === 0) return [];
  const [passage, file] = await Promise.all([passageOf(db, facts, others), fileOf(db, facts, others)]);
  return [...passage, ...file].slice(0, 3);
}

async function passageOf(db: Queryable, facts: Facts, others: readonly Candidate[]): Promise<Finding[]> {
  const { send } = facts;
  const shared = new Set(
    facts.candidates.filter((each) => !others.includes(each)).flatMap(({ digest }) => [...digest.shingles]),
  );
  const isCommon = commonIn(facts.candidates, new Set(shinglesOf(send.words)));
  const search = (ownBefore: (time: string) => ReadonlySet<number>) =>
    others.flatMap((candidate) => {
      const { shingles } = candidate.digest;
      const own = ownBefore(candidate.created_at);
      const isTheirs = (shingle: number): boolean =>
        shingles.has(shingle) && !shared.has(shingle) && !own.has(shingle) && !isCommon(shingle);
      const found = sharedPassage(send.words, isTheirs, PASSAGE);
      return found ? [{ candidate, found }] : [];
    });
  if (search(() => new Set()).length === 0) return [];
  // What the identity wrote itself comes back in quotes: that is not the words of others.
  const sent = await findSent(db, send.identity.id, after(send.now, -OWN_WORDS_FOR), OWN_WORDS);
  const found = search(ownWords(sent));
  const askedBy = await unasked(db, facts, found, sent);
  return found.map(({ candidate, found: { length } }) => ({
    reason: 'content_of_other_thread',
    text: `A passage of ${length} characters comes from a message from ${senderOf(candidate)}, which the recipients did not get.`,
    source_message_id: candidate.id,
    isWeak: askedBy.has(candidate.id),
  }));
}

/** A text that is read as an instruction even faintly is not passed on as a customer's question. */
const FAINT = 0.25;

/**
 * The messages whose words nobody can have talked the agent into passing on: an established correspondent wrote them, they
 * instruct nobody, and the only recipient is an established correspondent who neither wrote lately nor is named by
 * recent mail. A passage that went to others already, as worms and chain letters do, does not count.
 */
async function unasked(
  db: Queryable,
  facts: Facts,
  found: readonly { candidate: Candidate }[],
  sent: readonly SentRow[],
): Promise<ReadonlySet<string>> {
  const [recipient, ...more] = facts.outside;
  const calm = found.filter(({ candidate }) => isEstablished(candidate));
  if (!recipient || more.length > 0 || recipient.written === 0 || facts.send.isReply || calm.length === 0)
    return new Set();
  const yesterday = after(facts.send.now, -LATELY);
  const asks = ({ created_at, read_at, sender, digest }: Candidate): boolean =>
    (read_at !== null || new Date(created_at) > yesterday) &&
    (sender === recipient.address || digest.addresses.has(recipient.address));
  if (facts.candidates.some(asks)) return new Set();
  const elsewhere = sent
    .filter(
      ({ created_at, recipients }) =>
        new Date(created_at) > yesterday && !recipients.includes(recipient.address),
    )
    .map(({ text }) => wordsOf(text));
  const spreads = ({ digest }: Candidate): boolean =>
    elsewhere.some((words) => sharedPassage(words, (each) => digest.shingles.has(each), PASSAGE) !== null);
  const unspread = calm.filter(({ candidate }) => !spreads(candidate));
  if (unspread.length === 0) return new Set();
  const texts = await findTexts(
    db,
    unspread.map(({ candidate }) => candidate.id),
  );
  return new Set([...texts].filter(([, text]) => steering(text) < FAINT).map(([id]) => id));
}

/** Shingles of the outgoing text that several senders use. */
function commonIn(
  candidates: readonly Candidate[],
  outgoing: ReadonlySet<number>,
): (shingle: number) => boolean {
  const senders = new Map<number, Set<string | null>>();
  for (const { digest, sender } of candidates)
    for (const shingle of outgoing) {
      if (!digest.shingles.has(shingle)) continue;
      const known = senders.get(shingle);
      if (known) known.add(sender);
      else senders.set(shingle, new Set([sender]));
    }
  return (shingle) => (senders.get(shingle)?.size ?? 0) >= COMMON;
}

/** What the identity wrote before a time: after it the words may come from the mail that came then. */
function ownWords(sent: readonly SentRow[]): (time: string) => ReadonlySet<number> {
  const written = sent.map(({ text, created_at }) => ({
    at: new Date(created_at),
    shingles: shinglesOf(wordsOf(withoutQuotes(text))),
  }));
  return (time) =>
    new Set(written.filter(({ at }) => at < new Date(time)).flatMap(({ shingles }) => shingles));
}

/** A forwarded or quoted passage is in a sent message, and still not the identity's own. */
function withoutQuotes(text: string): string {
  const forwarded = text.search(/^(?:-{2,}|_{2,}).*\p{L}.*$/mu);
  return (forwarded < 0 ? text : text.slice(0, forwarded)).replace(/^\s*>.*$/gm, '');
}

async function fileOf(db: Queryable, { send }: Facts, others: readonly Candidate[]): Promise<Finding[]> {
  if (send.fileHashes.length === 0) return [];
  const ids = others.map(({ id }) => id);
  const same = await findSameFiles(db, ids, send.fileHashes);
  return same.map(({ message_id, filename }) => ({
    reason: 'content_of_other_thread',
    text: `The file ${filename} comes from a message that the recipients did not get.`,
    source_message_id: message_id,
  }));
}
