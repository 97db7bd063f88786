import { after, DAY } from '#kernel/base/clock.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Candidate, Facts, Recipient } from '../facts.ts';
import type { SentRow } from '../repository.ts';
import { tellSomething } from '../text/particulars.ts';
import { areTelling, isOfCodeLength, SHORTEST_VALUE, valuesOf } from '../text/values.ts';
import { wordsOf } from '../text/words.ts';
import {
  isCalm,
  isEstablished,
  isNew,
  isOfMachine,
  isOfOwner,
  isOfSender,
  isPlain,
  senderOf,
} from './sources.ts';

export type Found = { candidate: Candidate; text: string };

/** The external recipients to whom the identity has hardly written yet. */
export const newIn = ({ outside, send }: Facts): readonly Recipient[] =>
  outside.filter(
    ({ written, last_written_at, isAllowed }) => !isAllowed && isNew(written, last_written_at, send.now),
  );

/**
 * Finds names and figures that a new correspondent gets and that occur only in mail which this correspondent did not receive.
 * Mail from the owner's organisation, an automated sender or an established correspondent that came after the question may be
 * the answer to it, so only its telling figures count, and none of an automated sender's. What came before the question, or
 * from other people, was not meant for the correspondent.
 * @returns a function that leaves out what the identity has already told others in the given sends
 */
export function particularsFrom(
  facts: Facts,
  others: readonly Candidate[],
): (sent: readonly SentRow[]) => Found[] {
  const fresh = newIn(facts);
  if (fresh.length === 0) return () => [];
  const questions = fresh.flatMap((recipient) => questionOf(recipient, facts) ?? []);
  // A stranger can plant an instruction before the mail arrives that it is meant to reveal.
  const isPlanted = questions.some((each) => !isCalm(each));
  const isReply = answersOf(facts);
  const isForeign = (source: Candidate): boolean =>
    isPlanted ||
    questions.some(({ created_at }) => new Date(source.created_at) < new Date(created_at)) ||
    (questions.length > 0 &&
      !isOfOwner(source, facts) &&
      !isOfMachine(source) &&
      !(isEstablished(source) && isCalm(source)));
  const figures = figuresLeft(facts, others);
  const isOurs = organisationWords(facts);
  const isEarlier = beforeQuestions(facts);
  const all = others.flatMap((candidate) => {
    const least = !isEarlier(candidate)
      ? Number.POSITIVE_INFINITY
      : isOfOwner(candidate, facts)
        ? WORDS_OF_ORGANISATION
        : WORDS;
    const isEnough = isForeign(candidate)
      ? (shared: Shared) => tellsStranger(shared, least)
      : ({ values }: Shared) => areTelling(values);
    const shared = isForeign(candidate)
      ? sharedWith(candidate, facts, isOurs)
      : {
          ...{ names: [], words: [] },
          values:
            isOfMachine(candidate) || isReply(candidate)
              ? []
              : figures.filter((each) => candidate.digest.values.has(each)),
        };
    return isEnough(shared) ? [{ candidate, shared, isEnough }] : [];
  });
  if (all.length === 0) return () => [];
  return (sent) =>
    all.flatMap(({ candidate, shared, isEnough }) => {
      if (!isEnough(untold(shared, toldIn(sent, candidate)))) return [];
      const text = `The send repeats names, figures or words of a message from ${senderOf(candidate)} that the recipients did not receive.`;
      return [{ candidate, text }];
    });
}

/** What a send has in common with one sender's mail. */
export type Shared = { names: readonly number[]; values: readonly string[]; words: readonly number[] };

/**
 * This many longer words from one sender's mail are not coincidence if that mail is older than the question. Words of the
 * owner's organisation need more, because they are repeated more often.
 */
export const WORDS = 4;
const WORDS_OF_ORGANISATION = 6;

/**
 * Two names or figures, or one as long as a code, tell a stranger something. From mail that came before the question, a few
 * words are enough.
 */
const tellsStranger = ({ names, values, words }: Shared, least: number): boolean =>
  tellSomething(names, values) || values.some(isOfCodeLength) || words.length + values.length >= least;

const untold = ({ names, values, words }: Shared, isTold: ReturnType<typeof toldIn>): Shared => ({
  names: names.filter((name) => !isTold.name(name)),
  values: values.filter((value) => !isTold.value(value)),
  words: words.filter((each) => !isTold.name(each)),
});

/**
 * Recognises the messages that the owner or a colleague wrote after every external recipient had asked. They are usually the
 * answers that these recipients should get. There are none unless all questions are authenticated and contain no instructions
 * to software.
 */
