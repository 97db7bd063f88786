import { folded, wordsOf } from '../words.ts';

const MOST_SENTENCES = 300;
const LONGEST = 400;
/** A shorter line was not wrapped, so the next line is a new sentence. */
const WRAPPED = 50;
/** The end of a sentence, but not the dot after the day of a date, an initial or a short title. */
const ENDS =
  /(?<=[!?…])\s+|(?<=(?<!(?:^|[\s(])(?:\d{1,2}|\p{Lu}|Dr|Mr|Mrs|Ms|St|No|Nr|Prof|Sr|Sra|Hr|Fr|ca|approx|bzw|vs|etc|p|tel|Str))\.)\s+|(?<=[。！？])/u;

/** The sentences of a mail's text, each as one line; without quotations of other mail. */
export function sentencesOf(text: string, { most = MOST_SENTENCES } = {}): string[] {
  const paragraphs: string[] = [''];
  for (const line of text.slice(0, 40_000).split('\n')) {
    const trimmed = line.trim();
    if (trimmed.startsWith('>')) continue;
    const last = paragraphs.length - 1;
    paragraphs[last] = `${paragraphs[last]} ${trimmed}`.trim();
    if (trimmed.length < WRAPPED) paragraphs.push('');
  }
  return paragraphs
    .flatMap((paragraph) => paragraph.split(ENDS))
    .map((sentence) => oneLine(sentence).slice(0, LONGEST).toWellFormed())
    .filter((sentence) => /\p{L}/u.test(sentence))
    .slice(0, most);
}

export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Folded words of a text. */
export const foldedWords = (text: string, most = 4_000): string[] =>
  wordsOf(folded(text), most).map((word) => word.text);

/** Whether the words of the quote are in the text, in order. */
export function holds(text: string, quote: string): boolean {
  const words = foldedWords(quote, 200);
  return words.length > 0 && ` ${foldedWords(text, 40_000).join(' ')} `.includes(` ${words.join(' ')} `);
}
