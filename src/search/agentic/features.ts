import { isFunctionWord } from '../ranking/ranking.ts';
import { bandNames, bandsOf, heaviestNames, heaviestOf, matchesOf } from './bands.ts';
import { factsOf } from './facts.ts';
import { type Found, joined, nearby, weighted } from './found.ts';
import { matchesKind, nearness, valuesOf } from './kinds.ts';
import { Comparison } from './likeness.ts';
import { type Message, unique } from './messages.ts';
import { placeNames, placesAmong } from './places.ts';
import type { Question } from './question.ts';
import { foldedWords } from './sentences.ts';

/** A sentence and the facts about it. */
export type Candidate = {
  message: Message;
  nth: number;
  /**
   * The sentence, together with the next one if both are short, because who, what and when are often in two sentences.
   */
  quotes: string[];
  text: string;
  /** How well it fits the question, in the order of `featureNames`. */
  features: number[];
  /** The kinds of facts in it, in the order of `factNames`. */
  facts: number[];
  /** The words of the question that are in the sentence. */
  held: Set<string>;
  /** Its facts of the requested kind. */
  values: Set<string>;
};

const fitNames = [
  'held',
  'heldSquared',
  'meant',
  'near',
  'subject',
  'message',
  'thread',
  'sender',
  'entities',
  'entitiesInMessage',
  'entitiesMissing',
  'kind',
  'noKind',
  'anyKind',
  'kindHeld',
  'kindMessage',
  'head',
  'rank',
  'newest',
  'length',
  'asks',
  'short',
  'belowBest',
  'belowBestMessage',
  'manyWords',
  'firstHeld',
  'window',
  'windowSame',
  'entitiesInWindow',
  'size',
  'anyKindHeld',
  'missingThread',
  'missingMessage',
  'missingWindow',
  'heldWords',
  'sense',
  'senseMessage',
  'kindBeside',
  'belowBestInMessage',
  'belowBestSense',
] as const;

export const featureNames: readonly string[] = [...fitNames, ...bandNames, ...heaviestNames, ...placeNames];

const FEW_WORDS = 3;
const LIGHT_WORD = 0.25;
const LONGEST_PAIR = 320;
/** The number of sentences before and after that count as context. */
const WINDOW = 3;

/** What all sentences share: the question, and what is known of the messages together. */
type Whole = {
  question: Question;
  comparison: Comparison;
  find: (words: readonly string[]) => Found;
  /** The weight of each word of the question, and the places of the heaviest. */
  weights: number[];
  heaviest: ReturnType<typeof heaviestOf>;
  isAsked: (word: string) => boolean;
  /** The folded words of the question, function words included. */
  asked: ReadonlySet<string>;
  threads: ReadonlyMap<string, Found>;
  /** The date of the newest message of each thread. */
  newestOf: ReadonlyMap<string, string>;
  placesOf: ReturnType<typeof placesAmong>;
};

/** What the sentences of one message share. */
type Parts = {
  message: Message;
  here: readonly Found[];
  all: Found;
  thread: Found;
  subject: Found;
  sender: Found;
  sense: number;
  around: number[];
  placeOf: (nth: number, text: string) => number[];
};

/** A sentence, perhaps with the next one, and how well it and what is around it match. */
type Quoted = Pick<Candidate, 'nth' | 'quotes' | 'text' | 'values'> & {
  words: string[];
  own: Found;
  near: Found;
  window: Found;
  cover: Found;
};

/** Every sentence of the messages with its features. */
export function candidatesOf(question: Question, messages: readonly Message[]): Candidate[] {
  const comparison = new Comparison();
  const find = (words: readonly string[]): Found => {
    const likenesses = question.words.map((wanted) => words.map((word) => comparison.of(wanted, word)));
    return {
      same: likenesses.map((list) => list.reduce((most, { same }) => Math.max(most, same), 0)),
      meant: likenesses.map((list) => list.reduce((most, { meant }) => Math.max(most, meant), 0)),
    };
  };
  const inMessages = messages.map(({ words }) => find(words));
  const inSentences = messages.map(({ sentenceWords }) => sentenceWords.map(find));
  const weights = weightsOf(question, inSentences.flat(), comparison);
  const asked = unique(foldedWords(question.text, 200));
  const whole: Whole = {
    ...{ question, comparison, find, weights },
    heaviest: heaviestOf(weights),
    isAsked: askedBy(question, comparison),
    asked: new Set(asked),
    threads: threadsOf(messages, inMessages),
    newestOf: newestAmong(messages),
    placesOf: placesAmong(messages, asked.filter(isFunctionWord)),
  };
  const candidates = messages.flatMap((message, index) => {
    const parts = partsOf(whole, message, inMessages[index]!, inSentences[index]!);
    return message.sentences.map((_, nth) => candidateOf(whole, parts, quotedAt(whole, parts, nth)));
  });
  return relative(candidates);
}

