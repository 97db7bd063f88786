import {
  hasCode,
  hasDuration,
  hasHour,
  hasMoney,
  hasPhone,
  hasPlace,
  hasTime,
  namesIn,
  numbersIn,
} from './expressions.ts';
import type { Question } from './question.ts';
import { foldedWords } from './sentences.ts';

/** The facts of the requested kind in a sentence that are not in the question itself. */
export function valuesOf({ words, wants }: Question, text: string): Set<string> {
  const known = new Set(words);
  if (wants === 'person' || wants === 'place')
    return new Set(namesIn(text, { initial: true }).filter((name) => !known.has(name)));
  return new Set([...numbersIn(text, known), ...foldedWords(text).filter((word) => hasTime(word))]);
}

/** Whether a sentence contains a fact of the requested kind. */
export function matchesKind({ words, wants }: Question, text: string, values: ReadonlySet<string>): boolean {
  const known = new Set(words);
  switch (wants) {
    case 'time':
      return hasTime(text);
    case 'hour':
      return hasHour(text);
    case 'phone':
      return hasPhone(text);
    case 'money':
      return values.size > 0 && hasMoney(text);
    case 'duration':
      return hasDuration(text) && numbersIn(text, known).length > 0;
    case 'number':
      return numbersIn(text, known).length > 0;
    case 'code':
      return hasCode(text, known);
    case 'person':
      return values.size > 0;
    case 'place':
      return hasPlace(text);
    default:
      return true;
  }
}

/** From this number of words between them, the distance no longer matters. */
const FAR = 12;

/** How near the closest value is to a word of the question: 1 next to it, 0 far away. */
export function nearness(
  sentence: readonly string[],
  values: ReadonlySet<string>,
  isAsked: (word: string) => boolean,
): number {
  const asked = sentence.map(isAsked);
  let most = 0;
  for (const [at, word] of sentence.entries()) {
    if (asked[at] || !(values.has(word) || /\d/.test(word))) continue;
    for (let far = 1; far < FAR && 1 - far / FAR > most; far += 1)
      if (asked[at - far] || asked[at + far]) most = 1 - far / FAR;
  }
  return most;
}
