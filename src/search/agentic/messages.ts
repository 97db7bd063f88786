import type { CredibleText } from './credibility.ts';
import { foldedWords, sentencesOf } from './sentences.ts';

/** A message as it is searched for an answer. */
export type Message = CredibleText & {
  /** Its rank among the results, starting from 0. */
  place: number;
  subjectWords: string[];
  senderWords: string[];
  words: string[];
  sentences: string[];
  sentenceWords: string[][];
};

export function messagesOf(read: readonly CredibleText[]): Message[] {
  return read.map((text, place) => {
    const sentences = sentencesOf(text.text);
    const subjectWords = unique(foldedWords(text.subject));
    const senderWords = unique(foldedWords(text.sender));
    const sentenceWords = sentences.map((sentence) => foldedWords(sentence));
    const words = unique([...subjectWords, ...senderWords, ...sentenceWords.flat()]);
    return { ...text, place, subjectWords, senderWords, words, sentences, sentenceWords };
  });
}

export const unique = (words: readonly string[]): string[] => [...new Set(words)];