function threadsOf(messages: readonly Message[], inMessages: readonly Found[]): Map<string, Found> {
  const threads = new Map<string, Found>();
  for (const [index, { thread_id }] of messages.entries()) {
    const before = threads.get(thread_id);
    threads.set(thread_id, before ? joined(before, inMessages[index]!) : inMessages[index]!);
  }
  return threads;
}

function newestAmong(messages: readonly Message[]): Map<string, string> {
  const newestOf = new Map<string, string>();
  for (const { thread_id, date } of messages)
    if (date > (newestOf.get(thread_id) ?? '')) newestOf.set(thread_id, date);
  return newestOf;
}

function partsOf(
  { question, comparison, find, weights, threads, placesOf }: Whole,
  message: Message,
  all: Found,
  here: readonly Found[],
): Parts {
  const thread = threads.get(message.thread_id)!;
  const subject = find(message.subjectWords);
  return {
    ...{ message, here, all, thread, subject },
    sender: find(message.senderWords),
    sense: comparison.sense(question.words, message.words),
    around: [all, subject, thread].flatMap(({ meant }) => bandsOf(meant, weights)),
    placeOf: placesOf(message),
  };
}

function quotedAt({ question }: Whole, { message, here, subject, sender }: Parts, nth: number): Quoted {
  const first = message.sentences[nth]!;
  const second = message.sentences[nth + 1];
  const isPair = second !== undefined && first.length + second.length <= LONGEST_PAIR;
  const quotes = isPair ? [first, second] : [first];
  const text = quotes.join(' ');
  const own = isPair ? joined(here[nth]!, here[nth + 1]!) : here[nth]!;
  const window = here.slice(Math.max(0, nth - WINDOW), nth + quotes.length + WINDOW).reduce(joined);
  return {
    ...{ nth, quotes, text, own, window },
    values: valuesOf(question, text),
    words: quotes.flatMap((_, at) => message.sentenceWords[nth + at]!),
    near: nearby(own, here[nth - 1], here[nth + quotes.length]),
    cover: joined(joined(window, subject), sender),
  };
}

function candidateOf(whole: Whole, parts: Parts, quoted: Quoted): Candidate {
  const { question, weights, heaviest, asked } = whole;
  const { nth, quotes, text, values, own, cover } = quoted;
  const fits = fitsOf(whole, parts, quoted);
  return {
    ...{ message: parts.message, nth, quotes, text, values },
    features: [
      ...fitNames.map((name) => fits[name]),
      ...[parts.here[nth]!, own, cover].flatMap(({ meant }) => bandsOf(meant, weights)),
      ...parts.around,
      ...[cover, own].flatMap(({ meant }) => matchesOf(meant, heaviest)),
      ...parts.placeOf(nth, text),
    ],
    facts: factsOf(text, asked),
    held: new Set(question.words.filter((_, at) => own.same[at]! > 0)),
  };
}

type Fits = Record<(typeof fitNames)[number], number>;

function fitsOf(whole: Whole, parts: Parts, quoted: Quoted): Fits {
  const { question, comparison, weights, newestOf } = whole;
  const { message, here, all, thread, subject, sender } = parts;
  const { nth, quotes, words, own, near, window } = quoted;
  const share = (found: readonly number[]): number => weighted(found, weights);
  const held = share(own.same);
  return {
    ...kindFits(whole, parts, quoted),
    ...entityFits(question, parts, quoted),
    ...missingFits(weights, parts, quoted),
    held,
    heldSquared: held * held,
    heldWords: Math.log(1 + own.same.filter((value) => value > 0).length),
    firstHeld: share(here[nth]!.same),
    meant: share(own.meant),
    near: share(near.meant),
    subject: share(subject.meant),
    message: share(all.meant),
    thread: share(thread.meant),
    sender: share(sender.same),
    window: share(window.meant),
    windowSame: share(window.same),
    sense: comparison.sense(question.words, words),
    senseMessage: parts.sense,
    rank: 1 / (1 + message.place),
    newest: newestOf.get(message.thread_id) === message.date ? 1 : 0,
    length: Math.log(1 + words.length),
    size: Math.log(1 + message.sentences.length),
    asks: quotes[0]!.endsWith('?') ? 1 : 0,
    short: message.sentenceWords[nth]!.length < FEW_WORDS ? 1 : 0,
    manyWords: Math.log(1 + question.words.length),
    // These are known when all candidates are (`relative`).
    ...{ belowBest: 0, belowBestMessage: 0, belowBestInMessage: 0, belowBestSense: 0 },
  };
}