export function answersOf(facts: Facts): (source: Candidate) => boolean {
  const questions = facts.outside.map((recipient) => questionOf(recipient, facts));
  const areHonest =
    questions.length > 0 && questions.every((each) => each !== undefined && isPlain(each) && isCalm(each));
  return (source) =>
    areHonest &&
    !source.is_own &&
    !isOfMachine(source) &&
    isOfOwner(source, facts) &&
    questions.every((each) => new Date(source.created_at) > new Date(each!.created_at));
}

/** Whether a message came before the question of a new correspondent. */
export function beforeQuestions(facts: Facts): (source: Candidate) => boolean {
  const questions = newIn(facts).flatMap((recipient) => questionOf(recipient, facts) ?? []);
  return (source) => questions.some(({ created_at }) => new Date(source.created_at) < new Date(created_at));
}

/** The recipient's question: their first mail since the identity last wrote to them, or else their most recent one. */
function questionOf(recipient: Recipient, { send, candidates }: Facts): Candidate | undefined {
  const { address, last_written_at } = recipient;
  const theirs = candidates
    .filter((each) => isOfSender(each, address) || (send.isReply && each.id === send.sourceId))
    .toSorted((a, b) => new Date(a.created_at).getTime() - new Date(b.created_at).getTime());
  const since = theirs.find(
    ({ created_at }) => last_written_at === null || new Date(created_at) > new Date(last_written_at),
  );
  return since ?? theirs.at(-1);
}

/** The figures of the send that occur in no mail which the recipients know or which the owner allowed them to get. */
function figuresLeft({ send, candidates }: Facts, others: readonly Candidate[]): string[] {
  const left = new Set([...send.particulars.values].filter(({ length }) => length >= SHORTEST_VALUE));
  for (const candidate of candidates)
    if (!others.includes(candidate)) for (const value of candidate.digest.values) left.delete(value);
  return [...left];
}

/** What the send has in common with one sender's mail and with no other sender's. */
export function sharedWith(
  source: Candidate,
  { send, candidates }: Facts,
  isOurs: ReadonlySet<number>,
): Shared {
  const { names, values, words } = send.particulars;
  const rest = candidates.filter(({ sender }) => sender !== source.sender);
  const isTheirs = (word: number): boolean =>
    source.digest.words.has(word) && !isOurs.has(word) && !rest.some(({ digest }) => digest.words.has(word));
  return {
    names: [...names].filter(isTheirs),
    values: [...values].filter(
      (value) => source.digest.values.has(value) && !rest.some(({ digest }) => digest.values.has(value)),
    ),
    words: [...words].filter(isTheirs),
  };
}

/** The names of the owner's organisation and of the recipients, which reveal nothing. */
export function organisationWords(facts: Facts): ReadonlySet<number> {
  const { send, recipients, candidates, ownOrganisations } = facts;
  const colleagues = candidates.filter((each) => isOfOwner(each, facts));
  const names = [
    send.identity.owner_name,
    send.identity.owner_email,
    ...ownOrganisations,
    ...recipients.flatMap(({ address, name }) => [address, name, organisationOf(address)]),
    ...colleagues.flatMap(({ sender, sender_name }) => [sender, sender_name]),
  ];
  return new Set(wordsOf(names.join(' ')).map(({ hash }) => hash));
}

/** How far back the identity's own sends are compared. */
const OWN_WORDS_FOR = 30 * DAY;
export const OWN_WORDS = 40;

export const ownWordsSince = (now: Date): Date => after(now, -OWN_WORDS_FOR);

/** How many others must have been told something before it is no longer secret. */
const PUBLIC = 2;

/** Whether the identity said something before a message came, or has told several others since. */
function toldIn(
  sent: readonly SentRow[],
  { created_at, sender }: Candidate,
): { name(name: number): boolean; value(value: string): boolean } {
  const said = sent.map((each) => ({
    isEarlier: new Date(each.created_at) < new Date(created_at),
    others: each.recipients.filter((address) => address !== sender),
    words: new Set(wordsOf(each.text).map(({ hash }) => hash)),
    values: valuesOf(each.text),
  }));
  const isPublic = (those: typeof said): boolean =>
    those.some(({ isEarlier }) => isEarlier) || new Set(those.flatMap(({ others }) => others)).size >= PUBLIC;
  return {
    name: (name) => isPublic(said.filter(({ words }) => words.has(name))),
    value: (value) => isPublic(said.filter(({ values }) => values.has(value))),
  };
}
