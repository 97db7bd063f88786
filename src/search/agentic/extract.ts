import type { ReadText } from '../repository/agentic.ts';
import { hasCode, hasDuration, hasMoney, hasPlace, hasTime, namesIn, numbersIn } from './expressions.ts';
import { areAlike, type Question } from './question.ts';
import { foldedWords, sentencesOf } from './sentences.ts';

/** A sentence of a mail that answers, as it stands there, and those that it replaces or contradicts. */
export type Extract = Statement & { supersedes: Statement[]; conflicts: Statement[] };
export type Statement = { text: string; messageId: string; score: number; support: number };

/** How much a word of the question counts by where it stands. */
const SHARE = { subject: 0.75, before: 0.6, sender: 0.6, after: 0.4, elsewhere: 0.35, thread: 0.3 };
const LIGHT_WORD = 0.25;
const ASKS = 0.5;
/** A greeting or a name says nothing. */
const FEW_WORDS = 3;
const SAYS_LITTLE = 0.25;
const OF_KIND = 0.35;
const RANK = 0.1;
const NEWER = 0.03;
/** So much of the question, by the weight of its words, must be in the message, and so much near the sentence. */
const ENOUGH = 0.62;
const FITS = 0.42;
/** Of a statement about the same thing: how nearly it fits, and how many of the same words of the question it holds. */
const RIVALS = 0.85;
const SAME_THING = 0.5;
const SAME_THING_CHANGED = 0.3;

type Message = ReadText & {
  place: number;
  words: string[];
  subjectWords: string[];
  senderWords: string[];
  /** Of all messages of the conversation that were read. */
  threadWords: string[];
  sentences: string[];
  sentenceWords: string[][];
};

type Judged = Statement & {
  message: Message;
  nth: number;
  fit: number;
  /** Words of the question that stand in the sentence. */
  held: Set<string>;
  /** What it says of the kind that is asked for. */
  values: Set<string>;
};

/** The sentence that answers best; none when no message holds enough of the question. `read` is best first. */
export function extractAnswer(question: Question, read: readonly ReadText[]): Extract[] {
  const messages = withThreads(read.map(prepared));
  const weights = weigh(question, messages);
  const newest = messages.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const all = messages
    .filter((message) => speaksOf(question, message))
    .flatMap((message) => {
      const age = newest.indexOf(message) / messages.length;
      return message.sentences.map((_, nth) => judge(question, weights, message, nth, NEWER * (1 - age)));
    });
  const candidates = all
    .filter(({ support, fit }) => support >= ENOUGH && fit >= FITS)
    .filter((judged) => isOfKind(question, judged) && standsByHead(question, judged))
    .sort((a, b) => b.score - a.score);
  const best = candidates[0];
  if (!best || best.score <= 0) return [];
  return [settled(best, candidates, { question, weights })];
}

function prepared(message: ReadText, place: number): Message {
  const sentences = sentencesOf(message.text);
  const subjectWords = foldedWords(message.subject);
  const senderWords = foldedWords(message.sender);
  const sentenceWords = sentences.map((sentence) => foldedWords(sentence));
  const words = [...new Set([...subjectWords, ...senderWords, ...sentenceWords.flat()])];
  return { ...message, place, words, subjectWords, senderWords, threadWords: [], sentences, sentenceWords };
}

function withThreads(messages: readonly Message[]): Message[] {
  const threads = Map.groupBy(messages, ({ thread_id }) => thread_id);
  return messages.map((message) => ({
    ...message,
    threadWords: [...new Set(threads.get(message.thread_id)!.flatMap(({ words }) => words))],
  }));
}

const has = (words: readonly string[], wanted: string): boolean =>
  words.some((word) => areAlike(word, wanted));

/** What does not speak of the names and numbers that are asked about is about something else. */
const speaksOf = ({ entities }: Question, { threadWords }: Message): boolean =>
  entities.every((entity) => (/\d/.test(entity) ? threadWords.includes(entity) : has(threadWords, entity)));

/** Words that few of the messages have tell more. */
function weigh({ words, light }: Question, messages: readonly Message[]): Map<string, number> {
  return new Map(
    words.map((word) => {
      const having = messages.filter((message) => has(message.words, word)).length;
      const weight = Math.log(2 + messages.length / (1 + having));
      return [word, light.has(word) ? weight * LIGHT_WORD : weight];
    }),
  );
}

function judge(
  question: Question,
  weights: ReadonlyMap<string, number>,
  message: Message,
  nth: number,
  newer: number,
): Judged {
  const text = message.sentences[nth]!;
  const here = message.sentenceWords[nth]!;
  const held = new Set<string>();
  let [fit, support, total] = [0, 0, 0];
  for (const [word, weight] of weights) {
    const share = has(here, word) ? 1 : shareNear(message, nth, word);
    total += weight;
    fit += weight * share;
    if (share > 0) support += weight;
    if (share === 1) held.add(word);
  }
  const values = valuesOf(question, text);
  const against = (text.endsWith('?') ? ASKS : 0) + (here.length < FEW_WORDS ? SAYS_LITTLE : 0);
  const kind = question.wants !== null && matchesKind(question, text, values) ? OF_KIND : 0;
  const rank = RANK / (1 + message.place);
  return {
    text,
    messageId: message.message_id,
    message,
    nth,
    held,
    values,
    fit: total === 0 ? 0 : fit / total,
    support: total === 0 ? 0 : support / total,
    score: total === 0 ? 0 : fit / total + kind + rank + newer - against,
  };
}

