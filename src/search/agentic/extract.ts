import { isFunctionWord } from '../ranking/ranking.ts';
import { certaintyOf, signsOf } from './certainty.ts';
import type { CredibleText } from './credibility.ts';
import { type Candidate, candidatesOf, featureNames } from './features.ts';
import { messagesOf } from './messages.ts';
import type { Question } from './question.ts';
import { typesOf, wordingOf } from './question-type.ts';
import { inputOf, loadScorer, scoreOf, standardise } from './scorer.ts';
import { foldedWords } from './sentences.ts';

/** Sentences of a mail that answer the question, quoted exactly, and those that they replace or contradict. */
export type Extract = Statement & { supersedes: Statement[]; conflicts: Statement[] };
/** `confidence`: the probability, 0 to 1, that it answers the question. */
export type Statement = { quotes: string[]; messageId: string; confidence: number };

/**
 * Below this, there is no answer in the mail. For testers that the ranking was not learned from, 0.81 of the questions
 * without an answer stay below it (`npm run search:train` prints other thresholds).
 */
const LEAST_CONFIDENCE = 0.45;
/** The same, for a part of a question if another part is answered. */
const LEAST_BESIDE = 0.3;
/**
 * The number of shared content words from which two statements of a conversation count as being about the same thing.
 */
const SAME_WORDS = 2;
/** How much lower the score of another statement about the same thing may be (natural logarithm of odds). */
const RIVAL = 2;
/** The same, for a newer statement that says that something changed. */
const CHANGED = 3.5;
/** The same, for a statement that contradicts it, in the same conversation or in another one. */
const CONTRADICTS = { inConversation: 3, elsewhere: 1.5 };
/** The same, for a statement in the same conversation that shares no word with it. */
const IN_OTHER_WORDS = 1.5;
/** The same, for another passage of the same mail that is also quoted. */
const AS_WELL = 6;
/** How much lower the score of a message of low credibility is. */
const LOW_CREDIBILITY = 3;
/** The maximum number of quoted sentences of a mail. With three, 3 fewer questions of 100 are answered correctly. */
const MOST_SENTENCES = 5;
/** The share of the question's words that both statements must contain to be about the same thing. */
const SAME_THING = 0.5;

type Judged = Candidate & { score: number };

/** A part of a question, with the messages that are searched for its answer, best first. */
export type Asked = { question: Question; read: readonly CredibleText[] };

/**
 * The sentences that answer best; none if no message has the answer. If one part of a question is answered, the other
 * parts need a lower confidence.
 */
export function extractAnswers(parts: readonly Asked[]): Extract[] {
  const judged = parts.map(({ question, read }) => ({ question, judged: judgedOf(question, read) }));
  const confidences = judged.map((part) => confidenceOf(part.question, part.judged));
  if (!confidences.some((confidence) => confidence >= LEAST_CONFIDENCE)) return [];
  return judged.flatMap((part, nth) =>
    confidences[nth]! < LEAST_BESIDE ? [] : [settled(part.question, part.judged, confidences[nth]!)],
  );
}

/** Every sentence of the messages, the best one first. */
function judgedOf(question: Question, read: readonly CredibleText[]): Judged[] {
  const { type, network } = loadScorer();
  const types = typesOf(type, wordingOf(question.text));
  return candidatesOf(question, messagesOf(read))
    .map((candidate): Judged => {
      const input = standardise(network, inputOf(candidate, types));
      const penalty = candidate.message.credibility === 'low' ? LOW_CREDIBILITY : 0;
      return { ...candidate, score: scoreOf(network, input) - penalty };
    })
    .sort((a, b) => b.score - a.score);
}

/** The probability that the best sentence answers; 0 if there is none, or if it is about another document. */
function confidenceOf(question: Question, judged: readonly Judged[]): number {
  if (judged.length === 0 || lacksNumber(question, judged)) return 0;
  return certaintyOf(loadScorer().certainty, signsOf(judged, question.text));
}

/** A number as documents and orders have, but not a year. */
const DOCUMENT_NUMBER = /^(?!(?:19|20)\d\d$)\d{4,}$/;

/** Whether the question names a document by a number that the best message's conversation does not contain. */
function lacksNumber({ entities }: Question, judged: readonly Judged[]): boolean {
  const { thread_id } = judged[0]!.message;
  const conversation = new Set(
    judged.flatMap(({ message }) => (message.thread_id === thread_id ? [message] : [])),
  );
  return entities.some(
    (entity) =>
      DOCUMENT_NUMBER.test(entity) && ![...conversation].some(({ words }) => words.includes(entity)),
  );
}

const statement = ({ quotes, message }: Judged, confidence: number): Statement => ({
  quotes,
  messageId: message.message_id,
  confidence,
});

function onePerMessage(judged: readonly Judged[]): Judged[] {
  const seen = new Set<string>();
  return judged.filter(({ message }) => !seen.has(message.message_id) && seen.add(message.message_id));
}

