import type { Queryable } from '#kernel/data/database.ts';
import type { Candidate, Facts } from '../facts.ts';
import { findSameFiles, findSent, type SentRow } from '../repository.ts';
import type { Finding } from '../schema.ts';
import { sharedPassage } from '../text/passages.ts';
import { shinglesOf, wordsOf } from '../text/words.ts';
import { isCalled, isOrdered } from './orders.ts';
import {
  answersOf,
  beforeQuestions,
  type Found,
  newIn,
  OWN_WORDS,
  ownWordsSince,
  particularsFrom,
} from './particulars.ts';
import { isMeantFor, isOfMachine, isOfOwner, isTheirs, senderOf } from './sources.ts';
import { PASSAGE, unasked } from './unasked.ts';

/** What this many senders write is an ordinary phrase. */
const COMMON = 3;
/** Less may go to strangers, because a contract number or a key takes only a line. */
const PASSAGE_TO_STRANGERS = 40;
/** Still less of mail that came before the recipient asked, and least of all if the passage contains a figure. */
const OLDER = 30;
const WITH_FIGURE = 20;
/** What a stranger writes and several recipients get may be a rumour or a worm that spreads. */
const PASSAGE_TO_SEVERAL = 28;

/** Finds passages and files from mail with people other than the recipients (decisions-2, Guard). */
export async function contentOfOtherThread(db: Queryable, facts: Facts): Promise<Finding[]> {
  const { send, outside } = facts;
  if (outside.length === 0) return [];
  const others = facts.candidates.filter(
    (candidate) =>
      !isTheirs(candidate, outside) &&
      !isErrand(candidate, facts) &&
      !isOrdered(candidate, facts) &&
      !isMeantFor(candidate, outside, facts),
  );
  if (others.length === 0) return [];
  const search = passagesOf(facts, new Set(others));
  const told = particularsFrom(facts, others);
  const isReply = answersOf(facts);
  const files = await filesOf(
    db,
    facts,
    others.filter((each) => !isReply(each)),
  );
  if (files.length === 0 && told([]).length === 0 && search(() => new Set()).length === 0) return [];
  const sent = await findSent(db, send.identity.id, ownWordsSince(send.now), OWN_WORDS);
  // The identity's own words come back in quotes, and are then not the words of others.
  const passages = search(ownWords(sent));
  const all = oncePerMessage([...passages, ...files, ...told(sent)]);
  const sources = all.map(({ candidate }) => candidate);
  const free = unasked(facts, sources, sent);
  return all
    .filter(({ candidate: { id } }) => free.get(id) !== 'free')
    .slice(0, 3)
    .map(({ candidate: { id }, text }) => ({
      ...{ reason: 'content_of_other_thread', text, source_message_id: id },
      isWeak: free.has(id),
    }));
}

/** Whether the owner or a colleague names in the message the correspondents for whom it is meant. */
const isErrand = (candidate: Candidate, facts: Facts): boolean =>
  isOfOwner(candidate, facts) &&
  facts.outside.every(
    ({ address, name, written }) =>
      candidate.digest.addresses.has(address) || (written > 0 && isCalled(candidate, name)),
  );

const oncePerMessage = (all: readonly Found[]): Found[] => [
  ...new Map([...all].reverse().map((each) => [each.candidate.id, each])).values(),
];

/** Finds passages that come from these messages, except words that the identity wrote before they arrived. */
function passagesOf(
  facts: Facts,
  others: ReadonlySet<Candidate>,
): (ownBefore: (time: string) => ReadonlySet<number>) => Found[] {
  const { send, candidates, outside } = facts;
  const outgoing = [...new Set(send.shingles)];
  const isReply = answersOf(facts);
  const areKnown = newIn(facts).length === 0;
  const isEarlier = beforeQuestions(facts);
  const shared = candidates.flatMap((candidate) => {
    const { shingles, cited } = candidate.digest;
    // What a stranger quotes is usually known already, such as our own leaflet.
    const isStranger = candidate.written_to_sender === 0;
    const hits = outgoing.filter((each) => shingles.has(each) && !(isStranger && cited.has(each)));
    return hits.length > 0 ? [{ candidate, hits }] : [];
  });
  const theirs = shared.filter(({ candidate }) => others.has(candidate));
  if (theirs.length === 0) return () => [];
  const known = new Set(shared.flatMap(({ candidate, hits }) => (others.has(candidate) ? [] : hits)));
  const isCommon = commonIn(shared);
  return (ownBefore) =>
    theirs.flatMap(({ candidate, hits }) => {
      const own = ownBefore(candidate.created_at);
      const left = new Set(hits.filter((each) => !known.has(each) && !own.has(each) && !isCommon(each)));
      const spreads =
        outside.length > 1 &&
        candidate.written_to_sender === 0 &&
        !isOfOwner(candidate, facts) &&
        outside.every(({ address }) => address !== candidate.sender);
      const isOld = isEarlier(candidate) && !isOfOwner(candidate, facts);
      const least =
        (isOfMachine(candidate) && !isEarlier(candidate)) || isReply(candidate) || (areKnown && !spreads)
          ? PASSAGE
          : spreads
            ? PASSAGE_TO_SEVERAL
            : isOld
              ? WITH_FIGURE
              : PASSAGE_TO_STRANGERS;
      // A colleague's file is made to be passed on, but what a colleague writes to us is not.
      const words = isReply(candidate) ? send.writtenWords : send.words;
      const found = sharedPassage(words, (each) => left.has(each), least);
      if (!found || (isOld && found.length < OLDER && !/\d/.test(send.whole.slice(found.start, found.end))))
        return [];
      const text = `A passage of ${found.length} characters is copied from a message from ${senderOf(candidate)} that the recipients did not receive.`;
      return [{ candidate, text }];
    });
}

/** Whether a shingle occurs in the mail of several senders. */
function commonIn(shared: readonly { candidate: Candidate; hits: number[] }[]): (shingle: number) => boolean {
  const senders = new Map<number, Set<string | null>>();
  for (const { candidate, hits } of shared)
    for (const shingle of hits) {
      const known = senders.get(shingle);
      if (known) known.add(candidate.sender);
      else senders.set(shingle, new Set([candidate.sender]));
    }
  return (shingle) => (senders.get(shingle)?.size ?? 0) >= COMMON;
}

/** What the identity wrote before a message arrived. What it wrote afterwards may come from that message. */
function ownWords(sent: readonly SentRow[]): (time: string) => ReadonlySet<number> {
  const written = sent.map(({ text, created_at }) => ({
    at: new Date(created_at),
    shingles: shinglesOf(wordsOf(withoutQuotes(text))),
  }));
  return (time) =>
    new Set(written.filter(({ at }) => at < new Date(time)).flatMap(({ shingles }) => shingles));
}

/** Removes forwarded and quoted passages, which are not the identity's own words. */
function withoutQuotes(text: string): string {
  const forwarded = text.search(/^(?:-{2,}|_{2,}).*\p{L}.*$/mu);
  return (forwarded < 0 ? text : text.slice(0, forwarded)).replace(/^\s*>.*$/gm, '');
}

async function filesOf(db: Queryable, { send }: Facts, others: readonly Candidate[]): Promise<Found[]> {
  if (send.fileHashes.length === 0) return [];
  const byId = new Map(others.map((candidate) => [candidate.id, candidate]));
  const same = await findSameFiles(db, [...byId.keys()], send.fileHashes);
  return same.map(({ message_id, filename }) => ({
    candidate: byId.get(message_id)!,
    text: `The file ${filename} comes from a message that the recipients did not receive.`,
  }));
}