function shareNear(message: Message, nth: number, word: string): number {
  if (has(message.subjectWords, word)) return SHARE.subject;
  if (has(message.sentenceWords[nth - 1] ?? [], word)) return SHARE.before;
  if (has(message.senderWords, word)) return SHARE.sender;
  if (has(message.sentenceWords[nth + 1] ?? [], word)) return SHARE.after;
  if (has(message.words, word)) return SHARE.elsewhere;
  return has(message.threadWords, word) ? SHARE.thread : 0;
}

/** What a sentence says of the kind that is asked for, beyond what the question says itself. */
function valuesOf({ words, wants }: Question, text: string): Set<string> {
  const known = new Set(words);
  if (wants === 'person' || wants === 'place')
    return new Set(namesIn(text, { initial: true }).filter((name) => !has(words, name)));
  return new Set([...numbersIn(text, known), ...timesIn(text)]);
}

const timesIn = (text: string): string[] => foldedWords(text).filter((word) => hasTime(word));

function matchesKind({ words, wants }: Question, text: string, values: ReadonlySet<string>): boolean {
  const known = new Set(words);
  switch (wants) {
    case 'time':
      return hasTime(text);
    case 'money':
      return values.size > 0 && hasMoney(text);
    case 'duration':
      return hasDuration(text) && numbersIn(text, known).length > 0;
    case 'number':
      return numbersIn(text, known).length > 0;
    case 'code':
      return hasCode(text, known);
    case 'person':
      return namesIn(text).some((name) => !has(words, name)) || values.size > 0;
    case 'place':
      return hasPlace(text);
    default:
      return true;
  }
}

/** Kinds of which a sentence without one is no answer; an amount may be one of something else than money. */
function isOfKind(question: Question, { text, values, score, support }: Judged): boolean {
  switch (question.wants) {
    case 'money':
      return numbersIn(text, new Set(question.words)).length > 0;
    case 'time':
    case 'number':
    case 'code':
      return matchesKind(question, text, values);
    case 'duration':
      return numbersIn(text, new Set(question.words)).length > 0;
    case 'person':
      return matchesKind(question, text, values) || /\b(?:i|we|ich|wir|je|nous|yo|io|eu|ik)\b/i.test(text);
    default:
      return score > 0 && support > 0;
  }
}

/** The noun that is asked for stands in the sentence, in those beside it or in the subject. */
const standsByHead = ({ head }: Question, { message, nth }: Judged): boolean =>
  head === null ||
  [message.subjectWords, ...[nth - 1, nth, nth + 1].map((at) => message.sentenceWords[at] ?? [])].some(
    (words) => has(words, head),
  );

const CHANGES =
  /\b(?:correction|corrected|instead|mov(?:ed|es|ing)|delay(?:ed|s)?|now|changed?|changes|postponed|rescheduled|updated?|no longer|new|agreed|revised|verschoben|geandert|andert|verlegt|neue[rs]?|jetzt|statt|korrektur|reporte\w*|deplace\w*|change\w*|desormais|nouvel\w*|aplaz\w*|cambi\w*|ahora|nuev\w*|spostat\w*|rinviat\w*|adiad\w*|alterad\w*|verplaatst|gewijzigd|nu)\b/;

/** The newest statement of a conversation or of one sender counts; two of different people that differ both do. */
function settled(
  best: Judged,
  candidates: readonly Judged[],
  { question, weights }: { question: Question; weights: ReadonlyMap<string, number> },
): Extract {
  const others = onePerMessage(candidates.filter(({ message }) => message !== best.message));
  const related = others.filter((other) => isRelated(other, best) && saysOtherwise(other, best));
  const same = related.filter((other) => isAboutTheSame(other, best, weights));
  const chosen = [best, ...same].toSorted((a, b) => (a.message.date < b.message.date ? 1 : -1))[0]!;
  const conflicts = others.filter(
    (other) =>
      question.wants !== 'place' &&
      chosen === best &&
      !isRelated(other, best) &&
      saysOtherwise(other, best) &&
      other.score >= best.score * RIVALS &&
      heldShare(other, best, weights) >= 1 &&
      heldShare(best, other, weights) >= 1,
  );
  return {
    ...chosen,
    supersedes: [best, ...same].filter((one) => one !== chosen),
    conflicts: conflicts.slice(0, 2),
  };
}

function onePerMessage(judged: readonly Judged[]): Judged[] {
  const seen = new Set<string>();
  return judged.filter(({ messageId }) => !seen.has(messageId) && seen.add(messageId));
}

/** One of them may have replaced the other: of one conversation or one sender, at another time. */
const isRelated = ({ message: one }: Judged, { message: other }: Judged): boolean =>
  (one.thread_id === other.thread_id || one.sender === other.sender) && one.date !== other.date;

/** Both name something of the kind that is asked for, and not the same. */
function saysOtherwise(one: Judged, other: Judged): boolean {
  if (one.values.size === 0 || other.values.size === 0) return false;
  return [...one.values].some((value) => !other.values.has(value));
}

function isAboutTheSame(other: Judged, best: Judged, weights: ReadonlyMap<string, number>): boolean {
  const share = heldShare(other, best, weights);
  const isNewer = other.message.date > best.message.date;
  if (isNewer && CHANGES.test(foldedWords(other.text).join(' '))) return share >= SAME_THING_CHANGED;
  return share >= SAME_THING && other.score >= best.score * RIVALS;
}

/** How many of the words of the question that the best sentence holds the other one holds too, by weight. */
function heldShare(other: Judged, best: Judged, weights: ReadonlyMap<string, number>): number {
  let [both, all] = [0, 0];
  for (const word of best.held) {
    const weight = weights.get(word)!;
    all += weight;
    if (other.held.has(word)) both += weight;
  }
  return all === 0 ? 0 : both / all;
}
