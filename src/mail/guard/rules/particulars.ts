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

/** Recipients to whom the identity has hardly written. */
export const newIn = ({ outside, send }: Facts): readonly Recipient[] =>
  outside.filter(
    ({ written, last_written_at, isAllowed }) => !isAllowed && isNew(written, last_written_at, send.now),
  );

/**
 * Names and figures that somebody new gets, and that only mail has which they did not get. Mail of the house or of a program that
 * came after their question may be the answer to it, so of that only telling figures count, and none of programs. What came
 * before, and what other people wrote, was not meant for them.
 * @returns what is left when the identity has sent this
 */
export function particularsFrom(
  facts: Facts,
  others: readonly Candidate[],
): (sent: readonly SentRow[]) => Found[] {
  const fresh = newIn(facts);
  if (fresh.length === 0) return () => [];
  const questions = fresh.flatMap((recipient) => questionOf(recipient, facts) ?? []);
  // A rule that a stranger plants is older than what it is after.
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
  const isOurs = houseWords(facts);
  const isEarlier = beforeQuestions(facts);
  const all = others.flatMap((candidate) => {
    const least = !isEarlier(candidate)
      ? Number.POSITIVE_INFINITY
      : isOfOwner(candidate, facts)
        ? WORDS_OF_HOUSE
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
      const text = `Names, figures or words come from a message from ${senderOf(candidate)} that the recipients did not receive.`;
      return [{ candidate, text }];
    });
}

/** What a message has of one sender's mail. */
export type Shared = { names: readonly number[]; values: readonly string[]; words: readonly number[] };

/** So many longer words of one sender are no chance, if that mail is older than the question. What the house says is told more often. */
export const WORDS = 4;
const WORDS_OF_HOUSE = 6;

/** Two names or figures, or one as long as a code; of mail that was there before they asked, a few words are enough. */
const tellsStranger = ({ names, values, words }: Shared, least: number): boolean =>
  tellSomething(names, values) || values.some(isOfCodeLength) || words.length + values.length >= least;

const untold = ({ names, values, words }: Shared, isTold: ReturnType<typeof toldIn>): Shared => ({
  names: names.filter((name) => !isTold.name(name)),
  values: values.filter((value) => !isTold.value(value)),
  words: words.filter((each) => !isTold.name(each)),
});

/**
 * Which messages a person of the house wrote after everybody new had asked, in mail that is authenticated and instructs no
 * program: they are mostly what these people shall be told.
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

/** Whether a message came before somebody new had asked. */
export function beforeQuestions(facts: Facts): (source: Candidate) => boolean {
  const questions = newIn(facts).flatMap((recipient) => questionOf(recipient, facts) ?? []);
  return (source) => questions.some(({ created_at }) => new Date(source.created_at) < new Date(created_at));
}

/** The first mail of a recipient since the identity wrote to them, or else the last one: what they ask. */
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

/** The figures of the message that no mail has which the recipients know, or of which the owner said who gets it. */
function figuresLeft({ send, candidates }: Facts, others: readonly Candidate[]): string[] {
  const left = new Set([...send.particulars.values].filter(({ length }) => length >= SHORTEST_VALUE));
  for (const candidate of candidates)
    if (!others.includes(candidate)) for (const value of candidate.digest.values) left.delete(value);
  return [...left];
}

/** What the message has of one sender's mail, and no other sender's. */
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

/** The names of the house and of those who get the message. */
export function houseWords(facts: Facts): ReadonlySet<number> {
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

/** What the identity sent in this time is looked at. */
const OWN_WORDS_FOR = 30 * DAY;
export const OWN_WORDS = 40;

export const ownWordsSince = (now: Date): Date => after(now, -OWN_WORDS_FOR);

/** How many others must have been told something before it is no secret. */
const PUBLIC = 2;

/** What the identity said before a message came, or has told several others since. */
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
