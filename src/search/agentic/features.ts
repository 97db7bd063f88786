import { isFunctionWord } from '../ranking/ranking.ts';
import type { ReadText } from '../repository/agentic.ts';
import { bandNames, bandsOf, heaviestNames, heaviestOf, matchesOf } from './bands.ts';
import { factsOf } from './facts.ts';
import { matchesKind, nearness, valuesOf } from './kinds.ts';
import { Comparison } from './likeness.ts';
import type { Question } from './question.ts';
import { foldedWords, sentencesOf } from './sentences.ts';

/** A message as it is searched for an answer. */
export type Message = ReadText & {
  /** Its rank among the results, starting from 0. */
  place: number;
  subjectWords: string[];
  senderWords: string[];
  words: string[];
  sentences: string[];
  sentenceWords: string[][];
};

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
const placeNames = ['place', 'first', 'last', 'dateOrder', 'functionWords', 'row', 'threadSize', 'letters'];

export const featureNames: readonly string[] = [...fitNames, ...bandNames, ...heaviestNames, ...placeNames];

const NEAR = { before: 0.8, after: 0.6 };
const FEW_WORDS = 3;
const LIGHT_WORD = 0.25;
const LONGEST_PAIR = 320;
/** The number of sentences before and after that count as context. */
const WINDOW = 3;

export function messagesOf(read: readonly ReadText[]): Message[] {
  return read.map((text, place) => {
    const sentences = sentencesOf(text.text);
    const subjectWords = unique(foldedWords(text.subject));
    const senderWords = unique(foldedWords(text.sender));
    const sentenceWords = sentences.map((sentence) => foldedWords(sentence));
    const words = unique([...subjectWords, ...senderWords, ...sentenceWords.flat()]);
    return { ...text, place, subjectWords, senderWords, words, sentences, sentenceWords };
  });
}

const unique = (words: readonly string[]): string[] => [...new Set(words)];

/** How well words match each word of the question, as the same word and by meaning; each 0 to 1. */
type Found = { same: number[]; meant: number[] };

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
  const isAsked = askedBy(question, comparison);
  const inMessages = messages.map(({ words }) => find(words));
  const inSentences = messages.map(({ sentenceWords }) => sentenceWords.map(find));
  const weights = weightsOf(question, inSentences.flat(), comparison);
  const share = (found: readonly number[]): number => weighted(found, weights);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const missing = (found: readonly number[]): number =>
    total === 0
      ? 0
      : weights.reduce((most, weight, at) => Math.max(most, weight * (1 - found[at]!)), 0) / total;
  const threads = new Map<string, Found>();
  for (const [index, { thread_id }] of messages.entries()) {
    const before = threads.get(thread_id);
    threads.set(thread_id, before ? joined(before, inMessages[index]!) : inMessages[index]!);
  }
  const newestOf = new Map<string, string>();
  for (const { thread_id, date } of messages)
    if (date > (newestOf.get(thread_id) ?? '')) newestOf.set(thread_id, date);
  const heaviest = heaviestOf(weights);
  const asked = unique(foldedWords(question.text, 200));
  const known = new Set(asked);
  const placesOf = placesAmong(messages, asked.filter(isFunctionWord));
  const candidates = messages.flatMap((message, index) => {
    const whole = inMessages[index]!;
    const thread = threads.get(message.thread_id)!;
    const subject = find(message.subjectWords);
    const sender = find(message.senderWords);
    const here = inSentences[index]!;
    const messageSense = comparison.sense(question.words, message.words);
    const around = [whole, subject, thread].flatMap(({ meant }) => bandsOf(meant, weights));
    const placeOf = placesOf(message);
    return message.sentences.map((first, nth): Candidate => {
      const second = message.sentences[nth + 1];
      const isPair = second !== undefined && first.length + second.length <= LONGEST_PAIR;
      const quotes = isPair ? [first, second] : [first];
      const text = quotes.join(' ');
      const own = isPair ? joined(here[nth]!, here[nth + 1]!) : here[nth]!;
      const near = nearby(own, here[nth - 1], here[nth + quotes.length]);
      const window = here.slice(Math.max(0, nth - WINDOW), nth + quotes.length + WINDOW).reduce(joined);
      const cover = joined(joined(window, subject), sender);
      const words = quotes.flatMap((_, at) => message.sentenceWords[nth + at]!);
      const held = share(own.same);
      const values = valuesOf(question, text);
      const kind = question.wants === null ? 0 : matchesKind(question, text, values) ? 1 : -1;
      const [sentenceEntities, messageEntities, threadEntities] = [own, whole, thread].map(({ same }) =>
        entityShare(question, same),
      ) as [number, number, number];
      const features: Record<(typeof fitNames)[number], number> = {
        held,
        heldSquared: held * held,
        meant: share(own.meant),
        near: share(near.meant),
        subject: share(subject.meant),
        message: share(whole.meant),
        thread: share(thread.meant),
        sender: share(sender.same),
        entities: sentenceEntities,
        entitiesInMessage: messageEntities,
        entitiesMissing: threadEntities < 1 ? 1 : 0,
        kind: kind > 0 ? 1 : 0,
        noKind: kind < 0 ? 1 : 0,
        anyKind: question.wants === null ? 1 : 0,
        kindHeld: kind > 0 ? share(near.same) : 0,
        kindMessage: kind > 0 ? share(whole.meant) : 0,
        head: question.head === null ? 0 : headShare(question, near, subject),
        rank: 1 / (1 + message.place),
        newest: newestOf.get(message.thread_id) === message.date ? 1 : 0,
        length: Math.log(1 + words.length),
        asks: first.endsWith('?') ? 1 : 0,
        short: message.sentenceWords[nth]!.length < FEW_WORDS ? 1 : 0,
        firstHeld: share(here[nth]!.same),
        window: share(window.meant),
        windowSame: share(window.same),
        entitiesInWindow: entityShare(question, joined(window, subject).same),
        size: Math.log(1 + message.sentences.length),
        anyKindHeld: question.wants === null ? share(near.same) : 0,
        belowBest: 0,
        belowBestMessage: 0,
        belowBestInMessage: 0,
        belowBestSense: 0,
        missingThread: missing(thread.meant),
        missingMessage: missing(whole.meant),
        missingWindow: missing(cover.meant),
        heldWords: Math.log(1 + own.same.filter((value) => value > 0).length),
        sense: comparison.sense(question.words, words),
        senseMessage: messageSense,
        kindBeside: question.wants === null ? 0 : nearness(words, values, isAsked),
        manyWords: Math.log(1 + question.words.length),
      };
      return {
        message,
        nth,
        quotes,
        text,
        features: [
          ...fitNames.map((name) => features[name]),
          ...[here[nth]!, own, cover].flatMap(({ meant }) => bandsOf(meant, weights)),
          ...around,
          ...[cover, own].flatMap(({ meant }) => matchesOf(meant, heaviest)),
          ...placeOf(nth, text),
        ],
        facts: factsOf(text, known),
        held: new Set(question.words.filter((_, at) => own.same[at]! > 0)),
        values,
      };
    });
  });
  return relative(candidates);
}