const CHANGES =
  /\b(?:correction|corrected|instead|mov(?:ed|es|ing)|delay(?:ed|s)?|now|changed?|changes|postponed|rescheduled|updated?|no longer|new|agreed|revised|verschoben|geandert|andert|verlegt|neue[rs]?|jetzt|statt|korrektur|reporte\w*|deplace\w*|change\w*|desormais|nouvel\w*|aplaz\w*|cambi\w*|ahora|nuev\w*|spostat\w*|rinviat\w*|adiad\w*|alterad\w*|verplaatst|gewijzigd|nu)\b/;
const speaksOfChange = ({ text }: Judged): boolean => CHANGES.test(foldedWords(text).join(' '));

/**
 * Of one sender, and of a conversation in which somebody says that something changed, the newest statement counts.
 * Differing statements of different people are all returned.
 */
function settled(question: Question, judged: readonly Judged[], confidence: number): Extract {
  const best = judged[0]!;
  const rivals = onePerMessage(judged).filter(
    (other) =>
      other.message !== best.message &&
      other.score >= best.score - CHANGED &&
      saysOtherwise(other, best) &&
      isAboutTheSame(other, best),
  );
  const replaced = [best, ...rivals.filter((other) => replaces(other, best) || replaces(best, other))];
  const chosen = replaced.reduce((newest, one) => (replaces(one, newest) ? one : newest), best);
  const conflict =
    chosen === best
      ? judged.find((other) => !replaced.includes(other) && contradicts(question, other, best))
      : undefined;
  return {
    ...statement(chosen, confidence),
    quotes: quotedOf(chosen, judged),
    supersedes: replaced.filter((one) => one !== chosen).map((one) => statement(one, confidence)),
    conflicts: conflict ? [statement(conflict, confidence)] : [],
  };
}

/**
 * The sentences of a statement, with those of the same mail that fit nearly as well, in their order there, because the
 * answer is often next to the sentence that fits best.
 */
function quotedOf(chosen: Judged, judged: readonly Judged[]): string[] {
  const { message } = chosen;
  const places = new Set<number>();
  for (const one of [chosen, ...judged]) {
    if (one.message !== message || one.score < chosen.score - AS_WELL) continue;
    for (const at of one.quotes.keys()) if (places.size < MOST_SENTENCES) places.add(one.nth + at);
  }
  return [...places].sort((a, b) => a - b).map((place) => message.sentences[place]!);
}

const isLessCredible = (one: Judged, other: Judged): boolean =>
  one.message.credibility === 'low' && other.message.credibility === 'full';

/** Whether one statement replaces the other: it is newer, and by the same sender or a change in the same conversation. */
function replaces(one: Judged, other: Judged): boolean {
  if (one.message.date <= other.message.date || isLessCredible(one, other)) return false;
  if (one.message.sender === other.message.sender) return true;
  return one.message.thread_id === other.message.thread_id && speaksOfChange(one);
}

/**
 * Whether people contradict each other. Names differ between any two sentences, so only numbers and times of the
 * requested kind count.
 */
function contradicts({ wants }: Question, other: Judged, best: Judged): boolean {
  if (wants === null || wants === 'person' || wants === 'place') return false;
  if (other.message.sender === best.message.sender || !saysOtherwise(other, best)) return false;
  if (isLessCredible(other, best)) return false;
  if (!isOfKind(other) || !isOfKind(best)) return false;
  const distance = best.score - other.score;
  if (other.message.thread_id !== best.message.thread_id)
    return distance <= CONTRADICTS.elsewhere && [...best.held].every((word) => other.held.has(word));
  const hasWordInCommon = sharedWords(other, best) > 0 || [...best.held].some((word) => other.held.has(word));
  return distance <= (hasWordInCommon ? CONTRADICTS.inConversation : IN_OTHER_WORDS);
}

const KIND = featureNames.indexOf('kind');
/** Whether it contains a fact of the requested kind. */
const isOfKind = ({ features }: Candidate): boolean => features[KIND] === 1;

/** Both contain a fact of the requested kind, but different ones. */
function saysOtherwise(one: Judged, other: Judged): boolean {
  if (one.values.size === 0 || other.values.size === 0) return false;
  return [...one.values].some((value) => !other.values.has(value));
}

const WORDY = 4;
/**
 * Content words that are in both. Statements of one conversation may share words that are not in the question.
 */
function sharedWords(one: Judged, other: Judged): number {
  const contentOf = ({ text }: Judged): string[] =>
    foldedWords(text).filter((word) => word.length >= WORDY && !/\d/.test(word) && !isFunctionWord(word));
  const words = new Set(contentOf(one));
  return new Set(contentOf(other).filter((word) => words.has(word))).size;
}

/** Whether both contain the same words of the question. A statement about a change in the same conversation need not. */
function isAboutTheSame(one: Judged, other: Judged): boolean {
  const isOneConversation = one.message.thread_id === other.message.thread_id;
  const newer = one.message.date > other.message.date ? one : other;
  if (isOneConversation && speaksOfChange(newer)) return true;
  if (isOneConversation && sharedWords(one, other) >= SAME_WORDS) return true;
  if (one.score < other.score - RIVAL) return false;
  const both = [...other.held].filter((word) => one.held.has(word)).length;
  return both >= SAME_THING * Math.max(1, other.held.size);
}