/** Whether the sentence has the kind of fact that is asked for, and how near to what the question says of it. */
function kindFits(
  { question, weights, isAsked }: Whole,
  { all, subject }: Parts,
  { text, values, words, near }: Quoted,
) {
  const isAny = question.wants === null;
  const has = !isAny && matchesKind(question, text, values);
  return {
    kind: has ? 1 : 0,
    noKind: !isAny && !has ? 1 : 0,
    anyKind: isAny ? 1 : 0,
    kindHeld: has ? weighted(near.same, weights) : 0,
    kindMessage: has ? weighted(all.meant, weights) : 0,
    anyKindHeld: isAny ? weighted(near.same, weights) : 0,
    kindBeside: isAny ? 0 : nearness(words, values, isAsked),
    head: question.head === null ? 0 : headShare(question, near, subject),
  };
}

const entityFits = (question: Question, { all, thread, subject }: Parts, { own, window }: Quoted) => ({
  entities: entityShare(question, own.same),
  entitiesInMessage: entityShare(question, all.same),
  entitiesInWindow: entityShare(question, joined(window, subject).same),
  entitiesMissing: entityShare(question, thread.same) < 1 ? 1 : 0,
});

/** How much the heaviest word of the question that is missing weighs. */
function missingFits(weights: readonly number[], { all, thread }: Parts, { cover }: Quoted) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const missing = ({ meant }: Found): number =>
    total === 0
      ? 0
      : weights.reduce((most, weight, at) => Math.max(most, weight * (1 - meant[at]!)), 0) / total;
  return { missingThread: missing(thread), missingMessage: missing(all), missingWindow: missing(cover) };
}

/** Sets the features that compare each candidate with the best one. */
function relative(candidates: Candidate[]): Candidate[] {
  const at = (name: (typeof fitNames)[number]) => fitNames.indexOf(name);
  for (const [of, name] of [
    [at('near'), at('belowBest')],
    [at('message'), at('belowBestMessage')],
    [at('sense'), at('belowBestSense')],
  ] as const) {
    const best = candidates.reduce((most, { features }) => Math.max(most, features[of]!), 0);
    for (const { features } of candidates) features[name] = best - features[of]!;
  }
  const best = new Map<string, number>();
  for (const { message, features } of candidates)
    best.set(message.message_id, Math.max(best.get(message.message_id) ?? 0, features[at('near')]!));
  for (const { message, features } of candidates)
    features[at('belowBestInMessage')] = best.get(message.message_id)! - features[at('near')]!;
  return candidates;
}

const SAME_MEANING = 0.5;

/** Whether a word means one of the question's; cached, because the same words are in many sentences. */
function askedBy({ words }: Question, comparison: Comparison): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    let isAsked = known.get(word);
    if (isAsked === undefined) {
      isAsked = words.some((wanted) => comparison.of(wanted, word).meant >= SAME_MEANING);
      known.set(word, isAsked);
    }
    return isAsked;
  };
}

/** Words in few of the sentences weigh more, and function words little. */
function weightsOf({ words, light }: Question, found: readonly Found[], comparison: Comparison): number[] {
  return words.map((word, at) => {
    const having = found.filter(({ same }) => same[at]! > 0).length;
    const rarity = Math.log(1 + found.length / (1 + having));
    return rarity * comparison.weight(word) * (light.has(word) ? LIGHT_WORD : 1);
  });
}

function entityShare({ words, entities }: Question, same: readonly number[]): number {
  if (entities.length === 0) return 1;
  return entities.filter((entity) => same[words.indexOf(entity)]! > 0).length / entities.length;
}

function headShare({ words, head }: Question, near: Found, subject: Found): number {
  const at = words.indexOf(head!);
  return at < 0 ? 0 : Math.max(near.meant[at]!, subject.meant[at]!);
}
