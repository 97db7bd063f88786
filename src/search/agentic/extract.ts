import type { ReadText } from '../repository/agentic.ts';
import { areAlike, type Question } from './question.ts';
import { foldedWords, sentencesOf } from './sentences.ts';

/** A sentence of a mail that may answer, as it stands there. */
export type Extract = { text: string; messageId: string; score: number; support: number };

/** How much a word of the question counts by where it stands. */
const NEAR = 0.6;
const ELSEWHERE = 0.3;
const WANTED = 0.3;
const ASKS = 0.4;
const NEWER = 0.05;
/** A greeting or a name says nothing. */
const FEW_WORDS = 4;
const SAYS_LITTLE = 0.25;
/** So much of the question, by the weight of its words, must be in the message. */
const ENOUGH = 0.6;
const MOST = 3;
/** Beside the best one, sentences that are nearly as good. */
const NEARLY = 0.8;

const TIMES =
  /\b\d{1,2}[.:]\d{2}\b|\b\d{1,2}\s?(am|pm|uhr)\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(today|tomorrow|tonight|noon|morgen|demain|mañana)\b/i;
const AMOUNTS = /\d/;

/** `holds`: the words of the question that stand anywhere in it. */
type Message = ReadText & {
  holds: Set<string>;
  subjectWords: string[];
  sentences: string[];
  sentenceWords: string[][];
};

/** The sentences that answer best, best first; none when no message holds enough of the question. `read` is best first. */
export function extractAnswer(question: Question, read: readonly ReadText[]): Extract[] {
  const messages = read.map((message) => prepared(question, message));
  const weights = weigh(question.words, messages);
  const all = messages.flatMap((message, place) =>
    message.sentences.map((_, nth) =>
      judge(question, weights, message, nth, NEWER * (1 - place / messages.length)),
    ),
  );
  const candidates = all.filter(({ support }) => support >= ENOUGH).sort((a, b) => b.score - a.score);
  const best = candidates[0];
  if (!best || best.score <= 0) return [];
  return unlike(candidates.filter(({ score }) => score >= best.score * NEARLY)).slice(0, MOST);
}

function prepared(question: Question, message: ReadText): Message {
  const words = [...new Set(foldedWords(`${message.subject} ${message.text}`))];
  const sentences = sentencesOf(message.text);
  return {
    ...message,
    holds: new Set(question.words.filter((word) => has(words, word))),
    subjectWords: foldedWords(message.subject),
    sentences,
    sentenceWords: sentences.map((sentence) => foldedWords(sentence)),
  };
}

const has = (words: readonly string[], wanted: string): boolean =>
  words.some((word) => areAlike(word, wanted));

/** Words that few of the messages have tell more. */
function weigh(words: readonly string[], messages: readonly Message[]): Map<string, number> {
  return new Map(
    words.map((word) => {
      const having = messages.filter(({ holds }) => holds.has(word)).length;
      return [word, Math.log(2 + messages.length / (1 + having))];
    }),
  );
}

function judge(
  question: Question,
  weights: ReadonlyMap<string, number>,
  message: Message,
  nth: number,
  newer: number,
): Extract {
  const here = message.sentenceWords[nth]!;
  const near = [...message.subjectWords, ...(message.sentenceWords[nth - 1] ?? [])];
  let [score, support, total] = [0, 0, 0];
  for (const [word, weight] of weights) {
    total += weight;
    const share = has(here, word) ? 1 : has(near, word) ? NEAR : message.holds.has(word) ? ELSEWHERE : 0;
    score += weight * share;
    if (share > 0) support += weight;
  }
  const text = message.sentences[nth]!;
  const against = (text.endsWith('?') ? ASKS : 0) + (here.length < FEW_WORDS ? SAYS_LITTLE : 0);
  return {
    text,
    messageId: message.message_id,
    score: total === 0 ? 0 : score / total + wantedIn(question, text) + newer - against,
    support: total === 0 ? 0 : support / total,
  };
}

function wantedIn({ wants }: Question, sentence: string): number {
  if (wants === 'time') return TIMES.test(sentence) ? WANTED : 0;
  if (wants === 'amount') return AMOUNTS.test(sentence) ? WANTED : 0;
  return 0;
}

/** Without those that say what an earlier one says. */
function unlike(extracts: readonly Extract[]): Extract[] {
  const seen = new Set<string>();
  return extracts.filter(({ text }) => {
    const key = foldedWords(text).join(' ');
    return !seen.has(key) && seen.add(key);
  });
}