const LAST = 3;
const MANY_IN_THREAD = 5;
const NO_FUNCTION_WORDS = 0.5;

/** Where a sentence is in its message, and the message among the others, in the order of `placeNames`. */
function placesAmong(messages: readonly Message[], functionWords: readonly string[]) {
  const dates = unique(messages.map(({ date }) => date)).sort();
  return ({ date, thread_id, words, sentences }: Message) => {
    const own = new Set(words);
    const shared = functionWords.filter((word) => own.has(word)).length;
    const inThread = messages.filter((other) => other.thread_id === thread_id).length;
    const [order, language] = [
      dates.indexOf(date) / Math.max(1, dates.length - 1),
      functionWords.length === 0 ? NO_FUNCTION_WORDS : shared / functionWords.length,
    ];
    return (nth: number, text: string): number[] => [
      nth / Math.max(1, sentences.length),
      nth === 0 ? 1 : 0,
      nth >= sentences.length - LAST ? 1 : 0,
      order,
      language,
      text.includes('|') ? 1 : 0,
      inThread / MANY_IN_THREAD,
      Math.log(1 + text.length),
    ];
  };
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

function weighted(found: readonly number[], weights: readonly number[]): number {
  let [sum, total] = [0, 0];
  for (const [at, weight] of weights.entries()) {
    sum += weight * found[at]!;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

const joined = (one: Found, other: Found): Found => ({
  same: one.same.map((value, at) => Math.max(value, other.same[at]!)),
  meant: one.meant.map((value, at) => Math.max(value, other.meant[at]!)),
});

const scaled = ({ same, meant }: Found, share: number): Found => ({
  same: same.map((value) => value * share),
  meant: meant.map((value) => value * share),
});

function nearby(own: Found, before: Found | undefined, after: Found | undefined): Found {
  const withBefore = before ? joined(own, scaled(before, NEAR.before)) : own;
  return after ? joined(withBefore, scaled(after, NEAR.after)) : withBefore;
}

function entityShare({ words, entities }: Question, same: readonly number[]): number {
  if (entities.length === 0) return 1;
  return entities.filter((entity) => same[words.indexOf(entity)]! > 0).length / entities.length;
}

function headShare({ words, head }: Question, near: Found, subject: Found): number {
  const at = words.indexOf(head!);
  return at < 0 ? 0 : Math.max(near.meant[at]!, subject.meant[at]!);
}
